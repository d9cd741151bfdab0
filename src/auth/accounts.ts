import { sql } from 'kysely';
import { foldedEmail } from '../../schemas/accounts.ts';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { forgetOldFailures } from './forgetting.ts';
import { digestOf, networkOf } from './networks.ts';
import { isPasswordOf } from './passwords.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of whoever sends them. */
  readonly address: string;
}

type SignIn = { readonly userId: string } | { readonly refused: 'wrong' } | Wait;
type Wait = { readonly refused: 'wait'; readonly seconds: number };

/**
 * Who has this address and password. An address that nobody has costs and answers as a wrong password does. Whoever guesses
 * waits longer each time, by the account and by the network that it comes from; nobody is locked out for ever.
 */
export async function signIn(database: Database, { email, password, address }: Credentials): Promise<SignIn> {
  const guessed = [accountNamed(email), networkAround(address)] as const;
  const seconds = await database.write('service', (tx) => countAttempt(tx, guessed));
  if (seconds > 0) return { refused: 'wait', seconds };
  const user = await database.read((db) => findPassword(db, email));
  if (!(await isPasswordOf(user?.hash, password, networkOf(address)))) return { refused: 'wrong' };
  await database.write('service', (tx) => forgive(tx, guessed));
  return { userId: user!.userId };
}

/** From now on it is the user's only one, and what was guessed before counts no more. */
export async function setPassword(tx: Db, user: { readonly id: string; readonly email: string }, hash: string) {
  const row = { hash, changed_at: new Date().toISOString() };
  await tx
    .insertInto('passwords')
    .values({ user_id: user.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await forget(tx, accountNamed(user.email));
}

/**
 * Ends what a user is signed in to: their sign-ins, the applications that they let in, and every token that speaks for them.
 * A token says in whole seconds when it was issued, so those of the present second end too, whether issued before or after;
 * returns the second from which on new ones are good.
 */
export async function endSignIns(tx: Db, userId: string): Promise<number> {
  const validFrom = Math.floor(Date.now() / 1_000) + 1;
  await tx.updateTable('users').set({ tokens_valid_from: validFrom }).where('id', '=', userId).execute();
  await authorizationsOf(tx, userId).execute();
  return validFrom;
}

/** Deletes whatever a person is signed in to and has let in. */
export const authorizationsOf = (tx: Db, userId: string) =>
  tx.deleteFrom('authorizations').where(sql`payload ->> 'accountId'`, '=', userId);

async function findPassword(db: Db, email: string) {
  return db
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id as userId', 'passwords.hash'])
    .where('users.email', '=', foldedEmail(email))
    .executeTakeFirst();
}

/** Who or where wrong passwords come for. */
interface Guessed {
  /** A digest: what was typed into the field of the address may be anything, even a password. */
  readonly subject: string;
  /** So many may be wrong before anybody waits. */
  readonly free: number;
  /** The longest wait; and after so long, one wrong password is forgotten. */
  readonly mostSeconds: number;
}

const accountNamed = (email: string): Guessed => ({
  subject: digestOf('account', foldedEmail(email)),
  free: 5,
  mostSeconds: 300,
});

/** Many people may share an address, so it is more patient. */
const networkAround = (address: string): Guessed => ({
  subject: digestOf('network', networkOf(address)),
  free: 30,
  mostSeconds: 60,
});

/**
 * How long to wait; if not at all, the attempt is counted before it is made, so that many at once are no way around.
 */
async function countAttempt(tx: Db, guessed: readonly Guessed[]): Promise<number> {
  const now = Date.now();
  await forgetOldFailures(tx);
  const counts = await Promise.all(guessed.map((one) => countOf(tx, one, now)));
  const seconds = Math.max(...counts.map(({ waits }) => waits));
  if (seconds > 0) return seconds;
  for (const [index, { subject }] of guessed.entries()) await setCount(tx, subject, counts[index]!.failures + 1, now);
  return 0;
}

async function countOf(tx: Db, { subject, free, mostSeconds }: Guessed, now: number) {
  const row = await tx
    .selectFrom('sign_in_failures')
    .select(['failures', 'at'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row) return { failures: 0, waits: 0 };
  const since = (now - Date.parse(row.at)) / 1_000;
  // Clocks go a little backwards by themselves; what is to come much later was counted before the clock was put back, and nobody waits until it comes.
  const passed = -since > mostSeconds ? mostSeconds : Math.max(0, since);
  const failures = Math.max(0, row.failures - Math.floor(passed / mostSeconds));
  const pause = failures < free ? 0 : Math.min(2 ** (failures - free), mostSeconds);
  return { failures, waits: Math.max(0, Math.ceil(pause - passed)) };
}

async function setCount(tx: Db, subject: string, failures: number, now: number): Promise<void> {
  const row = { failures, at: new Date(now).toISOString() };
  await tx
    .insertInto('sign_in_failures')
    .values({ subject, ...row })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
    .execute();
}

/** The account's count begins anew; of the network's only this attempt is taken back, since an account of one's own must not be a way to guess on. */
async function forgive(tx: Db, [account, network]: readonly [Guessed, Guessed]): Promise<void> {
  await forget(tx, account);
  await tx
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject', '=', network.subject)
    .execute();
}

async function forget(tx: Db, { subject }: Guessed): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}
