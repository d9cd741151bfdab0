import { type RawBuilder, sql } from 'kysely';
import { type SearchResult, SearchType } from '../../schemas/search.ts';
import { timestampOf } from '../query/dates.ts';
import { type ChangePlace, lastChangedRows, lastChangesOf } from '../store/data-tables.ts';
import type { Db, ScannedRow } from '../store/database.ts';
import { hitCount, matches, snippets, words } from '../store/fulltext.ts';
import { lastIdOf } from '../store/ids.ts';
import { eachOf } from '../store/prepared.ts';
import { artifactIsReadable, dataSetIsReadable, fileIsReadable, postIsReadable, type Reader } from './access.ts';
import type { Handlers } from './call.ts';
import { readableChannelId } from './channels.ts';
import type { Context } from './context.ts';
import { openPage, type Page } from './page.ts';
import { recordUrl } from './record-places.ts';
import { titleOfPost } from './said.ts';
import { discussionUrl } from './shown-in-channel.ts';

export const search: Handlers<'search'> = {
  run: (context, input) =>
    context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
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
}

interface Hit extends Found {
  readonly passage: number;
  readonly place: number;
}

const hitColumns = ['type', 'id', 'title', 'score', 'at', 'passage', 'place'] as const satisfies (keyof Hit)[];

const hitOf = (row: ScannedRow): Hit =>
  Object.fromEntries(hitColumns.map((column, place) => [column, row[place]])) as unknown as Hit;

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
  const ranking = sql`
    with matched as materialized (${matches(q)}),
    best as (
      select passages.resource_id, passages.version_id, passages.title, matched.score, matched.passage, row_number() over (
        partition by passages.resource_id, passages.version_id order by matched.score desc, matched.passage) as number
      from matched join passages on passages.id = matched.passage
      where passages.resource_type in (${sql.join(scope.types)}) and ${passageIsIn(scope)}),
    hit as materialized (select * from best where number = 1),
    readable as (${readableHits(scope, lastId === undefined ? undefined : began)}),
    ranked as (
      select readable.*, row_number() over (order by score desc, id desc) as place
      from readable)
    select ${sql.join(hitColumns.map((column) => sql.ref(column)))} from ranked ${lastId === undefined ? sql`` : behind}
    order by place
    limit ${page.take}`.compile(db);
  const found = await context.scan(ranking, { rows: rowsPerHit * (await hitsOf(db, q)) });
  const { rows, nextCursor } = page.close(found.map(hitOf), (row) => [row.id, row.place, began]);
  const texts = await snippetsOf(
    db,
    q,
    rows.map((row) => row.passage),
  );
  const best = rows[0]?.score ?? 1;
  const relative = (score: number) => Math.max(Math.round((100 * score) / best), 1) / 100;
  const shown = rows.map((row) => ({ ...row, score: relative(row.score), snippet: texts.get(row.passage) ?? '' }));
  return { results: await presentAll(db, context, shown), nextCursor };
}

/** Ranking a hit takes as long as looking at so many rows. */
const rowsPerHit = 10;
/** More hits are not counted: that they are many is enough to know. */
const mostHitsCounted = 1_000;

async function hitsOf(db: Db, q: string): Promise<number> {
  const { rows } = await hitCount(q, mostHitsCounted).execute(db);
  return rows[0]!.hits;
}

/** What was changed last, of every kind; of each Data Set the records that may be on the page. */
async function newest(db: Db, context: Context, scope: Scope, page: Page) {
  const [at, id] = page.after ?? [];
  const behind = id === undefined ? undefined : { at: Date.parse(String(at)), id: String(id) };
  const found = [
    ...(await newestResources(db, scope, page)),
    ...(scope.types.includes('record') ? await newestRecords(db, scope, page.take, behind) : []),
  ];
  const { rows, nextCursor } = page.close(found.sort(byChange).slice(0, page.take), (row) => [row.at, row.id]);
  const results = await presentAll(
    db,
    context,
    rows.map((row) => ({ ...row, snippet: '' })),
  );
  return { results, nextCursor };
}

/** The newest first; as the database orders texts, so not by locale. */
function byChange(a: Found, b: Found): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

async function newestResources(db: Db, scope: Scope, page: Page): Promise<Found[]> {
  const types = scope.types.filter((type) => type !== 'record');
  if (types.length === 0) return [];
  const { rows } = await resourcesByChange({ ...scope, types }, page).execute(db);
  return rows;
}

export function resourcesByChange(scope: Scope, page: Pick<Page, 'after' | 'take'>) {
  const [at, id] = page.after ?? [];
  return sql<Found>`
    select readable.type, readable.id, readable.at, 0 as score, first.title
    from (${readableResources(scope)}) as readable
    join passages as first on first.id = (
      select min(passages.id) from passages where passages.resource_id = readable.id and passages.version_id = readable.version_id)
    ${id === undefined ? sql`` : sql`where (readable.at, readable.id) < (${at}, ${id})`}
    order by readable.at desc, readable.id desc
    limit ${page.take}`;
}

async function newestRecords(db: Db, scope: Scope, take: number, behind?: ChangePlace): Promise<Found[]> {
  const { rows } = await sql<{ number: number }>`select data_sets.number from data_sets
    where ${sql.join(dataSetConditions(scope), sql` and `)}`.execute(db);
  return rows.flatMap(({ number }) =>
    lastChangedRows(db, number, take, behind).map(({ id, title, at }) => ({
      type: 'record' as const,
      id,
      title,
      at: timestampOf(at),
      score: 0,
    })),
  );
}

async function snippetsOf(db: Db, q: string, passages: readonly number[]): Promise<Map<number, string>> {
  if (passages.length === 0) return new Map();
  const { rows } = await snippets(q, passages).execute(db);
  return new Map(rows.map((row) => [row.passage, row.snippet]));
}

/**
 * Each kind of resource that can be found: what a result shows of it, which version is current, what of it the reader may
 * find, what belongs to a channel, and which of them there were at a time.
 */
interface Kind {
  readonly columns: RawBuilder<unknown>;
  readonly versionId: RawBuilder<unknown>;
  readonly isFound: (reader: Reader) => RawBuilder<unknown>;
  readonly isIn: (channelId: string) => RawBuilder<unknown>;
  readonly wasThere: (at: string) => RawBuilder<unknown>;
}

const kinds: Record<SearchType, Kind> = {
  artifact: {
    columns: sql`'artifact' as type, artifacts.id, artifacts.updated_at as at`,
    versionId: sql.ref('artifacts.current_version_id'),
    isFound: artifactIsReadable,
    isIn: (channelId) =>
      sql`(artifacts.channel_id = ${channelId} or ${isAttached(sql.ref('artifacts.id'), channelId)})`,
    wasThere: (at) => sql`artifacts.created_at <= ${at}`,
  },
  file: {
    columns: sql`'file' as type, files.id, files.created_at as at`,
    versionId: sql.ref('files.id'),
    isFound: fileIsReadable,
    isIn: (channelId) => isAttached(sql.ref('files.id'), channelId),
    wasThere: (at) => sql`files.created_at <= ${at}`,
  },
  session: {
    columns: sql`'session' as type, sessions.id, sessions.updated_at as at`,
    versionId: sql.ref('sessions.id'),
    isFound: ({ userId }) => sql`sessions.owner_id = ${userId}`,
    isIn: (channelId) => isAttached(sql.ref('sessions.id'), channelId),
    wasThere: (at) => sql`sessions.created_at <= ${at}`,
  },
  /** When a record was changed its Data Set knows; passages there are only of its current version. */
  record: {
    columns: sql`'record' as type, records.id, null as at`,
    versionId: sql.ref('hit.version_id'),
    isFound: (reader) => sql`records.data_set in (
      select data_sets.number from data_sets where ${dataSetIsReadable(reader)})`,
    isIn: (channelId) => sql`records.data_set in (
      select data_sets.number from data_sets where data_sets.channel_id = ${channelId})`,
    wasThere: (at) => sql`records.id <= ${lastIdOf('rec', Date.parse(at))}`,
  },
  post: {
    columns: sql`'post' as type, posts.id, posts.updated_at as at`,
    versionId: sql`cast(posts.version as text)`,
    isFound: postIsReadable,
    isIn: (channelId) => sql`posts.channel_id = ${channelId}`,
    wasThere: (at) => sql`posts.created_at <= ${at}`,
  },
};

const isAttached = (resourceId: RawBuilder<unknown>, channelId: string) => sql`${resourceId} in (
  select links.resource_id from links where links.target_type = 'channel' and links.target_id = ${channelId})`;

const dataSetConditions = ({ reader, channelId }: Scope): RawBuilder<unknown>[] => [
  dataSetIsReadable(reader),
  ...(channelId === undefined ? [] : [sql`data_sets.channel_id = ${channelId}`]),
];

const readableResources = (scope: Scope): RawBuilder<unknown> =>
  eachKind(
    scope,
    (table, { columns, versionId }) => sql`select ${columns}, ${versionId} as version_id from ${table} where true`,
  );

/** Goes from the hits to their resources, each by its ID, and never through all that the caller may read. */
const readableHits = (scope: Scope, at: string | undefined): RawBuilder<unknown> =>
  eachKind(
    scope,
    (table, { columns, versionId, wasThere }) => sql`select ${columns}, hit.title, hit.score, hit.passage
      from hit cross join ${table} on ${table}.id = hit.resource_id and ${versionId} = hit.version_id
      where ${at === undefined ? sql`true` : wasThere(at)}`,
  );

function eachKind(
  { reader, types, channelId }: Scope,
  select: (table: RawBuilder<unknown>, kind: Kind) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofKind = (type: SearchType) => {
    const { isFound, isIn } = kinds[type];
    const inChannel = channelId === undefined ? sql`` : sql`and ${isIn(channelId)}`;
    return sql`${select(tableOf(type), kinds[type])} and ${isFound(reader)} ${inChannel}`;
  };
  return sql.join(types.map(ofKind), sql` union all `);
}

/** Passages of what belongs to the channel of the scope. */
function passageIsIn({ types, channelId }: Scope): RawBuilder<unknown> {
  if (channelId === undefined) return sql`true`;
  const ofKind = (type: SearchType) => sql`(passages.resource_type = ${type} and exists (
    select 1 from ${tableOf(type)} where ${tableOf(type)}.id = passages.resource_id and ${kinds[type].isIn(channelId)}))`;
  return sql`(${sql.join(types.map(ofKind), sql` or `)})`;
}

const tableOf = (type: SearchType) => sql.table(`${type}s`);

type Shown = Found & { readonly snippet: string };

/** Of records, what only their Data Sets know: in which channel they are, and when they were changed; of posts, their channel and first line. */
async function presentAll(db: Db, { publicUrl }: Context, found: readonly Shown[]): Promise<SearchResult[]> {
  const idsOf = (type: SearchType) => found.filter((one) => one.type === type).map(({ id }) => id);
  const records = await recordDetails(db, idsOf('record'));
  const posts = await postDetails(db, idsOf('post'));
  return found.map(({ type, id, title, snippet, score, at }) => {
    const record = records.get(id);
    if (record) {
      const { channelId, at } = record;
      return { type, id, title, channelId, url: recordUrl(publicUrl(), record), snippet, score, at };
    }
    const post = posts.get(id);
    if (!post) return { type, id, title, url: `${publicUrl()}/${type}s/${id}`, snippet, score, at };
    const url = discussionUrl(publicUrl(), post, { type: 'post', id });
    return { type, id, title: titleOfPost(post.beginning), channelId: post.channelId, url, snippet, score, at };
  });
}

interface PostDetails {
  readonly channelId: string;
  readonly slug: string;
  readonly beginning: string;
}

async function postDetails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PostDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .innerJoin('channels', 'channels.id', 'posts.channel_id')
    .select([
      'posts.id',
      'posts.channel_id as channelId',
      'channels.slug',
      sql<string>`substr(trim(posts.body), 1, 1000)`.as('beginning'),
    ])
    .where('posts.id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface RecordDetails {
  readonly id: string;
  readonly channelId: string;
  readonly channelSlug: string;
  readonly at: string;
}

async function recordDetails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, RecordDetails>> {
  const details = new Map<string, RecordDetails>();
  if (ids.length === 0) return details;
  const places = await db
    .selectFrom('records')
    .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .select(['records.id', 'records.data_set', 'data_sets.channel_id', 'channels.slug'])
    .where('records.id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  for (const [dataSet, members] of Map.groupBy(places, (place) => place.data_set)) {
    const { channel_id: channelId, slug: channelSlug } = members[0]!;
    const changes = await lastChangesOf(
      db,
      dataSet,
      members.map(({ id }) => id),
    );
    for (const { id, at } of changes) details.set(id, { id, channelId, channelSlug, at: timestampOf(at) });
  }
  return details;
}
