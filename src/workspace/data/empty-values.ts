import type { FieldChange } from '../../../schemas/fields.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { type CatalogueDataSet, type CatalogueField, rowsToRead } from '../../query/catalogue.ts';
import { hasEmptyValueSince } from '../../store/data-tables/changed-rows.ts';
import { dataColumn } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import type { Scan } from '../../store/scan.ts';
import type { Context } from '../operation/context.ts';
import { changesByKeys } from './names/changed-fields.ts';
import { readableDataSet } from './data-set-access.ts';

/** Clocks of several processes, and what was set back a little, differ by less. */
export const clockMs = 2_000;

/** Which fields had records without a value, when all of them were looked at outside of any transaction. */
export interface EmptyValues {
  readonly dataSet: number;
  readonly numbers: ReadonlySet<number>;
  readonly revision: number;
  readonly at: number;
}

interface Asked {
  readonly channelId: string;
  readonly objectTypeId: string;
  readonly fields?: readonly FieldChange[] | undefined;
}

/** Looks through the records for empty values of the fields that are to be required from now on. */
export async function emptyValuesIn(context: Context, asked: Asked): Promise<EmptyValues | undefined> {
  const required = asked.fields?.filter((change) => change.required) ?? [];
  if (required.length === 0) return undefined;
  const found = await context.database
    .read(async (db) => {
      const dataSet = await readableDataSet(db, context, asked.channelId, asked.objectTypeId);
      return { dataSet, keys: new Set(changesByKeys(dataSet, required).map(({ key }) => key)) };
    })
    .catch(unlessRefused);
  if (!found) return undefined;
  const { dataSet, keys } = found;
  const at = Date.now() - clockMs;
  const numbers = new Set<number>();
  for (const field of dataSet.fields.filter(({ key, required }) => keys.has(key) && !required))
    if (await hasEmptyValue(context.scan, dataSet, field)) numbers.add(field.number);
  return { dataSet: dataSet.number, numbers, revision: dataSet.revision, at };
}

/** The transaction says so, unless it has an earlier answer. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof WorkspaceError)) throw error;
}

async function hasEmptyValue(scan: Scan, dataSet: CatalogueDataSet, field: CatalogueField) {
  const sql = `select 1 from ${dataSet.rows} where ${dataColumn(field.number)} is null limit 1`;
  return (await scan({ sql, parameters: [] }, { rows: rowsToRead(dataSet) })).length > 0;
}

/** Whether a record has no value in a field: one that had none then, or that has changed since. */
export async function isSomewhereEmpty(
  tx: Db,
  dataSet: CatalogueDataSet,
  field: CatalogueField,
  known: EmptyValues | undefined,
): Promise<boolean> {
  if (known?.dataSet !== dataSet.number || known.revision !== dataSet.revision) throw changedMeanwhile();
  if (known.numbers.has(field.number)) return true;
  return hasEmptyValueSince(tx, dataSet.number, field.number, known.at);
}

const changedMeanwhile = () =>
  new WorkspaceError(
    'unavailable',
    'This Data Set was changed by somebody else at the same moment; nothing was changed. Try again.',
  );
