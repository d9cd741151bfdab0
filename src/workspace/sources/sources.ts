import { WorkspaceError } from '../../../schemas/errors.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import type { Database, Steps } from '../../store/database.ts';
import { sharedTime } from '../../store/shared-time.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import type { SourceComparison } from '../../store/data-tables/source-rows.ts';
import { channelIsReadable, dataSetIsLive } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import { readableChannelId } from '../channels/channels.ts';
import type { Caller } from '../operation/context.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { enterDataSet, reserveDataSet } from '../data/new-data-sets.ts';
import { addedWhole, type PendingIn, publishRows } from '../data/row-publication.ts';
import { fieldsToMake, madeFields, rememberColumns, type SourceField, sourceFields } from './columns.ts';
import { compareRows, type RecordChanges, storeChanges } from './projection.ts';
import { openSourceTable, type SourcePlace, type SourceTable } from './tables.ts';

/** The definition of a source. */
export interface SourceDetails extends SourcePlace {
  /** The name of its Data Set. */
  readonly name: string;
  /** The header of the column whose cells tell the rows apart. */
  readonly keyColumn: string;
  readonly everyMinutes: number;
}

/** A connected source. Its Data Set is changed on behalf of whoever made it. */
export interface Source extends SourceDetails {
  readonly id: string;
  readonly objectTypeId: string;
  readonly channelId: string;
  readonly records: number;
  readonly triedAt: string;
  /** When the records were last those of the source. */
  readonly synchronizedAt: string;
  /** The problem of the last attempt. */
  readonly problem: string | null;
  /** Never leaves the service. */
  readonly dataSet: number;
  readonly organizationId: string;
  readonly createdBy: string;
}

/** Makes a Data Set of a source, with a record for each row. Stores nothing when the source has a problem. */
export async function addSource(
  database: Database,
  caller: Caller,
  channel: string,
  details: SourceDetails,
): Promise<Source> {
  await database.read((db) => readableChannelId(db, { caller }, channel));
  const add = (compared: Compared) => {
    const fields = fieldsToMake([], compared.fields);
    return addedWhole(database, caller, async function* (tx, pendingIn) {
      const dataSet = async () => {
        const channelId = await readableChannelId(tx, { caller }, channel);
        return { channelId, name: details.name, readOnly: true, fields };
      };
      const pending = pendingIn(await reserveDataSet(tx, await dataSet()));
      yield* pending.begin(tx, compared.comparison.addedCount);
      const numbers = fields.map((_field, place) => place + 1);
      const { added } = yield* storeChanges(tx, { ...compared, numbers, by: caller.userId, pending });
      const made = await enterDataSet(tx, caller, await dataSet(), pending.dataSet);
      await rememberColumns(tx, made.number, new Map(fields.map(({ name }, place) => [name, place + 1])));
      const id = await enterSource(tx, caller, made, details);
      await publishRows(tx, made, pending, added);
      return sourceNamed(tx, id);
    });
  };
  return withTable(details, (table) =>
    database.readAtOneMoment((db) => compare(db, undefined, table, details.keyColumn), add),
  );
}

async function enterSource(
  tx: Db,
  caller: Caller,
  dataSet: CatalogueDataSet,
  { kind, path, table, keyColumn, everyMinutes }: SourceDetails,
): Promise<string> {
  const id = newId('src');
  const now = await timeNow(tx);
  await tx
    .insertInto('sources')
    .values({
      id,
      data_set: dataSet.number,
      kind,
      path,
      table_name: table,
      key_column: keyColumn,
      every_minutes: everyMinutes,
      tried_at: now,
      synchronized_at: now,
      problem: null,
      created_at: now,
    })
    .execute();
  await audit(tx, caller, 'data_set.created', dataSet.id, { subjectId: dataSet.channelId });
  await audit(tx, caller, 'source.added', id, { subjectId: dataSet.id });
  await audit(tx, caller, 'data_set.synchronized', dataSet.id, { subjectId: id });
  return id;
}

/**
 * Makes the records of a Data Set match its source. A problem of the source is recorded, and nothing changes. Very many
 * changes are stored in several transactions.
 */
export async function synchronize(database: Database, sourceId: string): Promise<RecordChanges> {
  for (;;) {
    const source = await database.read((db) => sourceNamed(db, sourceId));
    const changes = await attempt(database, source);
    if (changes) return changes;
  }
}

/** Undefined when the source was synchronised meanwhile. The comparison is then out of date. */
async function attempt(database: Database, source: Source): Promise<RecordChanges | undefined> {
  try {
    return await withTable(source, (table) =>
      database.readAtOneMoment(
        async (db) => compare(db, await dataSetNumbered(db, source.dataSet), table, source.keyColumn),
        (compared) => addedWhole(database, 'background', (tx, pendingIn) => store(tx, source, compared, pendingIn)),
      ),
    );
  } catch (error) {
    if (isOfSource(error)) await database.write('background', (tx) => noteProblem(tx, source, error.message));
    throw error;
  }
}

/** Whether somebody has to mend the source, or to make room for it. */
export const isOfSource = (error: unknown): error is WorkspaceError =>
  error instanceof WorkspaceError && (error.code === 'invalid_request' || error.code === 'too_large');

async function withTable<Result>(place: SourcePlace, use: (table: SourceTable) => Promise<Result>): Promise<Result> {
  const table = openSourceTable(place);
  try {
    return await use(table);
  } finally {
    table.close();
  }
}

interface Compared {
  readonly fields: readonly SourceField[];
  readonly comparison: SourceComparison;
}

/** Before the transaction, so that others can write while a large source is read. */
async function compare(
  db: Db,
  dataSet: CatalogueDataSet | undefined,
  table: SourceTable,
  keyColumn: string,
): Promise<Compared> {
  const fields = await sourceFields(db, dataSet, table);
  return { fields, comparison: await compareRows(db, dataSet, table, keyColumn, fields) };
}

async function* store(
  tx: Db,
  source: Source,
  compared: Compared,
  pendingIn: PendingIn,
): Steps<RecordChanges | undefined> {
  const pending = pendingIn(source.dataSet);
  yield* pending.begin(tx, compared.comparison.addedCount);
  const { synchronizedAt } = await sourceNamed(tx, source.id);
  if (synchronizedAt !== source.synchronizedAt) {
    await pending.publish(tx);
    return undefined;
  }
  const dataSet = await dataSetNumbered(tx, source.dataSet);
  const numbers = await madeFields(tx, dataSet, compared.fields);
  const changes = yield* storeChanges(tx, { ...compared, numbers, by: source.createdBy, pending, id: dataSet.id });
  await publishRows(tx, dataSet, pending, changes.added);
  const now = await timeNow(tx);
  await tx
    .updateTable('sources')
    .set({ tried_at: now, synchronized_at: now, problem: null })
    .where('id', '=', source.id)
    .execute();
  const { added, changed, removed } = changes;
  if (compared.fields.some(({ field }) => field.number === 0) || added + changed + removed > 0)
    await audit(tx, authorOf(source), 'data_set.synchronized', dataSet.id, { subjectId: source.id });
  return changes;
}

const authorOf = ({ createdBy, organizationId }: Source): Caller => ({
  userId: createdBy,
  organizationId,
  role: 'admin',
  scopes: [],
  interface: 'cli',
});

async function noteProblem(tx: Db, { id }: Source, problem: string): Promise<void> {
  const row = { tried_at: await timeNow(tx), problem };
  await tx.updateTable('sources').set(row).where('id', '=', id).execute();
}

const timeNow = async (db: Db): Promise<string> => new Date(await sharedTime(db)).toISOString();

/** All sources, in the order in which they were added. */
async function allSources(db: Db): Promise<Source[]> {
  const rows = await sourceRows(db).orderBy('sources.id').execute();
  return rows.map(sourceOf);
}

/** The sources that the caller sees, in the order in which they were added, behind one of them. */
export async function listSources(
  db: Db,
  caller: Caller,
  { after, limit }: { after: string; limit: number },
): Promise<Source[]> {
  const behind = sourcesSeen(db, caller).where('sources.id', '>', after).orderBy('sources.id').limit(limit);
  return (await behind.execute()).map(sourceOf);
}

export async function sourceSeen(db: Db, caller: Caller, id: string): Promise<Source> {
  const row = await sourcesSeen(db, caller).where('sources.id', '=', id).executeTakeFirst();
  if (!row) throw noSource(id);
  return sourceOf(row);
}

async function sourceNamed(db: Db, id: string): Promise<Source> {
  const row = await sourceRows(db).where('sources.id', '=', id).executeTakeFirst();
  if (!row) throw noSource(id);
  return sourceOf(row);
}

const noSource = (id: string) =>
  new WorkspaceError('not_found', `There is no source ${id}; "workspace admin sources list" shows those there are.`);

/** The owner of the data folder sees all sources, an admin those in the channels that they read. */
const sourcesSeen = (db: Db, caller: Caller) =>
  sourceRows(db)
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .where(({ lit }) => (caller.ownsFolder ? lit(true) : channelIsReadable(caller)));

const sourceRows = (db: Db) =>
  db
    .selectFrom('sources')
    .innerJoin('data_sets', 'data_sets.number', 'sources.data_set')
    .where(dataSetIsLive)
    .selectAll('sources')
    .select([
      'data_sets.id as object_type_id',
      'data_sets.name',
      'data_sets.channel_id',
      'data_sets.organization_id',
      'record_count',
      'data_sets.created_by',
    ]);

const sourceOf = (row: Awaited<ReturnType<ReturnType<typeof sourceRows>['executeTakeFirstOrThrow']>>): Source => ({
  id: row.id,
  objectTypeId: row.object_type_id,
  name: row.name,
  channelId: row.channel_id,
  kind: row.kind,
  path: row.path,
  table: row.table_name,
  keyColumn: row.key_column,
  everyMinutes: row.every_minutes,
  records: row.record_count,
  triedAt: row.tried_at,
  synchronizedAt: row.synchronized_at,
  problem: row.problem,
  dataSet: row.data_set,
  organizationId: row.organization_id,
  createdBy: row.created_by,
});

/** Whether any source is due. A source is due one interval after its last synchronisation or attempt. */
export async function isSomeSourceDue(database: Database): Promise<boolean> {
  return database.read(async (db) => (await allSources(db)).some(isDueAt(await sharedTime(db))));
}

/**
 * Takes a due source, if there is one that was not tried since a time. Each is given to only one process. A try in the
 * future does not count, because the clock was put back since.
 */
export async function takeDueSource(
  database: Database,
  notTriedSince: string | undefined,
): Promise<Source | undefined> {
  return database.write('background', async (tx) => {
    const time = await sharedTime(tx);
    const [now, isDue] = [new Date(time).toISOString(), isDueAt(time)];
    const isTried = ({ triedAt }: Source) => notTriedSince !== undefined && notTriedSince <= triedAt && triedAt <= now;
    const due = (await allSources(tx)).find((source) => isDue(source) && !isTried(source));
    if (due) await tx.updateTable('sources').set({ tried_at: now }).where('id', '=', due.id).execute();
    return due;
  });
}

/** So is one that was tried at a time that is to come: the clock was put back since. */
const isDueAt =
  (now: number) =>
  ({ triedAt, everyMinutes }: Source): boolean => {
    const since = now - Date.parse(triedAt);
    return since < 0 || since >= everyMinutes * 60_000;
  };
