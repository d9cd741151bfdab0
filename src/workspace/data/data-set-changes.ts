import {
  type FieldChange,
  type FieldInput,
  type FieldMistake,
  type FieldOptions,
  foreignOptions,
  missingOptions,
  NewFieldKey,
  referenceTypes,
  reservedKeys,
} from '../../../schemas/fields.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField, NewField } from '../../query/catalogue.ts';
import { indexRecordsLater } from '../../search/indexing.ts';
import { addDataColumns } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { type EmptyValues, isSomewhereEmpty } from './empty-values.ts';
import { fieldsBytes, refuseLongFields, refuseManyFields } from './fields-size.ts';
import { countRevision, enterFields } from './new-data-sets.ts';

/** Appends fields to a Data Set, which may have records. */
export async function addFields(tx: Db, dataSet: CatalogueDataSet, fields: readonly NewField[]): Promise<void> {
  await refuseManyFields(tx, dataSet.channelId, fields.length);
  const first = Math.max(0, ...dataSet.fields.map(({ number }) => number)) + 1;
  await enterFields(tx, dataSet.number, first, fields);
  const { fields: all } = await dataSetNumbered(tx, dataSet.number);
  const added = all.filter(({ number }) => number >= first);
  if (added.length === 0) return;
  await addDataColumns(tx, dataSet.number, added);
  await refuseLongFields(tx, dataSet.number, dataSet.channelId);
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
 * Adds the listed fields that a Data Set lacks, and changes the label, choices and required flag of the others. The
 * meaning of a stored value never changes. Type and target therefore stay, and a choice keeps its place.
 */
export async function changeFields(
  tx: Db,
  dataSet: CatalogueDataSet,
  inputs: readonly FieldChange[],
  emptyValues?: EmptyValues,
): Promise<void> {
  const bytesBefore = await fieldsBytes(tx, dataSet.number);
  const known = new Map(dataSet.fields.map((field) => [field.key, field]));
  const added: NewField[] = [];
  for (const [index, input] of inputs.entries()) {
    const path = `/fields/${index}`;
    const field = known.get(input.key);
    if (field) await changeField(tx, dataSet, field, input, path, emptyValues);
    else added.push(addition(dataSet, input, path));
  }
  const count = dataSet.fields.length + added.length;
  if (count > limits.fields)
    throw invalidRequest('/fields', `would make ${count} fields; a Data Set has at most ${limits.fields}`);
  if ((await fieldsBytes(tx, dataSet.number)) > bytesBefore)
    await refuseLongFields(tx, dataSet.number, dataSet.channelId);
  await addFields(tx, dataSet, added);
}

function addition(dataSet: CatalogueDataSet, { type, ...change }: FieldChange, path: string): NewField {
  refuseKey(change.key, `${path}/key`);
  if (type === undefined) throw invalidRequest(`${path}/type`, 'is missing; a new field needs one');
  const input = { ...change, type };
  refuseFirst(missingOptions(type, input), path);
  if (dataSet.readOnly && !referenceTypes.has(input.type)) {
    const types = [...referenceTypes].join(', ');
    throw invalidRequest(
      `${path}/type`,
      `takes only these types, because all other values of this Data Set come from its source: ${types}`,
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

function refuseKey(key: string, path: string): void {
  const [mistake] = NewFieldKey.safeParse(key).error?.issues ?? [];
  if (!mistake) return;
  const stranger = reservedKeys.has(key) ? '' : 'names no field of this Data Set; the key of a new one ';
  throw invalidRequest(path, stranger + mistake.message);
}

async function changeField(
  tx: Db,
  dataSet: CatalogueDataSet,
  field: CatalogueField,
  input: FieldChange,
  path: string,
  emptyValues: EmptyValues | undefined,
): Promise<void> {
  refuseOtherMeaning(field, input, path);
  const required = input.required ?? field.required;
  if (required && !field.required && (await isSomewhereEmpty(tx, dataSet, field, emptyValues)))
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

function refuseFirst([mistake]: readonly FieldMistake[], path: string): void {
  if (mistake) throw invalidRequest(`${path}/${mistake[0].join('/')}`, mistake[1]);
}

function refuseOtherMeaning(field: CatalogueField, input: FieldChange, path: string): void {
  const stays = (name: string, was: unknown, given: unknown) => {
    if (given !== undefined && given !== was)
      throw invalidRequest(`${path}/${name}`, `is ${String(was)} and never changes; add another field instead`);
  };
  stays('type', field.type, input.type);
  stays('multiple', field.multiple, input.multiple);
  stays('options/currencyCode', field.options.currencyCode, input.options?.currencyCode);
  stays('options/objectTypeId', field.options.objectTypeId, input.options?.objectTypeId);
  if (field.fromSource) stays('required', field.required, input.required);
  refuseFirst(foreignOptions(field.type, input), path);
}

function changedOptions({ options }: CatalogueField, input: FieldChange, path: string): FieldOptions {
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
