import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { Email, Password } from '../../schemas/accounts.ts';
import { Title } from '../../schemas/common.ts';
import { setPassword } from '../auth/accounts.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type Config, ConfigError } from '../config.ts';
import { audit } from '../workspace/audit.ts';
import { organizationNamed } from '../workspace/organizations.ts';
import { addUser, listUsers, removeUser, updateUser, type UserAccount, userNamed } from '../workspace/user-accounts.ts';
import { administer, optionsOf, type Printing, print } from './administration.ts';

export interface AddUserOptions extends Printing {
  readonly email: string;
  readonly name: string;
  readonly role?: string;
  readonly organization?: string;
  readonly passwordStdin: boolean;
}

export interface UpdateUserOptions extends Printing {
  readonly email: string;
  readonly name?: string;
  readonly role?: string;
}

export interface UserPasswordOptions extends Printing {
  readonly email: string;
  readonly passwordStdin: boolean;
}

export interface RemoveUserOptions extends Printing {
  readonly email: string;
}

const Role = z.enum(['admin', 'member'], 'must be admin or member');
const Details = z.object({ email: Email, name: Title, role: Role.default('member') });
const Changes = z.object({ name: Title.optional(), role: Role.optional() });
const Who = z.object({ email: Email });

/** `workspace admin users add`: without a password they can only use tokens. */
export async function addNewUser(config: Config, options: AddUserOptions): Promise<void> {
  const details = optionsOf(Details, options);
  const hash = options.passwordStdin ? await hashOfPasswordOnStdin() : undefined;
  await administer(config, async ({ database, operator }) => {
    const user = await database.write(async (tx) => {
      const organization = await organizationNamed(tx, options.organization ?? operator.organizationId);
      const { id } = await addUser(tx, operator, { ...details, organizationId: organization.id });
      if (hash !== undefined) {
        await setPassword(tx, { id, email: details.email }, hash);
        await audit(tx, { ...operator, organizationId: organization.id }, 'user.password_set', id);
      }
      return userNamed(tx, details.email);
    });
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users update`: what is not named stays. */
export async function updateOneUser(config: Config, options: UpdateUserOptions): Promise<void> {
  const { email } = optionsOf(Who, options);
  const changes = optionsOf(Changes, options);
  if (Object.keys(changes).length === 0) throw new ConfigError('--name or --role must be given');
  await administer(config, async ({ database, operator }) => {
    const user = await database.write((tx) => updateUser(tx, operator, email, changes));
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users password`. */
export async function setUserPassword(config: Config, options: UserPasswordOptions): Promise<void> {
  const { email } = optionsOf(Who, options);
  if (!options.passwordStdin)
    throw new ConfigError('--password-stdin must be given; a password never stands in a command');
  const hash = await hashOfPasswordOnStdin();
  await administer(config, async ({ database, operator }) => {
    const user = await database.write(async (tx) => {
      const { id, organizationId } = await userNamed(tx, email);
      await setPassword(tx, { id, email }, hash);
      await audit(tx, { ...operator, organizationId }, 'user.password_set', id);
      return userNamed(tx, email);
    });
    print(options, shown(user), [describe(user)]);
  });
}

/** `workspace admin users remove`. */
export async function removeOneUser(config: Config, options: RemoveUserOptions): Promise<void> {
  const { email } = optionsOf(Who, options);
  await administer(config, async ({ database, operator }) => {
    const { id } = await database.write((tx) => removeUser(tx, operator, email));
    print(options, { userId: id, removed: true }, [`${id} was removed`]);
  });
}

/** `workspace admin users list`. */
export async function listOfUsers(config: Config, options: Printing): Promise<void> {
  await administer(config, async ({ database }) => {
    const users = await database.read(listUsers);
    print(options, { users: users.map(shown) }, users.map(describe));
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
    throw new ConfigError(
      'Pipe the password in, from a file or a password manager, for here it would show as you type',
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const shown = ({ id, email, organizationId, organizationName, hasPassword, ...user }: UserAccount) => ({
  userId: id,
  ...user,
  ...(email !== null && { email }),
  organization: { id: organizationId, name: organizationName },
  hasPassword: Boolean(hasPassword),
});

const describe = ({ id, name, email, role, organizationName, hasPassword }: UserAccount) =>
  `${id} ${email === null ? '(the user of this machine)' : email} "${name}": ${role} of ${organizationName}, ${hasPassword ? 'with a password' : 'no password'}`;
