import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { Email, Password } from '../../../schemas/accounts.ts';
import { contract, type Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { type Config, ConfigError } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, inputFor, optionsOf, type Printing, print } from './administration.ts';

export interface AddUserOptions extends Printing {
  readonly email: string;
  readonly name: string;
  readonly role?: string;
  readonly organization?: string;
  readonly passwordStdin: boolean;
}

/** Named by one of both. */
export interface UserOptions extends Printing {
  readonly email?: string;
  readonly user?: string;
}

export interface UpdateUserOptions extends UserOptions {
  readonly name?: string;
  readonly role?: string;
  readonly address?: string;
}

export interface UserPasswordOptions extends UserOptions {
  readonly passwordStdin: boolean;
}

type Input<Name extends keyof Workspace['users']> = Parameters<Workspace['users'][Name]>[0];

const Who = z
  .object({ email: Email.optional(), user: z.string().optional() })
  .refine(({ email, user }) => (email === undefined) !== (user === undefined), {
    path: ['email'],
    message: 'or --user must be given, not both',
  })
  .transform(({ email, user }) => ({ userId: email ?? user! }));

const flags = { userId: '--user', organizationId: '--organization' };

/** `workspace admin users add`: without a password they can only use tokens. */
export async function addNewUser(config: Config, options: AddUserOptions): Promise<void> {
  const { email, name, role, organization: organizationId } = options;
  const given = {
    email,
    name,
    ...(role !== undefined && { role }),
    ...(organizationId !== undefined && { organizationId }),
  };
  const details = inputFor(contract.users.add, given as Input<'add'>, flags);
  const password = options.passwordStdin ? await passwordOnStdin() : undefined;
  await administer(config, async (workspace) => {
    const { user } = await workspace.users.add({ ...details, ...(password !== undefined && { password }) });
    print(options, user, [describe(user)]);
  });
}

/** `workspace admin users update`: what is not named stays. */
export async function updateOneUser(config: Config, options: UpdateUserOptions): Promise<void> {
  const who = optionsOf(Who, options);
  const { name, role, address } = options;
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(address !== undefined && { email: address }),
  };
  if (Object.keys(changes).length === 0) throw new ConfigError('--name, --role or --address must be given');
  const named = { ...flags, email: '--address' };
  const input = inputFor(contract.users.update, { ...who, ...changes } as Input<'update'>, named);
  await administer(config, async (workspace) => {
    const { user } = await workspace.users.update(input);
    print(options, user, [describe(user)]);
  });
}

/** `workspace admin users password`. */
export async function setUserPassword(config: Config, options: UserPasswordOptions): Promise<void> {
  const who = inputFor(contract.users.get, optionsOf(Who, options), flags);
  if (!options.passwordStdin)
    throw new ConfigError('--password-stdin must be given; a password never stands in a command');
  const password = await passwordOnStdin();
  await administer(config, async (workspace) => {
    const { user } = await workspace.users.setPassword({ ...who, password });
    print(options, user, [describe(user)]);
  });
}

/** `workspace admin users sign-out`. */
export async function signOutOneUser(config: Config, options: UserOptions): Promise<void> {
  const who = inputFor(contract.users.signOut, optionsOf(Who, options), flags);
  await administer(config, async (workspace) => {
    const answer = await workspace.users.signOut(who);
    print(options, answer, [`${answer.userId} was signed out everywhere; their tokens were ended`]);
  });
}

/** `workspace admin users remove`. */
export async function removeOneUser(config: Config, options: UserOptions): Promise<void> {
  const who = inputFor(contract.users.remove, optionsOf(Who, options), flags);
  await administer(config, async (workspace) => {
    const answer = await workspace.users.remove(who);
    const channels = answer.handedOver.map(
      ({ managerId, managerName, channelId, slug }) =>
        `${managerId} "${managerName}" now manages the private channel ${slug} (${channelId})`,
    );
    print(options, answer, [`${answer.userId} was removed`, ...channels]);
  });
}

/** `workspace admin users list`. */
export async function listOfUsers(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const users = await Array.fromAsync(itemsOf(workspace.users.list, { limit: limits.pageMost }));
    const { userId: own } = await workspace.me.get({});
    print(
      options,
      { users: users.map((user) => ({ ...user, ...(user.userId === own && { isUserOfThisMachine: true }) })) },
      users.map((user) => `${describe(user)}${user.userId === own ? ', the user of this machine' : ''}`),
    );
  });
}

async function passwordOnStdin(): Promise<string> {
  const bytes = await stdin();
  const password = Password.safeParse(bytes.toString().replace(/\r?\n$/, ''));
  if (!isUtf8(bytes)) throw new ConfigError('The password on stdin must be UTF-8');
  if (!password.success) throw new ConfigError(`The password on stdin ${password.error.issues[0]!.message}`);
  return password.data;
}

async function stdin(): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw new ConfigError('Pipe the password in, from a file or a password manager, because a terminal would show it');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const describe = ({ userId, name, email, role, organization, hasPassword, vouchedFor }: UserAccount) =>
  `${[userId, email ?? '(no address)', JSON.stringify(name)].join(' ')}: ${role} of ${organization.name}, ${hasPassword ? 'with a password' : 'no password'}${vouchedFor ? `, vouched for by ${vouchedFor.issuer}` : ''}`;
