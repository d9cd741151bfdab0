import { type FieldInput, type FieldOptions, referenceTypes } from '../../schemas/fields.ts';
import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField } from '../query/catalogue.ts';
import { indexRecordsLater } from '../search/indexer.ts';
import { addDataColumn, createDataTable, hasEmptyValue } from '../store/data-tables.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import type { Caller } from './context.ts';
import { freeKey, keyOf } from './csv-columns.ts';
import { dataSetNumbered } from './data-set-catalogue.ts';

export type NewField = Pick<CatalogueField, 'key' | 'label' | 'type'> &
  Partial<Pick<CatalogueField, 'required' | 'multiple' | 'fromSource' | 'options'>>;

export interface NewDataSet {
  readonly channelId: string;
  /** Default: made from the name. */
  readonly objectType?: string | undefined;
  readonly name: string;
  readonly description?: string | undefined;
  readonly readOnly?: boolean;
  readonly fields: readonly NewField[];
}

/** Enters a Data Set into the catalogue and makes its table, which is empty. */
export async function addDataSet(tx: Db, caller: Caller, given: NewDataSet): Promise<CatalogueDataSet> {
  const now = new Date().toISOString();
  const { number } = await tx
    .insertInto('data_sets')
    .values({
      id: newId('ot'),
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
    .returning('number')
    .executeTakeFirstOrThrow();
  await enterFields(tx, number, 1, given.fields);
  const dataSet = await dataSetNumbered(tx, number);
  await createDataTable(tx, number, dataSet.fields);
  return dataSet;
}

/** Adds fields to a Data Set that may have records, behind those that it has. */
export async function addFields(tx: Db, dataSet: CatalogueDataSet, fields: readonly NewField[]): Promise<void> {
  const first = Math.max(0, ...dataSet.fields.map(({ number }) => number)) + 1;
  await enterFields(tx, dataSet.number, first, fields);
  const { fields: all } = await dataSetNumbered(tx, dataSet.number);
  for (const field of all) if (field.number >= first) await addDataColumn(tx, dataSet.number, field);
}

async function enterFields(tx: Db, dataSet: number, first: number, fields: readonly NewField[]): Promise<void> {
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

async function countRevision(tx: Db, dataSet: number): Promise<void> {
  await tx
    .updateTable('data_sets')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('number', '=', dataSet)
    .execute();
}

/** A field as it was declared, its defaults filled in. */
export function newField({ key, label = key, type, required, multiple, options = {} }: FieldInput): NewField {
  const { choices, ...others } = options;
  return {
    key,
    label,
    type,
    required: required ?? false,
    multiple: multiple ?? false,
    options: { ...given(others), ...(choices && { choices: choices.map(newChoice) }) },
  };
}

type Choice = NonNullable<FieldOptions['choices']>[number];
type ChoiceInput = NonNullable<NonNullable<FieldInput['options']>['choices']>[number];

const newChoice = ({ key, label = key, color }: ChoiceInput): Choice => ({
  key,
  label,
  ...(color !== undefined && { color }),
});

/** Without what was not given. */
const given = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

/**
 * Adds the listed fields that a Data Set lacks and changes those that it has: label, choices, and whether a value is
 * required. What a stored value means never changes: neither type nor target, and a choice keeps its place.
 */
export async function changeFields(tx: Db, dataSet: CatalogueDataSet, inputs: readonly FieldInput[]): Promise<void> {
  const known = new Map(dataSet.fields.map((field) => [field.key, field]));
  const added: NewField[] = [];
  for (const [index, input] of inputs.entries()) {
    const path = `/fields/${index}`;
    const field = known.get(input.key);
    if (field) await changeField(tx, dataSet, field, input, path);
    else added.push(addition(dataSet, input, path));
  }
  const count = dataSet.fields.length + added.length;
  if (count > limits.fields)
    throw invalidRequest('/fields', `would make ${count} fields; a Data Set has at most ${limits.fields}`);
  await addFields(tx, dataSet, added);
}

function addition(dataSet: CatalogueDataSet, input: FieldInput, path: string): NewField {
  if (dataSet.readOnly && !referenceTypes.has(input.type)) {
    const types = [...referenceTypes].join(', ');
    throw invalidRequest(
      `${path}/type`,
      `a Data Set of a connected source takes fields of these types only, since its other values come from the source: ${types}`,
    );
  }
  if (dataSet.readOnly && input.required)
    throw invalidRequest(`${path}/required`, 'cannot be asked of records that a connected source adds');
  if (input.required && dataSet.recordCount > 0) {
    throw invalidRequest(
      `${path}/required`,
      'the records that exist would have no value; add the field, fill it in, then make it required',
    );
  }
  return newField(input);
}

async function changeField(
  tx: Db,
  dataSet: CatalogueDataSet,
  field: CatalogueField,
  input: FieldInput,
  path: string,
): Promise<void> {
  refuseOtherMeaning(field, input, path);
  const required = input.required ?? field.required;
  if (required && !field.required && hasEmptyValue(tx, dataSet.number, field.number))
    throw invalidRequest(`${path}/required`, 'some records have no value; fill them in first');
  const options = changedOptions(field, input, path);
  await tx
    .updateTable('data_set_fields')
    .set({
      label: input.label ?? field.label,
      required: required ? 1 : 0,
      options: Object.keys(options).length > 0 ? JSON.stringify(options) : null,
    })
    .where('data_set', '=', dataSet.number)
    .where('number', '=', field.number)
    .execute();
  await countRevision(tx, dataSet.number);
  if (areRelabelled(field.options.choices, options.choices)) await indexRecordsLater(tx, dataSet.id);
}

/** Records are found by the labels of their choices. */
const areRelabelled = (before: readonly Choice[] = [], now: readonly Choice[] = []): boolean =>
  before.some(({ label }, place) => label !== now[place]?.label);

function refuseOtherMeaning(field: CatalogueField, input: FieldInput, path: string): void {
  const stays = (name: string, was: unknown, given: unknown) => {
    if (given !== undefined && given !== was)
      throw invalidRequest(`${path}/${name}`, `is ${String(was)} and never changes; add another field instead`);
  };
  stays('type', field.type, input.type);
  stays('multiple', field.multiple, input.multiple);
  stays('options/currencyCode', field.options.currencyCode, input.options?.currencyCode);
  stays('options/objectTypeId', field.options.objectTypeId, input.options?.objectTypeId);
  if (field.fromSource) stays('required', field.required, input.required);
}

function changedOptions({ options }: CatalogueField, input: FieldInput, path: string): FieldOptions {
  const { choices, decimals = options.decimals } = input.options ?? {};
  const all = choices && mergedChoices(options.choices ?? [], choices);
  if (all && all.length > limits.choices)
    throw invalidRequest(
      `${path}/options/choices`,
      `would make ${all.length} choices; a field has at most ${limits.choices}`,
    );
  return given({ ...options, decimals, ...(all && { choices: all }) });
}

/** Choices that exist keep their places, new ones come last. */
function mergedChoices(known: readonly Choice[], listed: readonly ChoiceInput[]): Choice[] {
  const changes = new Map(listed.map((choice) => [choice.key, choice]));
  const kept = known.map((choice) => ({ ...choice, ...given({ ...changes.get(choice.key) }) }));
  const keys = new Set(known.map(({ key }) => key));
  return [...kept, ...listed.filter(({ key }) => !keys.has(key)).map(newChoice)];
}

async function objectTypeOf(tx: Db, { channelId, objectType, name }: NewDataSet): Promise<string> {
  const taken = await objectTypesIn(tx, channelId);
  if (objectType === undefined) return freeKey(singular(keyOf(name) ?? 'record'), taken);
  if (!taken.has(objectType)) return objectType;
  throw new WorkspaceError('already_exists', `This channel has a Data Set of "${objectType}"; choose another key.`, {
    errors: [{ path: '/objectType', message: 'is taken' }],
  });
}

async function objectTypesIn(tx: Db, channelId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('data_sets').select('object_type').where('channel_id', '=', channelId).execute();
  return new Set(rows.map((row) => row.object_type));
}

/** One of what an English plural names: `deals` holds a `deal`. */
function singular(key: string): string {
  if (/[^aeiou]ies$/.test(key)) return `${key.slice(0, -3)}y`;
  if (/(ss|x|z|ch|sh)es$/.test(key)) return key.slice(0, -2);
  return /[^siu]s$/.test(key) ? key.slice(0, -1) : key;
}
