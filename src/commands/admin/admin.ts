import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import type { Flags } from '../../settings/given.ts';
import type { AddClientOptions } from './clients.ts';
import type { AddInvitationOptions } from './invitations.ts';
import type { AddIssuerOptions, RemoveIssuerOptions } from './issuers.ts';
import type { AddOrganizationOptions, UpdateOrganizationOptions } from './organizations.ts';
import { addWhole } from './whole.ts';
import type { AddSourceOptions, ListSourcesOptions, SyncSourcesOptions } from './sources.ts';
import type { AddUserOptions, UpdateUserOptions, UserOptions, UserPasswordOptions } from './users.ts';
import type { Printing } from './administration.ts';
import { optionOf } from '../../settings/options.ts';
import { config, data, json, scopeList } from '../options.ts';

/** `workspace admin …`. The caller must be able to read the data folder. */
export function addAdmin(root: Command, release: string): void {
  const admin = root.command('admin').description('work on a data folder, whether its gateway runs or not');
  addWhole(admin, release);
  addClients(admin);
  addKeys(admin);
  addOrganizations(admin);
  addUsers(admin);
  addInvitations(admin);
  addFeedback(admin);
  addIssuers(admin);
  addSources(admin);
  addIndexes(admin);
}

function addClients(admin: Command): void {
  const clients = admin.command('clients').description('applications that people may let in');
  clients
    .command('add')
    .description('register an application, and print its client_id')
    .requiredOption('--name <name>', 'the name that people see')
    .requiredOption(
      '--redirect-uri <uri>',
      'where it receives people back; may be repeated. The port of a loopback address is free',
      (uri: string, others: string[] | undefined) => [...(others ?? []), uri],
    )
    .requiredOption(...scopeList('the most that it may ask for, separated by blanks'))
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddClientOptions & Flags) =>
      (await import('./clients.ts')).registerClient(await readConfig(options), options),
    );
  clients
    .command('list')
    .description('list the applications')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./clients.ts')).listOfClients(await readConfig(options), options),
    );
  clients
    .command('remove')
    .description('remove an application; its tokens end')
    .argument('<client>', 'its client_id')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (client: string, options: Printing & Flags) =>
      (await import('./clients.ts')).removeRegisteredClient(await readConfig(options), client, options),
    );
}

function addKeys(admin: Command): void {
  const keys = admin.command('keys').description('the keys that sign access tokens');
  keys
    .command('rotate')
    .description('sign with a new key from now on; older ones verify until their tokens have expired')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./keys.ts')).rotateSigningKeys(await readConfig(options), options),
    );
}

function addOrganizations(admin: Command): void {
  const organizations = admin.command('organizations').description('the organisations of a data folder');
  const maxUploadBytes = [
    '--max-upload-bytes <bytes>',
    'the largest file that may be uploaded (most: 52428800)',
  ] as const;
  const timeZone = ['--time-zone <zone>', 'whose calendar days queries mean, such as Europe/Berlin'] as const;
  organizations
    .command('add')
    .description('make an organisation; its first admin comes next')
    .requiredOption('--name <name>', 'its name')
    .option(...maxUploadBytes)
    .option(...timeZone)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddOrganizationOptions & Flags) =>
      (await import('./organizations.ts')).addNewOrganization(await readConfig(options), options),
    );
  organizations
    .command('update')
    .description('change what is named, and leave the rest')
    .requiredOption('--organization <organization>', 'its ID or name')
    .option('--name <name>', 'its new name')
    .option(...maxUploadBytes)
    .option(...timeZone)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: UpdateOrganizationOptions & Flags) =>
      (await import('./organizations.ts')).updateOneOrganization(await readConfig(options), options),
    );
  organizations
    .command('list')
    .description('list the organisations')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./organizations.ts')).listOfOrganizations(await readConfig(options), options),
    );
}

function addInvitations(admin: Command): void {
  const invitations = admin.command('invitations').description('accounts that people make themselves, by a link');
  invitations
    .command('add')
    .description('invite somebody, and print the link, which works once and is not shown again')
    .requiredOption('--email <email>', 'the address that they will sign in with')
    .option('--name <name>', 'their name, which they may change')
    .option('--role <role>', 'admin or member (default: member)')
    .option('--organization <organization>', 'its ID or name (default: that of the user of this machine)')
    .option('--channel <channel>', 'a channel whose member they become: its ID, slug or name')
    .option('--hours <hours>', 'how long the link works, at most 720 (default: 168)')
    .option(...optionOf('publicUrl'))
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddInvitationOptions & Flags) =>
      (await import('./invitations.ts')).addInvitation(await readConfig(options), options),
    );
  invitations
    .command('list')
    .description('list the invitations, and which of them are open')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./invitations.ts')).listOfInvitations(await readConfig(options), options),
    );
  invitations
    .command('revoke')
    .description('end the link of an invitation')
    .argument('<invitation>', 'its ID')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (invitation: string, options: Printing & Flags) =>
      (await import('./invitations.ts')).revokeInvitation(await readConfig(options), invitation, options),
    );
}

function addUsers(admin: Command): void {
  const users = admin.command('users').description('who may sign in, or be named by "workspace token --user"');
  const email = ['--email <email>', 'their address, which is theirs alone'] as const;
  const user = ['--user <user>', 'their ID, in place of the address'] as const;
  const passwordStdin = ['--password-stdin', 'read the password from stdin, 8 to 1,024 characters', false] as const;
  users
    .command('add')
    .description('add a user; without a password they can only use tokens')
    .requiredOption(...email)
    .requiredOption('--name <name>', 'their name')
    .option('--role <role>', 'admin or member (default: member)')
    .option('--organization <organization>', 'its ID or name (default: that of the user of this machine)')
    .option(...passwordStdin)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddUserOptions & Flags) =>
      (await import('./users.ts')).addNewUser(await readConfig(options), options),
    );
  users
    .command('update')
    .description('change what is named, and leave the rest')
    .option(...email)
    .option(...user)
    .option('--name <name>', 'their new name')
    .option('--role <role>', 'admin or member')
    .option('--address <email>', 'an address to sign in with, for a user who has none')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: UpdateUserOptions & Flags) =>
      (await import('./users.ts')).updateOneUser(await readConfig(options), options),
    );
  users
    .command('password')
    .description('give a user a new password')
    .option(...email)
    .option(...user)
    .option(...passwordStdin)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: UserPasswordOptions & Flags) =>
      (await import('./users.ts')).setUserPassword(await readConfig(options), options),
    );
  users
    .command('remove')
    .description('end an account; what its user wrote stays')
    .option(...email)
    .option(...user)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: UserOptions & Flags) =>
      (await import('./users.ts')).removeOneUser(await readConfig(options), options),
    );
  users
    .command('sign-out')
    .description('end their sign-ins and every token that was issued for them so far')
    .option(...email)
    .option(...user)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: UserOptions & Flags) =>
      (await import('./users.ts')).signOutOneUser(await readConfig(options), options),
    );
  users
    .command('list')
    .description('list the users')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./users.ts')).listOfUsers(await readConfig(options), options),
    );
}

function addFeedback(admin: Command): void {
  admin
    .command('feedback')
    .description('list the feedback of users and their agents')
    .command('list')
    .description('list the feedback')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./feedback.ts')).listOfFeedback(await readConfig(options), options),
    );
}

function addIssuers(admin: Command): void {
  const issuers = admin.command('issuers').description('who may vouch for users with signed subject tokens');
  const issuer = ['--issuer <url>', 'as its tokens write it in "iss"'] as const;
  issuers
    .command('add')
    .description('trust an issuer to say who a user of one organisation is')
    .requiredOption(...issuer)
    .requiredOption('--jwks <file-or-url>', 'its public keys, a JWK Set: a file that is read now, or an https address')
    .requiredOption('--organization <organization>', 'ID or name of the organisation whose users it vouches for')
    .requiredOption(...scopeList('the most that its tokens may do, separated by blanks'))
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddIssuerOptions & Flags) =>
      (await import('./issuers.ts')).addNewIssuer(await readConfig(options), options),
    );
  issuers
    .command('remove')
    .description('refuse its tokens from now on; the users whom it vouched for stay')
    .requiredOption(...issuer)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: RemoveIssuerOptions & Flags) =>
      (await import('./issuers.ts')).removeOneIssuer(await readConfig(options), options),
    );
  issuers
    .command('list')
    .description('list the issuers')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./issuers.ts')).listOfIssuers(await readConfig(options), options),
    );
}

function addIndexes(admin: Command): void {
  admin
    .command('indexes')
    .description('indexes that large Data Sets learned from queries')
    .command('list')
    .description('list them with their sizes and last uses')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./indexes.ts')).listOfIndexes(await readConfig(options), options),
    );
}

function addSources(admin: Command): void {
  const sources = admin.command('sources').description('Data Sets whose records come from a connected source');
  sources
    .command('add')
    .description('make a Data Set of a CSV file or of a table of a SQLite file, and keep it so')
    .requiredOption('--channel <channel>', 'ID or slug of the channel that the Data Set goes into')
    .requiredOption('--name <name>', 'name of the Data Set')
    .option('--csv <file>', 'CSV file, whose first row names the columns')
    .option('--sqlite <file>', 'SQLite file')
    .option('--table <table>', 'table or view of the SQLite file')
    .requiredOption('--key <column>', 'column whose values tell the rows apart, so that records keep their IDs')
    .option('--every <minutes>', 'how often to synchronise it (default: 60)')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: AddSourceOptions & Flags) =>
      (await import('./sources.ts')).addConnectedSource(await readConfig(options), options),
    );
  sources
    .command('sync')
    .description('synchronise all sources, or one')
    .option('--source <source>', 'its ID')
    .option('--due', 'only those that are due, as a gateway does by itself', false)
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: SyncSourcesOptions & Flags) =>
      (await import('./sources.ts')).syncSources(await readConfig(options), options),
    );
  sources
    .command('list')
    .description('list the sources, how they stand and what is wrong with them')
    .option(...data)
    .option(...config)
    .option(...json)
    .action(async (options: ListSourcesOptions & Flags) =>
      (await import('./sources.ts')).listOfSources(await readConfig(options), options),
    );
}
