import { isUtf8 } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { Email, Password, UserRole } from '../../../schemas/accounts.ts';
import { Title } from '../../../schemas/common.ts';
import { endSignIns, setPassword } from '../../auth/accounts.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { type Config, ConfigError } from '../../config.ts';
import { audit } from '../../workspace/operation/audit.ts';
import { organizationNamed } from '../../workspace/people/organizations.ts';
import {
  addUser,
  listUsers,
  removeUser,
  updateUser,
  type UserAccount,
  type UserName,
  userNamed,
} from '../../workspace/people/user-accounts.ts';
import { administer, optionsOf, type Printing, print } from './administration.ts';

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
}

export interface UserPasswordOptions extends UserOptions {
  readonly passwordStdin: boolean;
}

const Details = z.object({ email: Email, name: Title, role: UserRole.default('member') });
const Changes = z.object({ name: Title.optional(), role: UserRole.optional() });
const Who = z
  .object({ email: Email.optional(), user: z.string().optional() })
  .refine(({ email, user }) => (email === undefined) !== (user === undefined), {
    path: ['email'],
    message: 'or --user must be given, not both',
  })
  .transform(({ email, user: id }): UserName => (id === undefined ? { email: email! } : { id }));

/** `workspace admin users add`: without a password they can only use tokens. */
export async function addNewUser(config: Config, options: AddUserOptions): Promise<void> {
  const details = optionsOf(Details, options);
  const hash = options.passwordStdin ? await hashOfPasswordOnStdin() : undefined;
  await administer(config, async ({ database, operator }) => {
    const user = await database.write('service', async (tx) => {
      const organization = await organizationNamed(tx, options.organization ?? operator.organizationId);
      const { id } = await addUser(tx, operator, { ...details, organizationId: organization.id });
      if (hash !== undefined) {
        await setPassword(tx, { id, email: details.email }, hash);
        await audit(tx, { ...operator, organizationId: organization.id }, 'user.password_set', id);
      }
      return userNamed(tx, { id });
    });
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users update`: what is not named stays. */
export async function updateOneUser(config: Config, options: UpdateUserOptions): Promise<void> {
  const who = optionsOf(Who, options);
  const changes = optionsOf(Changes, options);
  if (Object.keys(changes).length === 0) throw new ConfigError('--name or --role must be given');
  await administer(config, async ({ database, operator }) => {
    const user = await database.write('service', (tx) => updateUser(tx, operator, who, changes));
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users password`. */
export async function setUserPassword(config: Config, options: UserPasswordOptions): Promise<void> {
  const who = optionsOf(Who, options);
  if (!options.passwordStdin)
    throw new ConfigError('--password-stdin must be given; a password never stands in a command');
  const hash = await hashOfPasswordOnStdin();
  await administer(config, async ({ database, operator }) => {
    const { user, validFrom } = await database.write('service', async (tx) => {
      const { id, organizationId, email } = await userNamed(tx, who);
      if (email === null) throw new ConfigError('This user has no address to sign in with, and so needs no password');
      await setPassword(tx, { id, email }, hash);
      await audit(tx, { ...operator, organizationId }, 'user.password_set', id);
      return { validFrom: await endSignIns(tx, id), user: await userNamed(tx, { id }) };
    });
    await untilSecond(validFrom);
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users sign-out`. */
export async function signOutOneUser(config: Config, options: UserOptions): Promise<void> {
  const who = optionsOf(Who, options);
  await administer(config, async ({ database, operator }) => {
    const { id, validFrom } = await database.write('service', async (tx) => {
      const { id, organizationId } = await userNamed(tx, who);
      await audit(tx, { ...operator, organizationId }, 'user.signed_out', id);
      return { id, validFrom: await endSignIns(tx, id) };
    });
    await untilSecond(validFrom);
    print(options, { userId: id, signedOut: true }, [`${id} was signed out everywhere; their tokens were ended`]);
  });
}

/** So that a token that is issued after the command is good. */
const untilSecond = (second: number) => setTimeout(Math.max(0, second * 1_000 - Date.now()));

/** `workspace admin users remove`. */
export async function removeOneUser(config: Config, options: UserOptions): Promise<void> {
  const who = optionsOf(Who, options);
  await administer(config, async ({ database, operator }) => {
    const { user, handedOver } = await database.writeInStretches('service', (tx) => removeUser(tx, operator, who));
    const channels = handedOver.map(
      ({ managerId, managerName, channelId, slug }) =>
        `${managerId} "${managerName}" now manages the private channel ${slug} (${channelId})`,
    );
    print(options, { userId: user.id, removed: true, handedOver }, [`${user.id} was removed`, ...channels]);
  });
}

/** `workspace admin users list`. */
export async function listOfUsers(config: Config, options: Printing): Promise<void> {
  await administer(config, async ({ database, operator }) => {
    const users = await database.read(listUsers);
    const isLocal = ({ id }: UserAccount) => id === operator.userId;
    print(
      options,
      { users: users.map((user) => ({ ...shown(user), ...(isLocal(user) && { isUserOfThisMachine: true }) })) },
      users.map((user) => `${describe(user)}${isLocal(user) ? ', the user of this machine' : ''}`),
    );
  });
}

async function hashOfPasswordOnStdin(): Promise<string> {
  const bytes = await stdin();
  const password = Password.safeParse(bytes.toString().replace(/\r?\n$/, ''));
  if (!isUtf8(bytes)) throw new ConfigError('The password on stdin must be UTF-8');
  if (!password.success) throw new ConfigError(`The password on stdin ${password.error.issues[0]!.message}`);
  return hashPassword(password.data);
}

async function stdin(): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw new ConfigError('Pipe the password in, from a file or a password manager, because a terminal would show it');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const shown = ({ id, name, email, role, createdAt, organizationId, organizationName, ...user }: UserAccount) => ({
  userId: id,
  name,
  role,
  createdAt,
  ...(email !== null && { email }),
  ...(user.issuerUrl !== null && { vouchedFor: { issuer: user.issuerUrl, subject: user.subject } }),
  organization: { id: organizationId, name: organizationName },
  hasPassword: Boolean(user.hasPassword),
});

const describe = ({ id, name, email, role, organizationName, hasPassword, issuerUrl }: UserAccount) =>
  `${[id, email ?? '(no address)', JSON.stringify(name)].join(' ')}: ${role} of ${organizationName}, ${hasPassword ? 'with a password' : 'no password'}${issuerUrl === null ? '' : `, vouched for by ${issuerUrl}`}`;
