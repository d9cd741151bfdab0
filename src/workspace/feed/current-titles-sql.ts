import { type RawBuilder, sql } from 'kysely';
import type { ActivityItem, ActivityType } from '../../../schemas/activity.ts';
import { dataTable } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import {
  artifactIsReadable,
  channelIsReadable,
  fileIsReadable,
  isLive,
  postIsReadable,
  type Reader,
  recordIsReadable,
  sessionIsReadable,
  viewIsLive,
} from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { titleOfPost } from '../operation/said.ts';

/** More of a post is not read to find its first line. */
const charactersOfFirstLine = sql.lit(1_000);

type Titled = Exclude<ActivityType, 'record' | 'comment'>;

const inReadableChannel = (reader: Reader, channelId: string) => sql`exists (
  select 1 from channels where channels.id = ${sql.ref(channelId)} and ${channelIsReadable(reader)})`;

const titleOf: Record<Titled, (reader: Reader) => RawBuilder<unknown>> = {
  channel: (reader) => sql`channels.name as title from asked
    cross join channels on channels.id = asked.value where ${channelIsReadable(reader)}`,
  artifact: (reader) => sql`version.title from asked cross join artifacts on artifacts.id = asked.value
    cross join artifact_versions as version on version.id = artifacts.current_version_id
    where ${artifactIsReadable(reader)}`,
  file: (reader) => sql`files.file_name as title from asked
    cross join files on files.id = asked.value where ${fileIsReadable(reader)}`,
  session: (reader) => sql`sessions.title from asked
    cross join sessions on sessions.id = asked.value where ${sessionIsReadable(reader)}`,
  post: (reader) => sql`substr(posts.body, 1, ${charactersOfFirstLine}) as title from asked
    cross join posts on posts.id = asked.value where ${postIsReadable(reader)}`,
  data_set: (reader) => sql`data_sets.name as title from asked
    cross join data_sets on data_sets.id = asked.value
    where ${isLive('data_sets')} and ${inReadableChannel(reader, 'data_sets.channel_id')}`,
  view: (reader) => sql`version.name as title from asked cross join views on views.id = asked.value
    cross join data_sets on data_sets.number = views.data_set
    cross join view_versions as version on version.id = views.current_version_id
    where ${viewIsLive} and ${inReadableChannel(reader, 'views.channel_id')}`,
};

/**
 * The titles of what changed, as they are now and as far as the caller may read them. Comments and deletions
 * have none.
 */
export async function currentTitles(
  db: Db,
  { caller }: Context,
  changes: readonly ActivityItem[],
): Promise<(change: ActivityItem) => { title?: string }> {
  const reader = readerOf(caller);
  const titles = new Map<string, string>();
  const byType = Map.groupBy(changes, ({ type }) => type);
  for (const [type, changed] of byType) {
    if (type === 'comment') continue;
    const ids = JSON.stringify([...new Set(changed.map(({ id }) => id))]);
    const rows = type === 'record' ? await titlesOfRecords(db, reader, ids) : await titlesOf(db, reader, type, ids);
    for (const { id, title } of rows) titles.set(id, type === 'post' ? titleOfPost(title) : title);
  }
  return ({ id, action }) => {
    const title = action === 'deleted' ? undefined : titles.get(id);
    return title === undefined ? {} : { title };
  };
}

interface Title {
  readonly id: string;
  readonly title: string;
}

async function titlesOf(db: Db, reader: Reader, type: Titled, ids: string): Promise<Title[]> {
  const { rows } = await sql<Title>`
    with asked as materialized (select value from json_each(${ids}))
    select asked.value as id, ${titleOf[type](reader)}`.execute(db);
  return rows;
}

/** Each Data Set has its own table. */
async function titlesOfRecords(db: Db, reader: Reader, ids: string): Promise<Title[]> {
  const { rows: places } = await sql<{ id: string; dataSet: number }>`
    select records.id, records.data_set as "dataSet" from json_each(${ids}) as asked
    cross join records on records.id = asked.value where ${recordIsReadable(reader)}`.execute(db);
  const titles: Title[] = [];
  for (const [dataSet, records] of Map.groupBy(places, (place) => place.dataSet)) {
    const { rows } = await sql<Title>`select id, title from ${sql.table(dataTable(dataSet))}
      where id in (select value from json_each(${JSON.stringify(records.map(({ id }) => id))}))`.execute(db);
    titles.push(...rows);
  }
  return titles;
}
