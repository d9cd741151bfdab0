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
import { Turn } from '../../turns/turn.ts';
import {
  artifactIsReadable,
  fileIsReadable,
  type Reader,
  recordIsReadable,
  sessionIsVisible,
} from '../operation/access.ts';

type Input = Readonly<Record<string, unknown>>;
type Columns = Record<`f${number}`, Stored>;

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
  const columns: Columns = {};
  const mistakes: FieldError[] = [];
  const turn = new Turn();
  for (const field of touchedFields(dataSet, input, before)) {
    try {
      const stored = encode(field, Object.hasOwn(input, field.key) ? input[field.key] : undefined);
      if (stored === null && field.required) throw new InvalidValue('is required');
      await checkReferences(db, reader, field, stored, before?.[dataColumn(field.number)] ?? null);
      columns[dataColumn(field.number)] = stored;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      mistakes.push({ path: `/values/${field.key}`, message: error.message });
    }
    await turn.yield();
  }
  if (hasGrownTooLong(dataSet, before, { ...before, ...columns }))
    mistakes.push({ path: '/values', message: `must have at most ${limits.recordBytes} bytes of text together` });
  if (mistakes.length > 0) throw mistaken('invalid_values', mistakes);
  return columns;
}

/** Whether a record has more text than it may have. One of an earlier release may have more, but may not grow. */
function hasGrownTooLong({ fields }: CatalogueDataSet, before: DataRow | undefined, after: Partial<DataRow>): boolean {
  const valuesOf = (row: Partial<DataRow>) => fields.map(({ number }) => row[dataColumn(number)]);
  if (!areTooLong(valuesOf(after))) return false;
  return before === undefined || bytesOfTexts(valuesOf(after)) > bytesOfTexts(valuesOf(before));
}

/** The values of a record as the interface shows them; a field without a value is left out. */
export function decodedValues({ fields }: CatalogueDataSet, row: DataRow): Record<string, unknown> {
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

/** The fields that an input covers: all for a new record, else the named ones. */
function touchedFields(dataSet: CatalogueDataSet, input: Input, before: DataRow | undefined) {
  refuseUnknownFields(dataSet, input);
  const { fields } = dataSet;
  return before ? fields.filter(({ key }) => Object.hasOwn(input, key)) : fields;
}

export function refuseUnknownFields({ fields }: CatalogueDataSet, input: Input): void {
  const known = new Set(fields.map(({ key }) => key));
  const unknown = Object.keys(input).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw mistaken(
      'invalid_request',
      unknown.map((key) => unknownField(key, [...known])),
    );
}

const unknownField = (key: string, known: readonly string[]): FieldError => ({
  path: `/values${stepTo(key)}`,
  message: `is not a field of this Data Set; the fields are ${listed(known)}`,
});

/** A value grants nothing, so whoever sets it must be able to read what it points to. */
async function checkReferences(
  db: Db,
  reader: Reader,
  field: CatalogueField,
  stored: Stored,
  before: Stored,
): Promise<void> {
  const find = readable[field.type];
  if (!find) return;
  const known = new Set(idsOf(field, before));
  const added = idsOf(field, stored).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const found = new Set((await find(db, reader, added, field).execute()).map(({ id }) => id));
  const missing = added.find((id) => !found.has(id));
  if (missing !== undefined) throw new InvalidValue(`${missing} is unknown, or not shared with this account`);
}

const idsOf = (field: CatalogueField, stored: Stored): string[] => {
  const value = decode(field, stored);
  if (value === undefined) return [];
  return isMultiple(field) ? (value as string[]) : [value as string];
};

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
