import { type FieldOptions, type FieldType, hasChoices, isMultiple, textTypes } from '../../schemas/fields.ts';
import { type DataRow, dataColumn, readRow, type StoredValue } from '../store/data-tables/data-tables.ts';
import type { Db } from '../store/tables.ts';
import { prepared } from '../store/prepared.ts';

/** The parts of a field that its text depends on. */
interface TextField {
  readonly number: number;
  readonly type: FieldType;
  readonly multiple: boolean;
  readonly options: FieldOptions;
}

/** The text of a record without its title: its texts and the labels of its choices. Each value has a line. */
export function recordText(fields: readonly TextField[], row: DataRow): string {
  return fields.flatMap((field) => textsOf(field, row[dataColumn(field.number)] ?? null)).join('\n');
}

function textsOf({ type, multiple, options }: TextField, stored: StoredValue): string[] {
  if (stored === null) return [];
  if (textTypes.has(type)) return [String(stored)];
  if (!hasChoices(type)) return [];
  const places = multiple ? (JSON.parse(String(stored)) as number[]) : [Number(stored)];
  return places.map((place) => options.choices?.[place]?.label ?? '');
}

/** The fields of a Data Set that say something. */
export async function textFields(db: Db, dataSet: number): Promise<TextField[]> {
  const rows = await findFields(db, { dataSet });
  return rows
    .map(({ number, type, multiple, options }) => ({
      number,
      type: type as FieldType,
      multiple: isMultiple({ type: type as FieldType, multiple: multiple === 1 }),
      options: options === null ? {} : (JSON.parse(options) as FieldOptions),
    }))
    .filter(({ type }) => textTypes.has(type) || hasChoices(type));
}

const findFields = prepared((db, by: { dataSet: number }) =>
  db
    .selectFrom('data_set_fields')
    .select(['number', 'type', 'multiple', 'options'])
    .where('data_set', '=', by.dataSet)
    .orderBy('number'),
);

/** The text of a record as it stands; none when it is gone. */
export async function textOfRecord(db: Db, recordId: string): Promise<string> {
  const found = await db.selectFrom('records').select('data_set').where('id', '=', recordId).executeTakeFirst();
  const row = found && (await readRow(db, found.data_set, recordId));
  return row ? recordText(await textFields(db, found.data_set), row) : '';
}
