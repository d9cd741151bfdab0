import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../store/tables.ts';
import { preparedShapes } from '../../store/prepared.ts';
import { hasManyChannels, isAttachedToLive, isLive, type Reader } from './access.ts';
import type { Context } from './context.ts';
import { readerOf } from './reader.ts';

/**
 * Lists to merge into a page, one for each place. A place is a person or a channel. The list is an index that begins
 * with the place. `next` selects the key beside a given key in the list of a place, in the direction of the page.
 */
export interface Source {
  readonly places: RawBuilder<unknown>;
  readonly next: (place: RawBuilder<unknown>, key: RawBuilder<unknown>) => RawBuilder<unknown>;
}

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
    compile: () => merged(sourcesOf(asked), sql`${asked.before}`, asked.most, 'desc').compile(db),
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

/** A key of a merged list. Its source is the number of the list's kind. */
export interface MergedKey<Key> {
  readonly key: Key;
  readonly source: number;
  readonly place: string;
}

/** Merges lists by taking the next key of all, up to `most` keys. A key in two lists comes twice. */
export function merged<Key = string>(
  sources: readonly Source[],
  from: RawBuilder<unknown>,
  most: number,
  order: 'asc' | 'desc',
): RawBuilder<MergedKey<Key>> {
  if (sources.length === 0) return sql`select null as key, null as source, null as place where false`;
  const next = (place: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
    sql`case source ${sql.join(
      sources.map((source, index) => sql`when ${sql.lit(index)} then (${source.next(place, key)})`),
      sql` `,
    )} end`;
  const places = sources.map((source, index) => sql`select ${sql.lit(index)} as source, id from (${source.places})`);
  return sql`
    with recursive found(source, place, key) as (
      select source, id, ${next(sql`place.id`, from)} from (${sql.join(places, sql` union all `)}) as place
      union all
      select source, place, ${next(sql`found.place`, sql`found.key`)} from found where key is not null
      order by 3 ${sql.raw(order)} nulls last limit ${most})
    select key, source, place from found where key is not null`;
}

/** The reader, as a place. */
export const thePerson = ({ userId }: Reader): RawBuilder<unknown> => sql`select ${userId} as id`;
