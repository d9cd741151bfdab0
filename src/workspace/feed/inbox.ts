import { InboxKind, type InboxItem } from '../../../schemas/inbox.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { Turn } from '../../turns/turn.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { newestConcerning, timeOf } from './inbox-sql.ts';
import { itemsOf } from './inbox-items-sql.ts';

export const inbox: Handlers<'inbox'> = {
  list: (context, { unseen, kinds = [...InboxKind.options], ...input }) =>
    context.database.read(async (db) => {
      const page = openPage(context, { unseen, kinds, ...input });
      const seenUntil = await seenUntilOf(db, context);
      const before = page.after ? String(page.after[0]) : unseen === false ? `${seenUntil} ~` : undefined;
      const since = unseen === true ? seenUntil : '';
      const { found, end } = await itemsBefore(db, context, { kinds, since, before, take: page.take });
      const { rows, nextCursor } = page.close(found, (row) => [row.key], { end });
      const items = rows.map(({ item }) => ({ ...item, seen: item.at <= seenUntil }));
      return { items, ...(seenUntil !== '' && { seenUntil }), nextCursor };
    }),

  seen: (context, { until, idempotencyKey }) =>
    once(context, idempotencyKey, { until }, async (tx) => {
      const { caller } = context;
      const at = new Date(Math.min(Date.parse(until), Date.now())).toISOString();
      const [user] = await raiseSeen(tx, { userId: caller.userId, at });
      await audit(tx, caller, 'inbox.seen', caller.userId);
      return { seenUntil: user!.inbox_seen_until };
    }),
};

interface Asked {
  readonly kinds: readonly InboxKind[];
  /** Items of this time and earlier are left out. */
  readonly since: string;
  /** The key behind which the page begins. */
  readonly before: string | undefined;
  readonly take: number;
}

interface Found {
  readonly key: string;
  readonly item: Omit<InboxItem, 'seen'>;
}

/**
 * Enough items to fill a page. `end` is the key where the search stopped after the most that one page may look at. Items
 * that the caller may no longer read are looked at too.
 */
async function itemsBefore(
  db: Db,
  context: Context,
  { kinds, since, before, take }: Asked,
): Promise<{ found: Found[]; end?: readonly [string] }> {
  const turn = new Turn({ subject: context.caller.userId });
  const asked = Object.fromEntries(kinds.map((kind) => [kind, 1 as const]));
  const found: Found[] = [];
  for (let left = limits.feedStretch, end = before; left > 0; left -= take) {
    const { keys, end: [stopped] = [] } = await newestConcerning(db, context, asked, end, take);
    const wanted = keys.filter((key) => timeOf(key) > since);
    const items = await itemsOf(db, context, wanted);
    found.push(...wanted.flatMap((key) => (items.has(key) ? [{ key, item: items.get(key)! }] : [])));
    const isLast = stopped === undefined ? wanted.length < take : timeOf(stopped) <= since;
    if (found.length >= take || isLast) return { found };
    end = stopped ?? keys.at(-1)!;
    if (stopped !== undefined || left <= take) return { found, end: [end] };
    await turn.yield();
  }
  return { found };
}

async function seenUntilOf(db: Db, { caller: { userId } }: Context): Promise<string> {
  const [user] = await findSeen(db, { userId });
  return user!.inbox_seen_until;
}

const findSeen = prepared((db, by: { userId: string }) =>
  db.selectFrom('users').select('inbox_seen_until').where('id', '=', by.userId),
);

const raiseSeen = prepared((db, by: { userId: string; at: string }) =>
  db
    .updateTable('users')
    .set((eb) => ({
      inbox_seen_until: eb
        .case()
        .when('inbox_seen_until', '<', by.at)
        .then(by.at)
        .else(eb.ref('inbox_seen_until'))
        .end(),
    }))
    .where('id', '=', by.userId)
    .returning('inbox_seen_until'),
);
