import { limits } from '../../../schemas/limits.ts';
import { mistaken } from '../../../schemas/mistakes.ts';
import { stepTo } from '../../../schemas/pointer.ts';
import type { FieldError } from '../../../schemas/problem-extras.ts';
import { isMultiple, referenceTypes } from '../../../schemas/fields.ts';
import type { CatalogueDataSet, CatalogueField } from '../../query/catalogue.ts';
import { listed } from '../../query/plan.ts';
import { areTooLong, bytesOfTexts, decode, encode, InvalidValue, type Stored } from '../../query/values.ts';
import { type DataRow, dataColumn } from '../../store/data-tables/data-tables.ts';
import type { Db } from '../../store/tables.ts';
import { Turn, type Work } from '../../turns/turn.ts';
import {
  artifactIsReadable,
  fileIsReadable,
  type Reader,
  recordIsReadable,
  sessionIsVisible,
} from '../operation/access.ts';

type Input = Readonly<Record<string, unknown>>;
export type Columns = Record<`f${number}`, Stored>;

/**
 * The values of an input as their columns hold them. The whole input is validated, and every mistake is reported at
 * once. `before` is the current record; a new record must have every required field. References that the record already
 * has are not checked again.
 */
export async function encodedValues(
  db: Db,
  reader: Reader,
  dataSet: CatalogueDataSet,
  input: Input,
  before?: DataRow,
): Promise<Columns> {
  const turn = new Turn();
  const { columns, mistakes, isUnknown } = await turn.finish(encodedInput(dataSet, input, '', before === undefined));
  for (const field of dataSet.fields) {
    const added = addedReferences(field, columns[dataColumn(field.number)], before);
    if (added.length === 0) continue;
    const [missing] = await unreadableIds(db, reader, field, added);
    if (missing !== undefined) mistakes.push(unreadable(`/values/${field.key}`, missing));
    await turn.yield();
  }
  if (hasGrownTooLong(dataSet, before, { ...before, ...columns })) mistakes.push(tooMuchText('/values'));
  if (mistakes.length > 0) throw mistaken(isUnknown ? 'invalid_request' : 'invalid_values', mistakes);
  return columns;
}

/** The values of an input with all their mistakes. Mistakes that depend on stored records come later. */
export interface EncodedInput {
  readonly columns: Columns;
  readonly mistakes: FieldError[];
  /** Whether a mistake is a field that the Data Set lacks. */
  readonly isUnknown: boolean;
}

/** `path` is the place of the record in the request. A new record must have every required field. */
export function* encodedInput(
  dataSet: CatalogueDataSet,
  input: Input,
  path: string,
  isNew: boolean,
): Work<EncodedInput> {
  const mistakes = unknownFields(dataSet, input, path);
  const isUnknown = mistakes.length > 0;
  const columns: Columns = {};
  for (const field of dataSet.fields) {
    const isNamed = Object.hasOwn(input, field.key);
    if (!isNamed && !isNew) continue;
    yield;
    try {
      const stored = encode(field, isNamed ? input[field.key] : undefined);
      if (stored === null && field.required) throw new InvalidValue(isRequired);
      columns[dataColumn(field.number)] = stored;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      mistakes.push({ path: `${path}/values/${field.key}`, message: error.message });
    }
  }
  return { columns, mistakes, isUnknown };
}

export const isRequired = 'is required';

export const tooMuchText = (path: string): FieldError => ({
  path,
  message: `must have at most ${limits.recordBytes} bytes of text together`,
});

/** Whether a record has more text than it may have. One of an earlier release may have more, but may not grow. */
export function hasGrownTooLong(
  { fields }: CatalogueDataSet,
  before: DataRow | undefined,
  after: Partial<DataRow>,
): boolean {
  const valuesOf = (row: Partial<DataRow>) => fields.map(({ number }) => row[dataColumn(number)]);
  if (!areTooLong(valuesOf(after))) return false;
  return before === undefined || bytesOfTexts(valuesOf(after)) > bytesOfTexts(valuesOf(before));
}

/** The values of a record as the interface shows them; a field without a value is left out. */
export function decodedValues(
  { fields }: Pick<CatalogueDataSet, 'fields'>,
  row: Partial<DataRow>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = decode(field, row[dataColumn(field.number)] ?? null);
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

/** Whether the input may be set on a record that a connected source fills. Only references to stored content may. */
export const isSetHere = (dataSet: CatalogueDataSet, input: Input): boolean =>
  Object.keys(input).every((key) =>
    dataSet.fields.some((field) => field.key === key && !field.fromSource && referenceTypes.has(field.type)),
  );

const unknownFields = ({ fields }: CatalogueDataSet, input: Input, path: string): FieldError[] => {
  const known = new Set(fields.map(({ key }) => key));
  return Object.keys(input)
    .filter((key) => !known.has(key))
    .map((key) => ({
      path: `${path}/values${stepTo(key)}`,
      message: `is not a field of this Data Set; the fields are ${listed([...known])}`,
    }));
};

/** The IDs that a value refers to and the record before did not. */
export function addedReferences(field: CatalogueField, stored: Stored | undefined, before?: DataRow): string[] {
  if (stored === undefined || stored === null || !readable[field.type]) return [];
  const known = new Set(idsOf(field, before?.[dataColumn(field.number)] ?? null));
  return idsOf(field, stored).filter((id) => !known.has(id));
}

/** A value grants nothing, so whoever sets it must be able to read what it points to. */
export async function unreadableIds(
  db: Db,
  reader: Reader,
  field: CatalogueField,
  ids: readonly string[],
): Promise<string[]> {
  const found = new Set((await readable[field.type]!(db, reader, [...ids], field).execute()).map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

export const unreadable = (path: string, id: string): FieldError => ({
  path,
  message: `${id} is unknown, or not shared with this account`,
});

export const idsOf = (field: CatalogueField, stored: Stored): string[] => {
  const value = decode(field, stored);
  if (value === undefined) return [];
  return isMultiple(field) ? (value as string[]) : [value as string];
};

/** Whether the values of a field are IDs that the one who sets them must be able to read. */
export const refers = ({ type }: CatalogueField): boolean => readable[type] !== undefined;

type Find = (db: Db, reader: Reader, ids: string[], field: CatalogueField) => { execute(): Promise<{ id: string }[]> };

/** Selects the IDs that a field of the type may refer to. */
const readable: { readonly [Type in CatalogueField['type']]?: Find } = {
  user: (db, { organizationId }, ids) =>
    db.selectFrom('users').select('id').where('id', 'in', ids).where('organization_id', '=', organizationId),
  record: (db, reader, ids, { options }) =>
    db
      .selectFrom('records')
      .innerJoin('data_sets as target', 'target.number', 'records.data_set')
      .select('records.id')
      .where('records.id', 'in', ids)
      .where('target.id', '=', options.objectTypeId ?? null)
      .where(recordIsReadable(reader)),
  file: (db, reader, ids) =>
    db.selectFrom('files').select('files.id').where('files.id', 'in', ids).where(fileIsReadable(reader)),
  artifact: (db, reader, ids) =>
    db
      .selectFrom('artifacts')
      .select('artifacts.id')
      .where('artifacts.id', 'in', ids)
      .where(artifactIsReadable(reader)),
  session: (db, reader, ids) =>
    db.selectFrom('sessions').select('sessions.id').where('sessions.id', 'in', ids).where(sessionIsVisible(reader)),
};
