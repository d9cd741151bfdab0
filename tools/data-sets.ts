import type { Channel } from '../schemas/channels.ts';
import type { DataSet } from '../schemas/data-sets.ts';
import { invalidRequest, WorkspaceError } from '../schemas/errors.ts';
import { type Field, isMultiple, systemFields } from '../schemas/fields.ts';
import { jsonOf } from '../schemas/shown.ts';
import { fits, mostOf, roomForData } from './fitting.ts';
import { refuseUnknownFields } from './shared.ts';

/** A channel with its Data Sets, as returned by `channels.get`. */
type Inspected = Channel & { readonly dataSets: readonly DataSet[] };

interface PageInput {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Views and members of the channel have the rest. */
const roomForDataSets = (roomForData * 3) / 4;
const choicesInOverview = 20;
const descriptionInOverview = 300;

/** A page of a channel's Data Sets in brief. If that is too long, each has only its number of fields. */
export function overview({ dataSets, ...channel }: Inspected, input: PageInput) {
  const { shown, ...rest } = page(dataSets, ({ objectTypeId }) => objectTypeId, input);
  const brief = shown.map(briefDataSet);
  return { channel: { ...channel, dataSets: fits(brief, roomForDataSets) ? brief : shown.map(named) }, ...rest };
}

/** One Data Set with all or the named fields, in pages. Each choice counts as an entry. */
export function wholeDataSet(
  { dataSets: _others, description: _description, ...channel }: Inspected,
  { fields, ...dataSet }: DataSet,
  { fields: keys, ...input }: PageInput & { readonly fields?: readonly string[] | undefined },
) {
  refuseUnknownFields(
    keys ?? [],
    fields.map(({ key }) => key),
  );
  const kept = keys ? fields.filter(({ key }) => keys.includes(key)) : fields;
  const { shown, ...rest } = page(kept.flatMap(entriesOf), keyOf, input);
  return { channel: { ...channel, dataSets: [{ ...dataSet, fields: joined(shown) }] }, ...rest };
}

export function dataSetOf(dataSets: readonly DataSet[], objectTypeId: string): DataSet {
  const found = dataSets.find((dataSet) => dataSet.objectTypeId === objectTypeId);
  if (found) return found;
  throw new WorkspaceError(
    'not_found',
    'There is no such Data Set in this channel; workspace_channel_get without objectTypeId names those there are.',
  );
}

const named = ({ objectTypeId, objectType, name, fields }: DataSet) => ({
  objectTypeId,
  objectType,
  name,
  fieldCount: ownFields(fields).length,
});

function briefDataSet({ objectTypeId, objectType, name, description, readOnly, fields }: DataSet) {
  return {
    objectTypeId,
    objectType,
    name,
    ...(description && { description: description.slice(0, descriptionInOverview).toWellFormed() }),
    ...(readOnly && { readOnly }),
    fields: ownFields(fields).map(briefField),
  };
}

const ownFields = (fields: readonly Field[]) => fields.filter(({ key }) => !Object.hasOwn(systemFields, key));

function briefField({
  key,
  label,
  type,
  required,
  multiple,
  options: { choices, decimals: _, ...options } = {},
}: Field) {
  return {
    key,
    ...(label !== key && { label }),
    type,
    ...(required && { required }),
    ...(multiple && { multiple }),
    ...options,
    ...(choices && { choices: choices.slice(0, choicesInOverview).map((choice) => choice.key) }),
    ...(choices && choices.length > choicesInOverview && { choiceCount: choices.length }),
  };
}

type Choice = NonNullable<NonNullable<Field['options']>['choices']>[number];

/** The unit of a page: a field, or one choice of a field. */
interface Entry {
  readonly field: Field;
  readonly choice?: Choice;
}

const entriesOf = (field: Field): Entry[] =>
  field.options?.choices?.map((choice) => ({ field, choice })) ?? [{ field }];
const keyOf = ({ field, choice }: Entry) => JSON.stringify([field.key, choice?.key]);

/** Regroups entries into fields with the choices of this page. */
function joined(entries: readonly Entry[]): Field[] {
  return [...Map.groupBy(entries, ({ field }) => field)].map(([field, own]) =>
    field.options?.choices
      ? { ...field, options: { ...field.options, choices: own.map(({ choice }) => choice!) } }
      : field,
  );
}

/** A page of a complete list. Its cursor names the last item shown, so items added meanwhile hide nothing. */
function page<Item>(items: readonly Item[], keyOf: (item: Item) => string, { limit, cursor }: PageInput) {
  const cursorOf = (item: Item) => Buffer.from(keyOf(item)).toString('base64url');
  const start = cursor === undefined ? 0 : items.findIndex((item) => cursorOf(item) === cursor) + 1;
  if (start === 0 && cursor !== undefined)
    throw invalidRequest('/cursor', 'was not issued for this list; start again without it');
  const shown = items.slice(start, start + limit);
  const goesOn = start + limit < items.length;
  return { shown, ...(goesOn && { nextCursor: cursorOf(shown.at(-1)!) }) };
}

/** A Data Set's fields and filter operators as text for a model. The fields take at most `room` bytes. */
export function toldInLines({ fields }: DataSet, room: number): string {
  const lines = fields.map(
    ({ key, label, type, multiple, options }) =>
      `- ${key} (${jsonOf(label)}): ${multiple ? 'several of ' : ''}${type}${toldOptions(options)}`,
  );
  const shown = mostOf(lines, room);
  const more = lines.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`- and ${more} more: workspace_channel_get with this objectTypeId shows them`] : []),
    'Filter operators by type:',
    ...new Set(fields.map((field) => `- ${isMultiple(field) ? 'lists' : field.type}: ${field.operators.join(' ')}`)),
  ].join('\n');
}

function toldOptions({ currencyCode, choices }: NonNullable<Field['options']> = {}): string {
  if (currencyCode) return ` in ${currencyCode}`;
  if (!choices) return '';
  const keys = choices.slice(0, choicesInOverview).map(({ key }) => jsonOf(key));
  return ` of ${keys.join(', ')}${choices.length > keys.length ? `, … (${choices.length} choices)` : ''}`;
}
