import type { SignIn } from '../../../schemas/me.ts';
import { endSignIn, type OwnSignIn, removeSomeIssued, signInsOf } from '../../auth/own-sign-ins-sql.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';

/** Where the caller is signed in. */
export const signIns: Handlers<'signIns'> = {
  async list(context, input) {
    context.onClock();
    const page = openPage(context, input);
    const after = String(page.after?.[0] ?? '');
    const found = await context.database.read((db) => signInsOf(db, context.caller, after, page.take));
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { signIns: rows.map(shown), nextCursor };
  },

  end: ({ caller, database }, { signInId }) =>
    database.writeInStretches(caller, async function* (tx) {
      if (!(await endSignIn(tx, caller.userId, signInId))) return { deleted: true as const };
      await audit(tx, caller, 'user.sign_in_ended', caller.userId);
      while (await removeSomeIssued(tx, signInId)) yield;
      return { deleted: true as const };
    }),
};

const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

const shown = ({ id, client, scopes, since, expiresAt }: OwnSignIn): SignIn => ({
  id,
  ...(client ? { type: 'application', client, scopes: [...scopes] } : { type: 'browser' }),
  since: timeOf(since),
  expiresAt: timeOf(expiresAt),
});
