import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '../../../schemas/search.ts';
import { timestampOf } from '../../time/dates.ts';
import { type ChangePlace, lastChangedRows } from '../../store/data-tables/changed-rows.ts';
import type { Db } from '../../store/tables.ts';
import { prepared } from '../../store/prepared.ts';
import { lightRows } from '../../store/scan.ts';
import { Turn } from '../../turns/turn.ts';
import { artifactIsLive, isLive, readableChannels, type Reader } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { comesBefore, idOf, isAttachedLive, newestKeys, thePerson, timedKey } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';
import { readerOf } from '../operation/reader.ts';
import { carriesMore, isFoundBy, type ListedType, type Scope } from '../operation/search-kinds-sql.ts';

/** Something without regard to words. */
export interface Found {
  readonly type: SearchType;
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly at: string;
}

interface Place {
  readonly at: string;
  readonly id: string;
}

/** The newest first; as the database orders texts, so not by locale. */
export function byChange(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

interface FoundUntil {
  readonly found: Found[];
  /** Where the search of a kind stopped. Behind it, others of that kind may be missing. */
  readonly end: Place | undefined;
}

/** All but records, as many of each kind as a page may take. */
export async function newestResources(
  db: Db,
  context: Context,
  { types, channelId, withQuestions }: Scope,
  take: number,
  behind?: Place,
): Promise<FoundUntil> {
  const listed = types.filter((type) => type !== 'record');
  const before = behind && `${behind.at} ${behind.id}`;
  const found: Found[] = [];
  const ends: Place[] = [];
  for (const type of listed) {
    const { keys, end } = await newestOf[type](
      db,
      context,
      { channelId, questions: withQuestions ? 1 : undefined },
      before,
      take,
    );
    if (end !== undefined) ends.push(placeOf(end[0]));
    const attached =
      channelId === undefined
        ? []
        : await attachedElsewhere(db, context, { type, channelId, withQuestions }, take, behind);
    const places = [...keys.map(placeOf), ...attached].sort(byChange).slice(0, take);
    const titles = await titlesOf(
      db,
      type,
      places.map(({ id }) => id),
    );
    for (const { at, id } of places) found.push({ type, id, at, title: titles.get(id) ?? '', score: 0 });
  }
  return { found, end: ends.sort(byChange)[0] };
}

/** The shown title of each kind. A post has none and shows its beginning. */
const titleOf: Record<ListedType, RawBuilder<unknown>> = {
  artifact: sql`version.title from asked cross join artifacts on artifacts.id = asked.value
    cross join artifact_versions as version on version.id = artifacts.current_version_id`,
  file: sql`files.file_name as title from asked cross join files on files.id = asked.value`,
  session: sql`sessions.title from asked cross join sessions on sessions.id = asked.value`,
  post: sql`'' as title from asked`,
};

async function titlesOf(db: Db, type: ListedType, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    with asked as (select value from json_each(${JSON.stringify(ids)}))
    select asked.value as id, ${titleOf[type]}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Splits a key into its time and ID. */
function placeOf(key: string): Place {
  const blank = key.indexOf(' ');
  return { at: key.slice(0, blank), id: key.slice(blank + 1) };
}

/** An index of a table by a place, a time and an ID. The second condition is none of the index. */
const listOf = (
  table: string,
  { place: column, at, id = 'id' }: { place: string; at: string; id?: string },
  places: RawBuilder<unknown>,
  only: RawBuilder<unknown>,
  isListed: RawBuilder<unknown> = sql`true`,
): Source => ({
  places,
  next: (place, key) => sql`
    select ${timedKey(at, id)} from ${sql.table(table)}
    where ${sql.ref(column)} = ${place} and ${only} and ${comesBefore(at, id, key)}
    order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit 1`,
  isListed: (place, key) => sql`exists (select 1 from ${sql.table(table)}
    where ${sql.ref(column)} = ${place} and ${sql.ref(`${table}.${id}`)} = ${idOf(key)} and ${isListed})`,
});

type Only = { readonly channelId: string | undefined; readonly questions: 1 | undefined };
type Asked = Only & Reader;

const places = ({ channelId, ...reader }: Asked) =>
  channelId === undefined ? readableChannels(reader) : sql`select ${channelId} as id`;

/**
 * The resources that the reader made, owns, or reads in channels. Except files, attached resources are found
 * separately.
 */
const newestOf = {
  artifact: newestKeys<Only>((asked) => [
    ...(asked.channelId === undefined
      ? [
          listOf(
            'artifacts',
            { place: 'created_by', at: 'updated_at' },
            thePerson(asked),
            isLive('artifacts'),
            artifactIsLive,
          ),
        ]
      : []),
    listOf('artifacts', { place: 'channel_id', at: 'updated_at' }, places(asked), isLive('artifacts')),
  ]),
  file: newestKeys<Only>(({ channelId, ...reader }) => {
    const attached = { place: 'audience_id', at: 'resource_at', id: 'resource_id' };
    const isFile = sql`resource_type = 'file'`;
    const isShown = isAttachedLive('file');
    if (channelId !== undefined) {
      const isHere = sql`${isShown} and target_type = 'channel'`;
      return [listOf('links', attached, sql`select ${channelId} as id`, isFile, isHere)];
    }
    return [
      listOf('files', { place: 'created_by', at: 'created_at' }, thePerson(reader), isLive('files')),
      listOf('links', attached, sql`${thePerson(reader)} union all ${readableChannels(reader)}`, isFile, isShown),
    ];
  }),
  session: newestKeys<Only>(({ channelId, questions, ...reader }) => {
    if (channelId !== undefined) return [];
    const only = questions === undefined ? sql`${isLive('sessions')} and ${carriesMore}` : isLive('sessions');
    return [listOf('sessions', { place: 'owner_id', at: 'updated_at' }, thePerson(reader), only)];
  }),
  post: newestKeys<Only>((asked) => [
    listOf('posts', { place: 'channel_id', at: 'updated_at' }, places(asked), sql`deleted_at is null`),
  ]),
} satisfies Record<ListedType, unknown>;

interface Attached extends Pick<Scope, 'withQuestions'> {
  readonly type: ListedType;
  readonly channelId: string;
}

/** All resources that have another home and are attached to a channel. */
async function attachedElsewhere(
  db: Db,
  context: Context,
  { type, channelId, withQuestions }: Attached,
  take: number,
  behind?: Place,
): Promise<Place[]> {
  if (type === 'file' || type === 'post') return [];
  const resource = sql.table(`${type}s`);
  const attached = sql`links where links.target_type = 'channel' and links.target_id = ${channelId}
    and links.resource_type = ${type}`;
  const { rows: counted } = await sql<{ rows: number }>`
    select count(*) as rows from (select 1 from ${attached} limit ${mostCounted}) as counted`.execute(db);
  const conditions = [
    isFoundBy(type, readerOf(context.caller)),
    ...(type === 'artifact' ? [sql`artifacts.channel_id is distinct from ${channelId}`] : []),
    ...(type === 'session' && !withQuestions ? [carriesMore] : []),
    ...(behind ? [sql`(${resource}.updated_at, ${resource}.id) < (${behind.at}, ${behind.id})`] : []),
  ];
  const statement = sql`
    select ${resource}.updated_at, ${resource}.id
    from (select links.resource_id as id from ${attached}) as attached
    cross join ${resource} on ${resource}.id = attached.id
    where ${sql.join(conditions, sql` and `)} order by 1 desc, 2 desc limit ${take}`;
  const rows = await context.scan(statement.compile(db), counted[0]!);
  return rows.map(([at, id]) => ({ at: String(at), id: String(id) }));
}

/** More are not counted: a statement over them is heavy anyway. */
const mostCounted = lightRows + 1;

/** As many records as a page may take: from whichever Data Set has the newest the next one is taken. */
export async function newestRecords(db: Db, scope: Scope, take: number, behind?: Place): Promise<Found[]> {
  const before = behind && { at: Date.parse(behind.at), id: behind.id };
  const lists = await newestLists(db, scope, take, before);
  const found: Found[] = [];
  while (found.length < take && lists.length > 0) {
    const list = lists.reduce((one, other) => (byPlace(one.rows[0]!, other.rows[0]!) <= 0 ? one : other));
    const { id, title, at } = list.rows.shift()!;
    found.push({ type: 'record', id, title, at: timestampOf(at), score: 0 });
    if (list.rows.length === 0) list.rows = await lastChangedRows(db, list.number, recordsAtOnce, { at, id });
    if (list.rows.length === 0) lists.splice(lists.indexOf(list), 1);
  }
  return found;
}

const recordsAtOnce = 20;

interface RecordList {
  readonly number: number;
  /** The rows that are read but not taken yet. */
  rows: Awaited<ReturnType<typeof lastChangedRows>>;
}

/** The Data Sets that may have a record on the page, each with its newest. */
async function newestLists(db: Db, scope: Scope, take: number, before?: ChangePlace): Promise<RecordList[]> {
  const turn = new Turn({ subject: scope.reader.userId });
  const lists: RecordList[] = [];
  for (const number of await readableDataSets(db, scope)) {
    const rows = await lastChangedRows(db, number, 1, before);
    if (rows.length > 0) lists.push({ number, rows });
    await turn.yield();
  }
  return lists.sort((one, other) => byPlace(one.rows[0]!, other.rows[0]!)).slice(0, take);
}

const byPlace = (a: ChangePlace, b: ChangePlace) => b.at - a.at || (a.id < b.id ? 1 : -1);

async function readableDataSets(db: Db, { reader, channelId }: Scope): Promise<number[]> {
  const rows = await findDataSets(db, { ...readerOf(reader), channelId: channelId ?? null });
  return rows.map(({ number }) => number);
}

const findDataSets = prepared((db, by: Reader & { channelId: string | null }) => ({
  compile: () =>
    sql<{ number: number }>`select data_sets.number from (${readableChannels(by)}) as channel
      cross join data_sets on data_sets.channel_id = channel.id and ${isLive('data_sets')}
      where cast(${by.channelId} as text) is null or channel.id = ${by.channelId}`.compile(db),
}));
