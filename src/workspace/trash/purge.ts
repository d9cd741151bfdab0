import { dayMs } from '../../../schemas/durations.ts';
import type { TrashedType } from '../../../schemas/trash.ts';
import { clearAll } from '../../store/deleting.ts';
import type { Database, LongWork, Steps, WriteScope } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { forgetText, forgetTexts } from '../../search/indexing.ts';
import { purgeRecord } from '../data/record-rows.ts';
import { removeDiscussion, removeSaid } from '../placing/said.ts';
import { deleteEntry, type Entry } from '../placing/trash-entries-sql.ts';
import { purgeDataSet } from './purge-data-set.ts';
import {
  contentsOfChannel,
  contentsOfSession,
  deleteQuery,
  feedbackOn,
  findVersion,
  nextArtifactAt,
  nextDataSetAt,
  nextEntryAt,
  placesOf,
  questionsAbout,
  somePosts,
  someQueries,
  trashedLinksOf,
  versionsOfView,
} from './purge-sql.ts';
import { beginPurge, findOutdated, findPurge, findPurging, notePurged } from './purged-sql.ts';

/** Purges what has been in the trash for longer than these days. Finishes the purges of dead processes. */
export async function purgeOutdated(database: Database, days: number): Promise<void> {
  const before = new Date(Date.now() - days * dayMs).toISOString();
  await database.writeInStretches('background', markOutdated(before));
  await finishPurges(database);
}

const markOutdated = (before: string): LongWork<void> =>
  async function* (tx) {
    for (;;) {
      const outdated = await findOutdated(tx, before);
      for (const { id, organization_id: organizationId, trashed_by: by } of outdated)
        await beginPurge(tx, { id, organizationId, by });
      if (outdated.length === 0) return;
      yield;
    }
  };

/** Deletes the rows of everything that is being purged. Several processes may do so at once. */
const finishPurges = (database: Database): Promise<void> =>
  database.writeInStretches('background', async function* (tx) {
    for (let next; (next = (await findPurging(tx, {}))[0]); yield) yield* purgeEntry(tx, next);
  });

/** The same of one entry, as the user who purges it asked. */
export const finishPurge = (database: Database, scope: WriteScope, id: string): Promise<void> =>
  database.writeInStretches(scope, async function* (tx) {
    const [entry] = await findPurge(tx, { id });
    if (entry) yield* purgeEntry(tx, entry);
  });

/** Its entry goes last, so a purge that was cut off can go on. */
async function* purgeEntry(tx: Db, entry: Entry): Steps<void> {
  yield* purge[entry.type](tx, entry);
  await deleteEntry(tx, entry);
}

type Purge = (tx: Db, entry: Entry) => Steps<void>;

const purge: Record<TrashedType, Purge> = {
  artifact: (tx, { id }) => purgeArtifact(tx, id),

  async *file(tx, { id }) {
    yield* purgePlaces(tx, id);
    await tx.deleteFrom('file_texts').where('file_id', '=', id).execute();
    await tx.deleteFrom('files').where('id', '=', id).execute();
  },

  async *session(tx, { id }) {
    yield* purgePlaces(tx, id);
    yield* purgeQueries(tx, id);
    yield* clearAll(tx, id, contentsOfSession);
    await tx.deleteFrom('sessions').where('id', '=', id).execute();
  },

  async *record(tx, { id, channel_id: channelId }) {
    yield* clearAll(tx, id, { trashedLinksOf });
    yield* removeSaid(tx, channelId!, id);
    await purgeRecord(tx, id);
  },

  view: (tx, { id }) => purgeView(tx, id),

  data_set: (tx, { id, data_set: number }) =>
    purgeDataSet(tx, { id, number: number! }, { view: purgeView, entry: purgeEntry }),

  async *channel(tx, entry) {
    const { id } = entry;
    for (let next; (next = (await nextDataSetAt(tx, { channelId: id }))[0]); yield) {
      yield* purgeDataSet(tx, next, { view: purgeView, entry: purgeEntry });
      await noteIn(tx, entry, next.id);
    }
    for (let next; (next = (await nextArtifactAt(tx, { channelId: id }))[0]); yield) {
      yield* purgeArtifact(tx, next.id);
      await noteIn(tx, entry, next.id);
    }
    for (let next; (next = (await nextEntryAt(tx, { channelId: id }))[0]); yield) {
      yield* purgeEntry(tx, next);
      await noteIn(tx, entry, next.id);
    }
    yield* purgePosts(tx, id);
    yield* clearAll(tx, id, contentsOfChannel);
    await emptyChannel(tx, id);
  },
};

const noteIn = (tx: Db, { organization_id: organizationId, trashed_by: by }: Entry, id: string) =>
  notePurged(tx, { id, organizationId, by });

/** Its row stays without a name, because conversations may have been about it. */
async function emptyChannel(tx: Db, id: string): Promise<void> {
  await tx.updateTable('channels').set({ name: 'Purged', description: '' }).where('id', '=', id).execute();
}

async function* purgeArtifact(tx: Db, id: string): Steps<void> {
  yield* purgePlaces(tx, id);
  while (await deleteVersion(tx, id)) yield;
  await tx.deleteFrom('artifacts').where('id', '=', id).execute();
}

/** One at a time, because each may take megabytes. */
async function deleteVersion(tx: Db, artifactId: string): Promise<boolean> {
  const [version] = await findVersion(tx, { artifactId });
  if (!version) return false;
  await tx.deleteFrom('unshown_versions').where('version_id', '=', version.id).execute();
  await tx.deleteFrom('artifact_versions').where('id', '=', version.id).execute();
  return true;
}

async function* purgeView(tx: Db, id: string): Steps<void> {
  yield* clearAll(tx, id, { questionsAbout, versionsOfView });
  await tx.deleteFrom('views').where('id', '=', id).execute();
}

async function* purgeQueries(tx: Db, sessionId: string): Steps<void> {
  for (let queries; (queries = await someQueries(tx, { sessionId })).length > 0; yield) {
    for (const { id } of queries) {
      yield* clearAll(tx, id, { feedbackOn });
      await deleteQuery(tx, { id });
    }
  }
}

/** Deletes a resource's text, links, feed items and discussions. */
async function* purgePlaces(tx: Db, id: string): Steps<void> {
  await forgetText(tx, id);
  yield* clearAll(tx, id, placesOf);
  const discussed = await tx.selectFrom('discussions').select('channel_id').where('root_id', '=', id).execute();
  for (const { channel_id: channelId } of discussed) {
    yield* removeDiscussion(tx, channelId, id);
    yield;
  }
}

async function* purgePosts(tx: Db, channelId: string): Steps<void> {
  for (const somePostsOf of [somePosts.there, somePosts.deleted])
    for (let posts; (posts = await somePostsOf(tx, { id: channelId })).length > 0; yield) {
      const ids = posts.map(({ id }) => id);
      await forgetTexts(tx, ids);
      await tx.deleteFrom('posts').where('id', 'in', ids).execute();
    }
}
