import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../../store/engine.ts';
import type { MergedKey, Merging, Source } from '../../store/merged-lists.ts';
import type { Db } from '../../store/tables.ts';
import { preparedShapes } from '../../store/prepared.ts';
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

/** Whether this time and ID come before such a key. */
export const comesBefore = (at: string, id: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.raw(at)}, ${sql.raw(id)}) < (substr(${key}, 1, 24), substr(${key}, 26))`;

type Value = string | number;
type Filter = Readonly<Record<string, Value | undefined>>;

/** The keys of a page, the newest first, each once. No list is followed further than the page goes. */
export function newestKeys<Filters extends Filter>(
  sourcesOf: (asked: Filters & Reader) => readonly Source[],
): (db: Db, context: Context, filters: Filters, before: string | undefined, take: number) => Promise<string[]> {
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
  const here = preparedShapes<Asked, { key: string }>(statement);
  const find = async (db: Db, context: Context, asked: Asked): Promise<string[]> => {
    if (!(await hasManyChannels(db, asked))) return (await here(db, asked)).map(({ key }) => key);
    const rows = await context.scan(statement(db, asked).compile(), { rows: Number.POSITIVE_INFINITY });
    return rows.map(([key]) => String(key));
  };
  return async (db, context, filters, first = behindAll, take) => {
    const keys = new Set<string>();
    const most = 2 * take;
    for (let before = first; ; ) {
      const found = await find(db, context, { ...filters, ...readerOf(context.caller), before, most });
      found.sort().reverse();
      for (const key of found) keys.add(key);
      if (keys.size >= take || found.length < most) return [...keys].slice(0, take);
      before = found.at(-1)!;
    }
  };
}

/** Merges lists by taking the next key of all, up to `most` keys. A key in two lists comes twice. */
export const merged = <Key = string>(db: Db, merging: Merging): RawBuilder<MergedKey<Key>> =>
  merging.sources.length === 0
    ? sql`select null as key, null as source, null as place where false`
    : engineOf(db).mergedLists(merging);

/** The reader, as a place. */
export const thePerson = ({ userId }: Reader): RawBuilder<unknown> => sql`select ${userId} as id`;
