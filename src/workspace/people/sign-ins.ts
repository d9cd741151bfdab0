import { dayMs } from '../../../schemas/durations.ts';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { SignIn } from '../../../schemas/me.ts';
import { addNamedToken, type NamedToken, type NewNamedToken, tokenNamesOf } from '../../auth/named-tokens-sql.ts';
import { endSignIn, type OwnSignIn, removeSomeIssued, signInsOf } from '../../auth/own-sign-ins-sql.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import { confirmedAddress } from './me.ts';
import { requireStillSignedIn } from './users.ts';

/** Where the caller is signed in. */
export const signIns: Handlers<'signIns'> = {
  async list(context, input) {
    context.onClock();
    const page = openPage(context, input);
    const after = String(page.after?.[0] ?? '');
    const found = await context.database.read((db) => signInsOf(db, context.scan, context.caller, after, page.take));
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    const { sessionId } = context.caller;
    const marked = rows.map((row) => ({ ...shown(row), ...(row.id === sessionId && { current: true as const }) }));
    return { signIns: marked, nextCursor };
  },

  async makeToken(context, { name, scopes, expiresInDays, currentPassword }) {
    const { caller, database, issueToken } = context;
    const beyond = scopes.find((scope) => !caller.scopes.includes(scope));
    if (beyond) throw invalidRequest('/scopes', `names ${beyond}, which this sign-in does not have`);
    await confirmedAddress(context, currentPassword);
    const request = { userId: caller.userId, scopes, lifetimeSeconds: (expiresInDays * dayMs) / 1_000 };
    const made = await database.write(caller, async (tx) => {
      await requireStillSignedIn(tx, caller);
      return makeNamedToken(tx, caller, { ...request, name });
    });
    const token = await issueToken({ ...request, grantId: made.id });
    return { signIn: shown({ ...made, client: undefined, name, scopes }), token };
  },

  end: ({ caller, database }, { signInId }) =>
    database.writeInStretches(caller, async function* (tx) {
      if (!(await endSignIn(tx, caller.userId, signInId))) return { deleted: true as const };
      await audit(tx, caller, 'user.sign_in_ended', caller.userId);
      while (await removeSomeIssued(tx, signInId)) yield;
      return { deleted: true as const };
    }),
};

/** The same for the command of whoever can open the data folder. */
export const keepNamedToken = (database: Database, caller: Caller, token: NewNamedToken): Promise<NamedToken> =>
  database.write(caller, (tx) => makeNamedToken(tx, caller, token));

/** Keeps the row of a new token. Two tokens never share a name, so a repeated request makes one token. */
async function makeNamedToken(tx: Db, caller: Caller, token: NewNamedToken): Promise<NamedToken> {
  const names = await tokenNamesOf(tx, caller.userId);
  if (names.includes(token.name))
    throw invalidRequest('/name', 'is that of another token of yours; choose a new name, or end that token first');
  if (names.length >= limits.tokensEach)
    throw new WorkspaceError('forbidden', `You have ${limits.tokensEach} tokens already. End one of them first.`);
  const made = await addNamedToken(tx, token);
  await audit(tx, caller, 'user.token_made', caller.userId, { subjectId: made.id });
  return made;
}

const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

const shown = ({ id, client, name, scopes, since, expiresAt }: OwnSignIn): SignIn => ({
  id,
  ...(client
    ? { type: 'application', client, scopes: [...scopes] }
    : name === undefined
      ? { type: 'browser' }
      : { type: 'token', name, scopes: [...scopes] }),
  since: timeOf(since),
  expiresAt: timeOf(expiresAt),
});
