import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../../schemas/limits.ts';
import { engineOf } from '../../store/engine.ts';
import type { MergedKey, Merging, Source } from '../../store/merged-lists.ts';
import type { Db } from '../../store/tables.ts';
import { preparedShapes } from '../../store/prepared.ts';
import { Turn } from '../../turns/turn.ts';
import { hasManyChannels, isAttachedToLive, isLive, type Reader } from './access.ts';
import type { Context } from './context.ts';
import { readerOf } from './reader.ts';

/** Sorts behind every key. */
const behindAll = '~';

/** A key that a time and an ID make. */
export const timedKey = (at: string, id: string): RawBuilder<unknown> => sql.raw(`${at} || ' ' || ${id}`);

/** Whether a row of `links` attaches what is not in the trash, and to what is not. */
export const isAttachedLive = (type: 'file' | 'session'): RawBuilder<unknown> => sql`(
  ${isAttachedToLive(sql.ref('links.data_set'))} and exists (
    select 1 from ${sql.table(`${type}s`)} where id = links.resource_id and ${isLive(`${type}s`)}))`;

/** The ID in such a key. */
export const idOf = (key: RawBuilder<unknown>): RawBuilder<unknown> => sql`substr(${key}, 26)`;

/** Whether this time and ID come before such a key. */
export const comesBefore = (at: string, id: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.raw(at)}, ${sql.raw(id)}) < (substr(${key}, 1, 24), ${idOf(key)})`;

type Value = string | number;
type Filter = Readonly<Record<string, Value | undefined>>;

/** The most keys that one statement takes. */
const mostAtOnce = 1_000;

interface Taken {
  readonly key: string;
  readonly isListed: 0 | 1;
}

/** The keys of a page. The search for more stopped at `end`, after the most keys that one page may look at. */
export interface PageKeys {
  readonly keys: readonly string[];
  readonly end?: readonly [string];
}

/**
 * The keys of a page, the newest first, each once. No list is followed further than the page goes. Others have their
 * turns while many keys are passed over.
 */
export function newestKeys<Filters extends Filter>(
  sourcesOf: (asked: Filters & Reader) => readonly Source[],
): (db: Db, context: Context, filters: Filters, before: string | undefined, take: number) => Promise<PageKeys> {
  type Asked = Filters & Reader & { readonly before: string; readonly most: number };
  const statement = (db: Db, asked: Asked) => ({
    compile: () =>
      merged(db, {
        sources: sourcesOf(asked),
        from: sql`${asked.before}`,
        order: 'desc',
        most: asked.most,
      }).compile(db),
  });
  const here = preparedShapes<Asked, Taken>(statement);
  const find = async (db: Db, context: Context, asked: Asked): Promise<Taken[]> => {
    if (!(await hasManyChannels(db, asked))) return here(db, asked);
    const rows = await context.scan(statement(db, asked).compile(), { rows: Number.POSITIVE_INFINITY });
    return rows.map(([key, _source, _place, isListed]) => ({ key: String(key), isListed: isListed as 0 | 1 }));
  };
  return async (db, context, filters, first = behindAll, take) => {
    const turn = new Turn({ subject: context.caller.userId });
    const keys = new Set<string>();
    let before = first;
    let left: number = limits.listStretch;
    for (let next = 2 * take; left > 0; next *= 2) {
      const most = Math.min(next, mostAtOnce, left);
      const found = await find(db, context, { ...filters, ...readerOf(context.caller), before, most });
      found.sort((one, other) => (one.key < other.key ? 1 : -1));
      for (const { key, isListed } of found) if (isListed === 1) keys.add(key);
      if (keys.size >= take || found.length < most) return { keys: [...keys].slice(0, take) };
      before = lastSettled(found)?.key ?? before;
      left -= most;
      await turn.yield();
    }
    return { keys: [...keys], end: [before] };
  };
}

/** The last key that needs no further look. One that a list does not show may come again from another list. */
const lastSettled = (found: readonly Taken[]): Taken | undefined =>
  found.findLast(({ key, isListed }) => isListed === 1 || key !== found.at(-1)!.key);

/** Merges lists by taking the next key of all, up to `most` keys. A key in two lists comes twice. */
export const merged = <Key = string>(db: Db, merging: Merging): RawBuilder<MergedKey<Key>> =>
  merging.sources.length === 0
    ? sql`select null as key, null as source, null as place, null as "isListed" where false`
    : engineOf(db).mergedLists(merging);

/** The reader, as a place. */
export const thePerson = ({ userId }: Reader): RawBuilder<unknown> => sql`select ${userId} as id`;
