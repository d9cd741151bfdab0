import type { Selectable } from 'kysely';
import { dayMs } from '../../../../schemas/durations.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { DataSetTables } from '../../../store/data-set-tables.ts';
import { prepared } from '../../../store/prepared.ts';
import type { Db } from '../../../store/tables.ts';
import { channelIsReadable, isLive, type Reader } from '../../operation/access.ts';

interface Listed {
  /** Undefined for the owner of the data folder, who sees all. */
  readonly reader: Reader | undefined;
  readonly after: readonly [objectTypeId: string, learnedBy: string];
  readonly limit: number;
}

/** Those of Data Sets that are not in the trash, by Data Set. */
export const listLearned = (db: Db, { reader, after: [id, by], limit }: Listed) =>
  db
    .selectFrom('learned_indexes')
    .innerJoin('data_sets', 'data_sets.number', 'learned_indexes.data_set')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .selectAll('learned_indexes')
    .select(['data_sets.id', 'data_sets.name', 'data_sets.channel_id', 'data_sets.organization_id'])
    .where(isLive('data_sets'))
    .where(reader ? channelIsReadable(reader) : isLive('channels'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('data_sets.id', 'learned_by'), '>', tuple(id, by)))
    .orderBy('data_sets.id')
    .orderBy('learned_by')
    .limit(limit)
    .execute();

export type LearnedRow = Awaited<ReturnType<typeof listLearned>>[number];

export type LearnedIndex = Selectable<DataSetTables['learned_indexes']>;

/** A Data Set with fewer records than this part of the limit no longer needs its learned indexes. */
const leastLeft = limits.learnedFromRecords / 2;

const unusedSince = (): string => new Date(Date.now() - limits.learnedUnusedDays * dayMs).toISOString();

/** Those of a Data Set that are wanted still; none while it is in the trash. */
export const wantedLearned = (db: Db, dataSet: number): Promise<LearnedIndex[]> =>
  db
    .selectFrom('learned_indexes')
    .innerJoin('data_sets', 'data_sets.number', 'learned_indexes.data_set')
    .selectAll('learned_indexes')
    .where('learned_indexes.data_set', '=', dataSet)
    .where('last_used_at', '>', unusedSince())
    .where('record_count', '>=', leastLeft)
    .where('trashed_at', 'is', null)
    .orderBy('learned_at')
    .orderBy('learned_by')
    .execute();

/** Forgets those whose indexes have been dropped or cannot be made. */
export async function forget(tx: Db, unwanted: readonly LearnedIndex[]): Promise<void> {
  for (const { data_set, learned_by } of unwanted)
    await tx
      .deleteFrom('learned_indexes')
      .where('data_set', '=', data_set)
      .where('learned_by', '=', learned_by)
      .execute();
}

export const learnedOn = prepared((db, by: { dataSet: number }) =>
  db.selectFrom('learned_indexes').selectAll().where('data_set', '=', by.dataSet).orderBy('learned_by'),
);

/** Counts queries that an index served; a transaction an hour for each index at most. */
export async function countUses(tx: Db, { data_set, learned_by }: LearnedIndex, uses: number): Promise<void> {
  await tx
    .updateTable('learned_indexes')
    .set((eb) => ({ uses: eb('uses', '+', uses), last_used_at: new Date().toISOString() }))
    .where('data_set', '=', data_set)
    .where('learned_by', '=', learned_by)
    .execute();
}

/** A large Data Set that may have one more learned index. */
export async function withRoom(db: Db, number: number): Promise<{ id: string; record_count: number } | undefined> {
  const dataSet = await db
    .selectFrom('data_sets')
    .select(['id', 'organization_id', 'record_count'])
    .where('number', '=', number)
    .where('record_count', '>=', limits.learnedFromRecords)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (!dataSet) return undefined;
  const { ofDataSet, ofOrganization } = await db
    .selectFrom('learned_indexes')
    .innerJoin('data_sets', 'data_sets.number', 'learned_indexes.data_set')
    .select((eb) => [
      eb.fn.countAll<number>().as('ofOrganization'),
      eb.fn.countAll<number>().filterWhere('data_set', '=', number).as('ofDataSet'),
    ])
    .where('organization_id', '=', dataSet.organization_id)
    .executeTakeFirstOrThrow();
  const hasRoom = ofDataSet < limits.learnedIndexes && ofOrganization < limits.organizationLearnedIndexes;
  return hasRoom ? dataSet : undefined;
}
