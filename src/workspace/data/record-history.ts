import { isMultiple } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import type { RecordChange, RecordVersion } from '../../../schemas/records.ts';
import type { CatalogueDataSet } from '../../query/catalogue.ts';
import { titleField } from '../../query/catalogue.ts';
import { decode } from '../../query/values.ts';
import { type DataRow, dataColumn, type StoredValue } from '../../store/data-tables/data-tables.ts';
import { keepVersion, type KeptChange } from '../../store/data-tables/record-versions.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { RemoveSome } from '../../store/stretches.ts';
import type { Db } from '../../store/tables.ts';
import { presentVia, selectAgent } from '../../store/via.ts';
import { timestampOf } from '../../time/dates.ts';
import { Turn } from '../../turns/turn.ts';

/** Keeps the version that a change supersedes; `changes` are the columns that get other values. */
export async function keepSuperseded(
  tx: Db,
  { fields }: CatalogueDataSet,
  before: DataRow,
  changes: Readonly<Partial<Record<string, StoredValue>>>,
): Promise<void> {
  const columns = [
    { field: 0, column: 'title', isList: false },
    ...fields.map((field) => ({ field: field.number, column: dataColumn(field.number), isList: isMultiple(field) })),
  ] as const;
  const replaced = columns
    .filter(({ column }) => Object.hasOwn(changes, column))
    .map(({ field, column, isList }) => ({
      field,
      isList,
      before: before[column] ?? null,
      after: changes[column] ?? null,
    }));
  await keepVersion(tx, before, replaced);
}

/** The versions of a record before a number, newest first, with what the one after each replaced. */
export const supersededVersions = prepared((db, by: { recordId: string; before: number; take: number }) =>
  db
    .selectFrom('record_versions as version')
    .innerJoin('users', 'users.id', 'version.user_id')
    .select([
      'version.number',
      'version.at',
      'version.user_id',
      'users.name as user_name',
      'version.interface',
      selectAgent('version.agent'),
      'version.changes',
    ])
    .where('version.record_id', '=', by.recordId)
    .where('version.number', '<', by.before)
    .orderBy('version.number', 'desc')
    .limit(by.take),
);

type Superseded = Awaited<ReturnType<typeof supersededVersions>>[number];
/** A version without what it changed, which the one before it tells. */
export type VersionRow = Omit<Superseded, 'changes'>;

export function presentVersion(
  dataSet: CatalogueDataSet,
  version: VersionRow,
  previous: Superseded | undefined,
): RecordVersion {
  return {
    versionNumber: version.number,
    createdAt: timestampOf(version.at),
    createdBy: { id: version.user_id, name: version.user_name },
    ...presentVia(version),
    changes: previous ? presentChanges(dataSet, JSON.parse(previous.changes) as KeptChange[]) : [],
  };
}

function presentChanges({ fields }: CatalogueDataSet, changes: readonly KeptChange[]): RecordChange[] {
  return changes.flatMap(([number, before, after, isCut]) => {
    const field = number === 0 ? titleField : fields.find((one) => one.number === number);
    if (!field) return [];
    const [from, to] = isCut === 2 ? [] : [decode(field, before), decode(field, after)];
    return [
      {
        fieldKey: field.key,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(isCut !== undefined && { isCut: true as const }),
      },
    ];
  });
}

const someEnded = prepared((db, by: { take: number }) =>
  db.selectFrom('ended_histories').select('record_id').orderBy('record_id').limit(by.take),
);

const someVersions = prepared((db, by: { ids: string; take: number }) =>
  db
    .selectFrom('record_versions')
    .select(['record_id', 'number'])
    .where('record_id', 'in', eachOf(by.ids))
    .limit(by.take),
);

const deleteVersion = prepared((db, by: { record_id: string; number: number }) =>
  db.deleteFrom('record_versions').where('record_id', '=', by.record_id).where('number', '=', by.number),
);

const deleteEnded = prepared((db, by: { ids: string }) =>
  db.deleteFrom('ended_histories').where('record_id', 'in', eachOf(by.ids)),
);

/**
 * Deletes the versions of some deleted records one by one, and lets others have their turn. Their histories are
 * forgotten at once, so that no step passes over those of the steps before.
 */
export const forgetEndedHistories: RemoveSome = async (tx) => {
  const take = limits.rowsRemovedAtOnce;
  const ended = await someEnded(tx, { take });
  const ids = JSON.stringify(ended.map(({ record_id }) => record_id));
  const versions = await someVersions(tx, { ids, take });
  const turn = new Turn();
  for (const version of versions) {
    await deleteVersion(tx, version);
    await turn.yield();
  }
  if (versions.length === take) return take;
  await deleteEnded(tx, { ids });
  return ended.length;
};
