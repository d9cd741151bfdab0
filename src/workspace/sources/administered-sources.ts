import { limits } from '../../../schemas/limits.ts';
import type { Source as Shown, Synchronization } from '../../../schemas/sources.ts';
import type { Database } from '../../store/database.ts';
import { requireFolderOwner } from '../operation/access.ts';
import type { Caller } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import {
  addSource,
  isOfSource,
  listSources,
  type Source,
  type SourceDetails,
  sourceSeen,
  synchronize,
  takeDueSource,
} from './sources.ts';

/** A source is a file of the machine, so only the owner of the data folder has one read. */
export const sources: Handlers<'sources'> = {
  async list(context, input) {
    const { caller, database } = context;
    const page = openPage(context, input);
    const after = String(page.after?.[0] ?? '');
    const found = await database.read((db) => listSources(db, caller, { after, limit: page.take }));
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { sources: rows.map((source) => shownTo(caller, source)), nextCursor };
  },

  get: ({ caller, database }, { sourceId }) =>
    database.read(async (db) => ({ source: shownTo(caller, await sourceSeen(db, caller, sourceId)) })),

  async add(
    { caller, database, indexer },
    { channelId, key, table = null, everyMinutes = limits.sourceMinutesDefault, ...given },
  ) {
    requireFolderOwner(caller, 'sources add');
    const details = { ...given, table, keyColumn: key, everyMinutes } satisfies SourceDetails;
    const source = await addSource(database, caller, channelId, details);
    indexer.wake();
    return { source: shownTo(caller, source) };
  },

  async synchronize({ caller, database, indexer }, { sourceId }) {
    requireFolderOwner(caller, 'sources sync');
    const source = await database.read((db) => sourceSeen(db, caller, sourceId));
    const outcome = await outcomeOf(database, source);
    indexer.wake();
    return { source: outcome };
  },

  async takeDue({ caller, database }, { notTriedSince }) {
    requireFolderOwner(caller, 'sources sync --due');
    const due = await takeDueSource(database, notTriedSince);
    return { ...(due && { source: shownTo(caller, due) }) };
  },
};

/** A problem of the source is an answer. It is also recorded with the source. */
async function outcomeOf(database: Database, { id, objectTypeId, name }: Source): Promise<Synchronization> {
  const what = { sourceId: id, objectTypeId, name };
  try {
    const { added, changed, removed } = await synchronize(database, id);
    return { ...what, added, changed, removed };
  } catch (error) {
    if (!isOfSource(error)) throw error;
    return { ...what, problem: error.message };
  }
}

/** Paths of this machine are shown only to the owner of its data folder. */
const shownTo = ({ ownsFolder }: Caller, source: Source): Shown => ({
  sourceId: source.id,
  objectTypeId: source.objectTypeId,
  name: source.name,
  channelId: source.channelId,
  kind: source.kind,
  ...(ownsFolder && { path: source.path }),
  ...(source.table !== null && { table: source.table }),
  key: source.keyColumn,
  everyMinutes: source.everyMinutes,
  records: source.records,
  synchronizedAt: source.synchronizedAt,
  ...(source.problem !== null && {
    triedAt: source.triedAt,
    problem: ownsFolder ? source.problem : source.problem.replaceAll(source.path, 'The file'),
  }),
});
