import { type RawBuilder, sql } from 'kysely';
import { type SearchResult, SearchType } from '../../schemas/search.ts';
import type { Db } from '../store/database.ts';
import { matches, snippets, words } from '../store/fulltext.ts';
import { artifactIsReadable, fileIsReadable, type Reader } from './access.ts';
import type { Handlers } from './call.ts';
import { readableChannelId } from './channels.ts';
import type { Context } from './context.ts';
import { openPage, type Page } from './page.ts';

export const search: Handlers<'search'> = {
  run: (context, input) =>
    context.database.read(async (db) => {
      const page = openPage(context, input);
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const types = input.types?.length ? input.types : SearchType.options;
      const scope: Scope = { reader: context.caller, types, channelId };
      if (input.q === undefined) return newest(db, context, scope, page);
      return words(input.q).length === 0 ? { results: [] } : ranked(db, context, scope, page, input.q);
    }),
};

interface Scope {
  readonly reader: Reader;
  readonly types: readonly SearchType[];
  readonly channelId: string | undefined;
}

interface Found {
  readonly type: SearchType;
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly at: string;
  readonly passage: number;
}

/**
 * A resource ranks by its best passage, among what the caller may read. How rare a word is counts over the whole index, so
 * scores are told only relative to the best of the page: they say nothing of texts that the caller may not read. The order
 * shifts as texts are added; a later page goes on behind the last result where it ranks now, and leaves out what was made
 * since the first.
 */
async function ranked(db: Db, context: Context, scope: Scope, page: Page, q: string) {
  const [lastId, lastPlace, given] = page.after ?? [];
  const began = given === undefined ? new Date().toISOString() : String(given);
  const behind = sql`where place > coalesce((select place from ranked where id = ${lastId}), ${lastPlace})`;
  const { rows: found } = await sql<Found & { place: number }>`
    with matched as materialized (${matches(q)}),
    best as (
      select passages.resource_id, passages.version_id, passages.title, matched.score, matched.passage, row_number() over (
        partition by passages.resource_id, passages.version_id order by matched.score desc, matched.passage) as number
      from matched join passages on passages.id = matched.passage
      where passages.resource_type in (${sql.join(scope.types)}) ${inChannel(sql.ref('passages.resource_id'), scope)}),
    hit as materialized (select * from best where number = 1),
    readable as (${readableHits(scope)}),
    ranked as (
      select readable.*, row_number() over (order by score desc, id desc) as place
      from readable ${lastId === undefined ? sql`` : sql`where created_at <= ${began}`})
    select * from ranked ${lastId === undefined ? sql`` : behind}
    order by place
    limit ${page.take}`.execute(db);
  const { rows, nextCursor } = page.close(found, (row) => [row.id, row.place, began]);
  const texts = await snippetsOf(
    db,
    q,
    rows.map((row) => row.passage),
  );
  const best = rows[0]?.score ?? 1;
  const relative = (score: number) => Math.max(Math.round((100 * score) / best), 1) / 100;
  return {
    results: rows.map((row) => present(context, { ...row, score: relative(row.score) }, texts.get(row.passage) ?? '')),
    nextCursor,
  };
}

async function newest(db: Db, context: Context, scope: Scope, page: Page) {
  const [at, id] = page.after ?? [];
  const { rows: found } = await sql<Found>`
    select readable.type, readable.id, readable.at, 0 as score, first.id as passage, first.title
    from (${readableResources(scope)}) as readable
    join passages as first on first.id = (
      select min(passages.id) from passages where passages.resource_id = readable.id and passages.version_id = readable.version_id)
    ${id === undefined ? sql`` : sql`where (readable.at, readable.id) < (${at}, ${id})`}
    order by readable.at desc, readable.id desc
    limit ${page.take}`.execute(db);
  const { rows, nextCursor } = page.close(found, (row) => [row.at, row.id]);
  return { results: rows.map((row) => present(context, row, '')), nextCursor };
}

async function snippetsOf(db: Db, q: string, passages: readonly number[]): Promise<Map<number, string>> {
  if (passages.length === 0) return new Map();
  const { rows } = await snippets(q, passages).execute(db);
  return new Map(rows.map((row) => [row.passage, row.snippet]));
}

/** Each kind of resource that can be found: what a result shows of it, which version is current, and what of it the reader may find. */
interface Kind {
  readonly columns: RawBuilder<unknown>;
  readonly versionId: RawBuilder<unknown>;
  readonly isFound: (reader: Reader) => RawBuilder<unknown>;
}

const kinds: Record<SearchType, Kind> = {
  artifact: {
    columns: sql`'artifact' as type, artifacts.id, artifacts.updated_at as at, artifacts.created_at`,
    versionId: sql.ref('artifacts.current_version_id'),
    isFound: artifactIsReadable,
  },
  file: {
    columns: sql`'file' as type, files.id, files.created_at as at, files.created_at`,
    versionId: sql.ref('files.id'),
    isFound: fileIsReadable,
  },
  session: {
    columns: sql`'session' as type, sessions.id, sessions.updated_at as at, sessions.created_at`,
    versionId: sql.ref('sessions.id'),
    isFound: (reader) => sql`sessions.owner_id = ${reader.userId}`,
  },
};

const readableResources = (scope: Scope): RawBuilder<unknown> =>
  eachKind(
    scope,
    (table, { columns, versionId }) => sql`select ${columns}, ${versionId} as version_id from ${table} where true`,
  );

/** Goes from the hits to their resources, each by its ID, and never through all that the caller may read. */
const readableHits = (scope: Scope): RawBuilder<unknown> =>
  eachKind(
    scope,
    (table, { columns, versionId }) => sql`select ${columns}, hit.title, hit.score, hit.passage
      from hit cross join ${table} on ${table}.id = hit.resource_id and ${versionId} = hit.version_id where true`,
  );

function eachKind(
  scope: Scope,
  select: (table: RawBuilder<unknown>, kind: Kind) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofKind = (type: SearchType) => {
    const table = sql.table(`${type}s`);
    return sql`${select(table, kinds[type])} and ${kinds[type].isFound(scope.reader)} ${inChannel(sql`${table}.id`, scope)}`;
  };
  return sql.join(scope.types.map(ofKind), sql` union all `);
}

/** At home in the channel of the scope, or attached to it. */
function inChannel(id: RawBuilder<unknown>, { channelId }: Scope): RawBuilder<unknown> {
  if (channelId === undefined) return sql``;
  return sql`and ${id} in (
    select artifacts.id from artifacts where artifacts.channel_id = ${channelId}
    union select links.resource_id from links where links.target_type = 'channel' and links.target_id = ${channelId})`;
}

function present({ publicUrl }: Context, row: Found, text: string): SearchResult {
  const { type, id, title, score, at } = row;
  return { type, id, title, url: `${publicUrl()}/${type}s/${id}`, snippet: text, score, at };
}
