import { type RawBuilder, sql } from 'kysely';
import { lightRows } from '../../store/scan.ts';
import type { Db, LinkedType } from '../../store/tables.ts';
import type { LookedThrough, TextIndex } from '../../store/text-index.ts';
import { artifactIsReadable, fileIsReadable, type Reader, sessionIsVisible } from './access.ts';
import type { Context } from './context.ts';
import type { PageKeys } from './newest-sql.ts';
import { readerOf } from './reader.ts';
import { lookedThrough } from './search-homes-sql.ts';
import { isInChannel, versionOf } from './search-kinds-sql.ts';

interface Filters {
  readonly before?: string | undefined;
  readonly channelId?: string | undefined;
  readonly kind?: string | undefined;
  readonly take: number;
}

const isVisible: Record<LinkedType, (reader: Reader) => RawBuilder<boolean>> = {
  artifact: artifactIsReadable,
  file: fileIsReadable,
  session: sessionIsVisible,
};

/** More are not counted: a statement over them is heavy anyway. */
const mostCounted = lightRows + 1;
/** Querying the index takes as long as reading this many rows. */
const rowsPerLook = 10;

/** The IDs of a page of what has every word in its title, each word perhaps unfinished. */
export async function idsTitled(
  db: Db,
  context: Context,
  type: LinkedType,
  q: string,
  { before, channelId, kind, take }: Filters,
): Promise<PageKeys> {
  const { texts } = context.database;
  const reader = readerOf(context.caller);
  const where = await lookedThrough(db, context, reader, type);
  const resource = sql.table(`${type}s`);
  const conditions = [
    isVisible[type](reader),
    ...(before === undefined ? [] : [sql`${resource}.id < ${before}`]),
    ...(kind === undefined ? [] : [sql`${resource}.kind = ${kind}`]),
    ...(channelId === undefined ? [] : [isInChannel(type, channelId)]),
  ];
  const statement = sql`
    select distinct ${resource}.id from (${texts.titleHolds(where, q)}) as held
    cross join ${resource} on ${resource}.id = held.resource_id and ${versionOf(type)} = held.version_id
    where ${sql.join(conditions, sql` and `)} order by ${resource}.id desc limit ${take}`;
  const found = await context.scan(statement.compile(db), { rows: await looksOf(db, texts, where, q) });
  return { keys: found.map(([id]) => String(id)) };
}

/** How often it looks at something; counted only where few places are asked. */
async function looksOf(db: Db, texts: TextIndex, where: LookedThrough, q: string): Promise<number> {
  const looks = rowsPerLook * texts.looksForTitle(where, q);
  if (looks >= mostCounted) return looks;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from (${texts.someTitles(where, q)}) as held limit ${mostCounted}) as counted`.execute(db);
  return looks + rows[0]!.count;
}
