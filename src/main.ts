import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { WorkspaceError } from '../schemas/errors.ts';
import { ConfigError, type Flags, readConfig } from './config.ts';
import type { AdminCheckOptions } from './commands/admin-check.ts';
import type { AddClientOptions } from './commands/admin-clients.ts';
import type { AddIssuerOptions, RemoveIssuerOptions } from './commands/admin-issuers.ts';
import type { AddOrganizationOptions, UpdateOrganizationOptions } from './commands/admin-organizations.ts';
import type { AddSourceOptions, ListSourcesOptions, SyncSourcesOptions } from './commands/admin-sources.ts';
import type { AddUserOptions, UpdateUserOptions, UserOptions, UserPasswordOptions } from './commands/admin-users.ts';
import type { Printing } from './commands/administration.ts';
import type { McpOptions } from './commands/mcp.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { TokenOptions } from './commands/token.ts';

/** The executable: reads the command line and starts one command. Each command is loaded only when it runs. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`);
    process.exitCode = 1;
  }
}

/** What a user can mend is a sentence; anything else keeps its stack for a report. */
function explained(error: unknown): string {
  if (error instanceof ConfigError || error instanceof WorkspaceError) return error.message;
  if (isListenError(error)) return `Cannot listen there (${error.message}); choose another with --host and --port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isListenError(error: unknown): error is Error {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  );
}

function program(): Command {
  const root = new Command('workspace')
    .description('A workspace that AI agents and people share: documents, sheets, files and conversations in channels.')
    .version(packageJson.version)
    .showHelpAfterError();
  const data = ['--data <folder>', 'data folder (WORKSPACE_DATA; default: the platform’s data folder)'] as const;
  const logLevel = ['--log-level <level>', 'trace to silent (WORKSPACE_LOG_LEVEL; default: info)'] as const;
  const publicUrl = ['--public-url <url>', 'address that users reach the gateway at (WORKSPACE_PUBLIC_URL)'] as const;
  const querySeconds = [
    '--query-seconds <seconds>',
    'how long one query may run (WORKSPACE_QUERY_SECONDS; default: 20)',
  ] as const;

  root
    .command('serve')
    .description('run the gateway')
    .option(...data)
    .option('--host <host>', 'address to listen on (WORKSPACE_HOST; default: 127.0.0.1)')
    .option('--port <port>', 'port to listen on, 0 for a free one (WORKSPACE_PORT; default: 8787)')
    .option(...publicUrl)
    .option('--allow-registration', 'let applications register themselves (WORKSPACE_ALLOW_REGISTRATION=true)')
    .option(
      '--allow-client-documents',
      'let applications be described by a document at their own address (WORKSPACE_ALLOW_CLIENT_DOCUMENTS=true)',
    )
    .option('--allowed-origins <origins>', 'other sites whose pages may call it (WORKSPACE_ALLOWED_ORIGINS)')
    .option('--trust-proxy <networks>', 'proxies that say whom a request comes from (WORKSPACE_TRUST_PROXY)')
    .option('--rate-limit <requests>', 'a minute and user, 0 for none (WORKSPACE_RATE_LIMIT; default: 6000)')
    .option('--metrics <address>', 'PORT or HOST:PORT to serve Prometheus metrics at (WORKSPACE_METRICS; default: off)')
    .option(...querySeconds)
    .option(...logLevel)
    .option('--sample', 'fill an empty workspace with a sample to try things on', false)
    .action(async (options: Omit<ServeOptions, 'version'> & Flags) =>
      (await import('./commands/serve.ts')).serve(readConfig(options), { ...options, version: packageJson.version }),
    );

  root
    .command('mcp')
    .description('speak MCP over stdio, as the user of this machine')
    .option(...data)
    .option('--tools <groups>', 'further tools: feed, records, views, sessions, channels or all, separated by commas')
    .option('--read-only', 'leave out every tool that stores anything', false)
    .option('--sample', 'fill an empty workspace with a sample to try things on', false)
    .option(...publicUrl)
    .option(...querySeconds)
    .option(...logLevel)
    .action(async (options: Omit<McpOptions, 'version'> & Flags) =>
      (await import('./commands/mcp.ts')).mcp(readConfig(options), { ...options, version: packageJson.version }),
    );

  root
    .command('token')
    .description('print an access token for the gateways of a data folder')
    .option(...data)
    .option('--user <email>', 'whom it speaks for (default: the user of this machine)')
    .option('--scope <scopes>', 'separated by blanks (default: all)')
    .option('--expires <time>', 'lifetime such as 30m, 1h or 7d (default: 1h)')
    .option('--header', 'print it as an Authorization header, for curl --header @-', false)
    .action(async (options: TokenOptions & Flags) =>
      (await import('./commands/token.ts')).token(readConfig(options), options),
    );

  const json = ['--json', 'print JSON', false] as const;
  const admin = root.command('admin').description('work on a data folder, whether its gateway runs or not');
  admin
    .command('check')
    .description('verify database, blobs and links')
    .option(...data)
    .option(...json)
    .action(async (options: AdminCheckOptions & Flags) =>
      (await import('./commands/admin-check.ts')).adminCheck(readConfig(options), options),
    );

  const clients = admin.command('clients').description('applications that people may let in');
  clients
    .command('add')
    .description('register an application, and print its client_id')
    .requiredOption('--name <name>', 'what people are told it is called')
    .requiredOption(
      '--redirect-uri <uri>',
      'where it receives people back; may be repeated. The port of a loopback address is free',
      (uri: string, others: string[] | undefined) => [...(others ?? []), uri],
    )
    .requiredOption('--scope <scopes>', 'the most that it may ask for, separated by blanks')
    .option(...data)
    .option(...json)
    .action(async (options: AddClientOptions & Flags) =>
      (await import('./commands/admin-clients.ts')).registerClient(readConfig(options), options),
    );
  clients
    .command('list')
    .description('list the applications')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-clients.ts')).listOfClients(readConfig(options), options),
    );
  clients
    .command('remove')
    .description('remove an application; its tokens end')
    .argument('<client>', 'its client_id')
    .option(...data)
    .option(...json)
    .action(async (client: string, options: Printing & Flags) =>
      (await import('./commands/admin-clients.ts')).removeRegisteredClient(readConfig(options), client, options),
    );

  const keys = admin.command('keys').description('the keys that sign access tokens');
  keys
    .command('rotate')
    .description('sign with a new key from now on; older ones verify until their tokens have expired')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-keys.ts')).rotateSigningKeys(readConfig(options), options),
    );

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
    .option(...json)
    .action(async (options: AddOrganizationOptions & Flags) =>
      (await import('./commands/admin-organizations.ts')).addNewOrganization(readConfig(options), options),
    );
  organizations
    .command('update')
    .description('change what is named, and leave the rest')
    .requiredOption('--organization <organization>', 'its ID or name')
    .option('--name <name>', 'its new name')
    .option(...maxUploadBytes)
    .option(...timeZone)
    .option(...data)
    .option(...json)
    .action(async (options: UpdateOrganizationOptions & Flags) =>
      (await import('./commands/admin-organizations.ts')).updateOneOrganization(readConfig(options), options),
    );
  organizations
    .command('list')
    .description('list the organisations')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-organizations.ts')).listOfOrganizations(readConfig(options), options),
    );

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
    .option(...json)
    .action(async (options: AddUserOptions & Flags) =>
      (await import('./commands/admin-users.ts')).addNewUser(readConfig(options), options),
    );
  users
    .command('update')
    .description('change what is named, and leave the rest')
    .option(...email)
    .option(...user)
    .option('--name <name>', 'their new name')
    .option('--role <role>', 'admin or member')
    .option(...data)
    .option(...json)
    .action(async (options: UpdateUserOptions & Flags) =>
      (await import('./commands/admin-users.ts')).updateOneUser(readConfig(options), options),
    );
  users
    .command('password')
    .description('give a user a new password')
    .option(...email)
    .option(...user)
    .option(...passwordStdin)
    .option(...data)
    .option(...json)
    .action(async (options: UserPasswordOptions & Flags) =>
      (await import('./commands/admin-users.ts')).setUserPassword(readConfig(options), options),
    );
  users
    .command('remove')
    .description('end an account; what its user wrote stays')
    .option(...email)
    .option(...user)
    .option(...data)
    .option(...json)
    .action(async (options: UserOptions & Flags) =>
      (await import('./commands/admin-users.ts')).removeOneUser(readConfig(options), options),
    );
  users
    .command('sign-out')
    .description('end their sign-ins and every token that was issued for them so far')
    .option(...email)
    .option(...user)
    .option(...data)
    .option(...json)
    .action(async (options: UserOptions & Flags) =>
      (await import('./commands/admin-users.ts')).signOutOneUser(readConfig(options), options),
    );
  users
    .command('list')
    .description('list the users')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-users.ts')).listOfUsers(readConfig(options), options),
    );

  admin
    .command('feedback')
    .description('what users and their agents say of the workspace')
    .command('list')
    .description('list the feedback')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-feedback.ts')).listOfFeedback(readConfig(options), options),
    );

  const issuers = admin.command('issuers').description('who may vouch for users with signed subject tokens');
  const issuer = ['--issuer <url>', 'as its tokens write it in "iss"'] as const;
  issuers
    .command('add')
    .description('trust an issuer to say who a user of one organisation is')
    .requiredOption(...issuer)
    .requiredOption('--jwks <file-or-url>', 'its public keys, a JWK Set: a file that is read now, or an https address')
    .requiredOption('--organization <organization>', 'ID or name of the organisation whose users it vouches for')
    .requiredOption('--scope <scopes>', 'the most that its tokens may do, separated by blanks')
    .option(...data)
    .option(...json)
    .action(async (options: AddIssuerOptions & Flags) =>
      (await import('./commands/admin-issuers.ts')).addNewIssuer(readConfig(options), options),
    );
  issuers
    .command('remove')
    .description('refuse its tokens from now on; the users whom it vouched for stay')
    .requiredOption(...issuer)
    .option(...data)
    .option(...json)
    .action(async (options: RemoveIssuerOptions & Flags) =>
      (await import('./commands/admin-issuers.ts')).removeOneIssuer(readConfig(options), options),
    );
  issuers
    .command('list')
    .description('list the issuers')
    .option(...data)
    .option(...json)
    .action(async (options: Printing & Flags) =>
      (await import('./commands/admin-issuers.ts')).listOfIssuers(readConfig(options), options),
    );

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
    .option(...json)
    .action(async (options: AddSourceOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).addConnectedSource(readConfig(options), options),
    );
  sources
    .command('sync')
    .description('synchronise all sources, or one')
    .option('--source <source>', 'its ID')
    .option('--due', 'only those whose turn has come, as a gateway does by itself', false)
    .option(...data)
    .option(...json)
    .action(async (options: SyncSourcesOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).syncSources(readConfig(options), options),
    );
  sources
    .command('list')
    .description('list the sources, how they stand and what is wrong with them')
    .option(...data)
    .option(...json)
    .action(async (options: ListSourcesOptions & Flags) =>
      (await import('./commands/admin-sources.ts')).listOfSources(readConfig(options), options),
    );

  return root;
}
