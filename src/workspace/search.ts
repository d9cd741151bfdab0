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
 * A resource ranks by its best passage, among what the caller may read. How rare a word is counts over the whole index.
 * That shifts as texts are added, so a later page goes on behind the last result where it ranks now, and leaves out what was
 * made since the first.
 */
async function ranked(db: Db, context: Context, scope: Scope, page: Page, q: string) {
  const [lastScore, lastId, given] = page.after ?? [];
  const began = given === undefined ? new Date().toISOString() : String(given);
  const behind = sql`where (score, id) < (coalesce((select score from ranked where id = ${lastId}), ${lastScore}), ${lastId})`;
  const { rows: found } = await sql<Found>`
    with matched as materialized (${matches(q)}),
    ranked as (
      select readable.type, readable.id, passages.title, readable.at, max(matched.score) as score, matched.passage
      from matched
      join passages on passages.id = matched.passage
      join (${readableResources(scope)}) as readable
        on readable.id = passages.resource_id and readable.version_id = passages.version_id
      where readable.created_at <= ${began}
      group by readable.id)
    select * from ranked ${lastId === undefined ? sql`` : behind}
    order by score desc, id desc
    limit ${page.take}`.execute(db);
  const { rows, nextCursor } = page.close(found, (row) => [row.score, row.id, began]);
  const texts = await snippetsOf(
    db,
    q,
    rows.map((row) => row.passage),
  );
  return { results: rows.map((row) => present(context, row, texts.get(row.passage) ?? '')), nextCursor };
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

/** Each kind of resource that can be found, as far as the reader may read it; of sessions their own. */
const kinds: Record<SearchType, (reader: Reader) => RawBuilder<unknown>> = {
  artifact: (reader) => sql`
    select 'artifact' as type, artifacts.id, artifacts.current_version_id as version_id, artifacts.updated_at as at, artifacts.created_at
    from artifacts where ${artifactIsReadable(reader)}`,
  file: (reader) => sql`
    select 'file' as type, files.id, files.id as version_id, files.created_at as at, files.created_at
    from files where ${fileIsReadable(reader)}`,
  session: (reader) => sql`
    select 'session' as type, sessions.id, sessions.id as version_id, sessions.updated_at as at, sessions.created_at
    from sessions where sessions.owner_id = ${reader.userId}`,
};

function readableResources({ reader, types, channelId }: Scope): RawBuilder<unknown> {
  const all = sql.join(
    types.map((type) => kinds[type](reader)),
    sql` union all `,
  );
  if (channelId === undefined) return all;
  return sql`select * from (${all}) as resource where resource.id in (
    select artifacts.id from artifacts where artifacts.channel_id = ${channelId}
    union select links.resource_id from links where links.target_type = 'channel' and links.target_id = ${channelId})`;
}

function present({ publicUrl }: Context, row: Found, text: string): SearchResult {
  const { type, id, title, score, at } = row;
  return { type, id, title, url: `${publicUrl()}/${type}s/${id}`, snippet: text, score, at };
}
