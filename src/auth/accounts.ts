import { foldedEmail } from '../../schemas/accounts.ts';
import type { Database, Steps } from '../store/database.ts';
import { sharedTime } from '../store/shared-time.ts';
import { removingAll } from '../store/stretches.ts';
import type { Db } from '../store/tables.ts';
import { authorizationsOf, forgetOldFailures, removalOf } from './forgetting.ts';
import { digestOf, networkOf } from './networks.ts';
import { isPasswordOf } from './passwords.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The sender's address. */
  readonly address: string;
}

type SignIn = { readonly userId: string } | { readonly refused: 'wrong' } | Wait;
type Wait = { readonly refused: 'wait'; readonly seconds: number };

/**
 * Signs in by address and password. An unknown address costs and answers like a wrong password. Repeated failures
 * lengthen the wait, by account and by network. Nobody is locked out for ever.
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

/**
 * Confirms a signed-in person's password. Wrong ones count like failed sign-ins of the account. Without a password none
 * is right.
 */
export async function confirmPassword(
  database: Database,
  { email, password, userId }: { readonly email: string; readonly password: string; readonly userId: string },
): Promise<{ readonly confirmed: true } | { readonly refused: 'wrong' } | Wait> {
  const guessed = [accountNamed(email)];
  const seconds = await database.write('service', (tx) => countAttempt(tx, guessed));
  if (seconds > 0) return { refused: 'wait', seconds };
  const user = await database.read((db) => findPassword(db, email));
  if (!(await isPasswordOf(user?.hash, password, userId))) return { refused: 'wrong' };
  await database.write('service', (tx) => forget(tx, guessed[0]!));
  return { confirmed: true };
}

/** Replaces the user's password. Earlier failed attempts no longer count. */
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
 * Revokes a user's sign-ins, grants and tokens, which may be very many. Returns how many ms later new tokens are valid.
 * Tokens end first. At last a token ends that was issued meanwhile.
 */
export async function* endSignIns(tx: Db, userId: string): Steps<number> {
  await endTokens(tx, userId);
  yield* removingAll(removalOf((db) => authorizationsOf(db, userId)))(tx);
  return endTokens(tx, userId);
}

/** Tokens carry whole seconds, so every token of the present second ends too. */
async function endTokens(tx: Db, userId: string): Promise<number> {
  const now = await sharedTime(tx);
  const validFrom = Math.floor(now / 1_000) + 1;
  await tx.updateTable('users').set({ tokens_valid_from: validFrom }).where('id', '=', userId).execute();
  return validFrom * 1_000 - now;
}

/** Whether anybody can sign in with a password. */
export const someoneHasPassword = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('passwords').select('user_id').limit(1).execute()).length > 0;

async function findPassword(db: Db, email: string) {
  return db
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id as userId', 'passwords.hash'])
    .where('users.email', '=', foldedEmail(email))
    .executeTakeFirst();
}

/** The account or network that failed sign-ins count against. */
interface Guessed {
  /** A digest, because the address field may contain anything, even a password. */
  readonly subject: string;
  /** Failures allowed before anybody waits. */
  readonly free: number;
  /** The longest wait. One failure is also forgotten per this time. */
  readonly mostSeconds: number;
}

const accountNamed = (email: string): Guessed => ({
  subject: digestOf('account', foldedEmail(email)),
  free: 5,
  mostSeconds: 300,
});

/** More patient, because many people may share an address. */
const networkAround = (address: string): Guessed => ({
  subject: digestOf('network', networkOf(address)),
  free: 30,
  mostSeconds: 60,
});

/**
 * Returns the seconds to wait. If zero, counts the attempt before it is made, so that parallel attempts cannot evade
 * the limit.
 */
async function countAttempt(tx: Db, guessed: readonly Guessed[]): Promise<number> {
  const now = await sharedTime(tx);
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
  // Clocks may step back a little. A much later time was counted before the clock was set back, and does not delay
  // anybody.
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

/**
 * Forgets the account's failures. The network's count loses only this attempt, so that one's own account does not help
 * guessing.
 */
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
