import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { isMultiple } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField, NewField } from '../../query/catalogue.ts';
import { createDataTable, takeDataSetNumber } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import type { Caller } from '../operation/context.ts';
import { freeKey, keyOf } from '../../../schemas/field-keys.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { refuseLongFields, refuseManyFields } from './fields-size.ts';

export interface NewDataSet {
  /** Default: a new one. */
  readonly id?: string | undefined;
  readonly channelId: string;
  /** Default: made from the name. */
  readonly objectType?: string | undefined;
  readonly name: string;
  readonly description?: string | undefined;
  readonly readOnly?: boolean;
  readonly fields: readonly NewField[];
}

/** Makes a Data Set without records. */
export async function addDataSet(tx: Db, caller: Caller, given: NewDataSet): Promise<CatalogueDataSet> {
  return enterDataSet(tx, caller, given, await reserveDataSet(tx, given));
}

/**
 * Makes the table of a Data Set whose catalogue entry follows with its records. Nothing refers to the table until then.
 * Returns its number.
 */
export async function reserveDataSet(tx: Db, given: NewDataSet): Promise<number> {
  await objectTypeOf(tx, given);
  await refuseTooMany(tx, given);
  await refuseManyFields(tx, given.channelId, given.fields.length);
  const number = await takeDataSetNumber(tx);
  await createDataTable(tx, number, fieldsToBe(given.fields));
  return number;
}

/** The fields that a new Data Set will have, as its catalogue will know them. */
export const fieldsToBe = (fields: readonly NewField[]): CatalogueField[] =>
  fields.map((field, place) => ({
    ...field,
    number: place + 1,
    multiple: isMultiple(field),
    required: field.required ?? false,
    fromSource: field.fromSource ?? false,
    options: field.options ?? {},
  }));

/** Enters a Data Set whose table is there into the catalogue. */
export async function enterDataSet(
  tx: Db,
  caller: Caller,
  given: NewDataSet,
  number: number,
): Promise<CatalogueDataSet> {
  const now = new Date().toISOString();
  await tx
    .insertInto('data_sets')
    .values({
      number,
      id: given.id ?? newId('ot'),
      organization_id: caller.organizationId,
      channel_id: given.channelId,
      object_type: await objectTypeOf(tx, given),
      name: given.name,
      description: given.description ?? '',
      record_count: 0,
      read_only: given.readOnly ? 1 : 0,
      created_at: now,
      created_by: caller.userId,
      updated_at: now,
      updated_by: caller.userId,
    })
    .execute();
  await refuseManyFields(tx, given.channelId, given.fields.length);
  await enterFields(tx, number, 1, given.fields);
  await refuseLongFields(tx, number, given.channelId);
  return dataSetNumbered(tx, number);
}

export async function enterFields(tx: Db, dataSet: number, first: number, fields: readonly NewField[]): Promise<void> {
  for (const [index, field] of fields.entries()) {
    const { options = {} } = field;
    await tx
      .insertInto('data_set_fields')
      .values({
        data_set: dataSet,
        number: first + index,
        key: field.key,
        label: field.label,
        type: field.type,
        required: field.required ? 1 : 0,
        multiple: field.multiple ? 1 : 0,
        from_source: field.fromSource ? 1 : 0,
        options: Object.keys(options).length > 0 ? JSON.stringify(options) : null,
      })
      .execute();
  }
  await countRevision(tx, dataSet);
}

/** Counts a revision. A plan based on the earlier fields or records notices the change. */
export async function countRevision(tx: Db, dataSet: number): Promise<void> {
  await tx
    .updateTable('data_sets')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('number', '=', dataSet)
    .execute();
}

async function refuseTooMany(tx: Db, { channelId }: NewDataSet): Promise<void> {
  const organization = tx.selectFrom('channels').select('organization_id').where('id', '=', channelId);
  const { count } = await tx
    .selectFrom('data_sets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization)
    .executeTakeFirstOrThrow();
  if (count >= limits.dataSets)
    throw invalidRequest(
      '',
      `would make more than ${limits.dataSets} Data Sets in this organisation; add rows to one of them`,
    );
}

async function objectTypeOf(tx: Db, { channelId, objectType, name }: NewDataSet): Promise<string> {
  const taken = await objectTypesIn(tx, channelId);
  if (objectType === undefined) return freeKey(singular(keyOf(name) ?? 'record'), taken);
  if (!taken.has(objectType)) return objectType;
  throw new WorkspaceError('already_exists', `This channel has a Data Set of "${objectType}"; choose another key.`, {
    errors: [{ path: '/objectType', message: 'is taken' }],
  });
}

export async function objectTypesIn(tx: Db, channelId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('data_sets').select('object_type').where('channel_id', '=', channelId).execute();
  return new Set(rows.map((row) => row.object_type));
}

/** One of what an English plural names: `deals` holds a `deal`. */
function singular(key: string): string {
  if (/[^aeiou]ies$/.test(key)) return `${key.slice(0, -3)}y`;
  if (/(ss|x|z|ch|sh)es$/.test(key)) return key.slice(0, -2);
  return /[^siu]s$/.test(key) ? key.slice(0, -1) : key;
}
