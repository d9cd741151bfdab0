import { type FieldOptions, numberTypes, reservedKeys } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField, NewField } from '../../query/catalogue.ts';
import { InvalidValue, type Stored } from '../../query/values.ts';
import type { Db } from '../../store/tables.ts';
import { freeKey } from '../../../schemas/field-keys.ts';
import { cellReader, ColumnInference, type ColumnKind, columnNames } from '../../tables/csv-columns.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import { addFields } from '../data/data-set-changes.ts';
import { type SourceCell, type SourceColumn, SourceProblem, type SourceTable } from './tables.ts';

/** A field that a source fills. A field for a new column has the number 0 until it is made. */
export interface SourceField {
  /** The name of its column. */
  readonly name: string;
  readonly field: CatalogueField;
  /** Where its cell is in a row; undefined for a column that the source has no more. */
  readonly place: number | undefined;
}

/**
 * The fields that the source fills in an existing or new Data Set. Existing fields come first in their order, then the
 * fields of new columns. All cells of a new column decide its type.
 */
export async function sourceFields(
  db: Db,
  dataSet: CatalogueDataSet | undefined,
  table: SourceTable,
): Promise<SourceField[]> {
  const names = namesIn(table);
  const places = new Map(names.map(({ name, place }) => [name, place]));
  const known = dataSet ? await knownColumns(db, dataSet.number) : new Map<string, number>();
  const fields = new Map(dataSet?.fields.map((field) => [field.number, field]));
  const old = Array.from(known, ([name, number]) => ({ name, field: fields.get(number)!, place: places.get(name) }));
  return [
    ...old.sort((one, other) => one.field.number - other.field.number),
    ...newFields(
      table,
      names.filter(({ name }) => !known.has(name)),
    ),
  ];
}

/** Which fields the columns of a source fill, by the columns' names. */
async function knownColumns(db: Db, dataSet: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('source_columns')
    .select(['name', 'field'])
    .where('data_set', '=', dataSet)
    .execute();
  return new Map(rows.map(({ name, field }) => [name, field]));
}

function newFields(table: SourceTable, columns: readonly NamedColumn[]): SourceField[] {
  if (columns.length === 0) return [];
  const told = columns.map((column) => ({ ...column, inference: new SourceInference(table.columns[column.place]!) }));
  for (const cells of table.rows()) for (const { place, inference } of told) inference.add(cells[place]!);
  return told.map(({ name, label, place, inference }) => ({
    name,
    field: { number: 0, key: name, label, multiple: false, required: false, fromSource: true, ...inference.kind() },
    place,
  }));
}

interface NamedColumn {
  /** The same as long as the headers are. */
  readonly name: string;
  readonly label: string;
  readonly place: number;
}

const namesIn = ({ columns }: SourceTable): NamedColumn[] =>
  columnNames(columns.map(({ header }) => header)).map(({ key, label }, place) => ({ name: key, label, place }));

/** A field that a column of a source will fill. */
interface FieldToBe extends NewField {
  /** The name of its column. */
  readonly name: string;
}

/**
 * The fields that the Data Set lacks. A field added here keeps its key, and a column with the same name gets the next
 * free key.
 */
export function fieldsToMake(there: readonly CatalogueField[], planned: readonly SourceField[]): FieldToBe[] {
  const fresh = planned.filter(({ field }) => field.number === 0);
  const count = there.length + fresh.length;
  if (count > limits.fields)
    throw new SourceProblem(
      `The new columns would make ${count} fields, and a Data Set has at most ${limits.fields}; leave some columns out.`,
    );
  const taken = new Set([...reservedKeys, ...there.map(({ key }) => key)]);
  return fresh.map(({ name, field }) => {
    const key = freeKey(name, taken);
    taken.add(key);
    return { ...field, key, name };
  });
}

/** Makes those of the fields that are not made yet, and returns the numbers of all. */
export async function madeFields(
  tx: Db,
  dataSet: CatalogueDataSet,
  planned: readonly SourceField[],
): Promise<number[]> {
  const fresh = fieldsToMake(dataSet.fields, planned);
  await addFields(tx, dataSet, fresh);
  const { fields } = await dataSetNumbered(tx, dataSet.number);
  const numbers = new Map(fields.map(({ key, number }) => [key, number]));
  const made = new Map(fresh.map(({ name, key }) => [name, numbers.get(key)!]));
  await rememberColumns(tx, dataSet.number, made);
  return planned.map(({ name, field }) => field.number || made.get(name)!);
}

/** Notes which fields the columns of a source fill, by the columns' names. */
export async function rememberColumns(tx: Db, dataSet: number, columns: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, field] of columns)
    await tx.insertInto('source_columns').values({ data_set: dataSet, name, field }).execute();
}

/**
 * Infers the type of a column. A column whose values are all database numbers is a number; otherwise the import rules
 * decide.
 */
class SourceInference {
  readonly #cells = new ColumnInference();
  readonly #isNumeric: boolean;
  #isEmpty = true;
  #areNumbers = true;

  constructor({ isNumeric }: SourceColumn) {
    this.#isNumeric = isNumeric;
  }

  add(cell: SourceCell): void {
    if (cell === null || cell === '') return;
    this.#isEmpty = false;
    this.#areNumbers &&= typeof cell === 'number';
    this.#cells.add(String(cell));
  }

  kind(): ColumnKind {
    const options: FieldOptions = {};
    if (this.#isEmpty ? this.#isNumeric : this.#areNumbers) return { type: 'number', options };
    return this.#cells.kind();
  }
}

/** How the cells of a field are read: as its column holds them, or refused (`InvalidValue`). */
export function sourceCellReader(field: CatalogueField): (cell: SourceCell) => Stored {
  const read = cellReader(field);
  const holdsNumbers = numberTypes.has(field.type);
  return (cell) => {
    if (cell === null) return null;
    if (typeof cell === 'string') return read(cell);
    if (!holdsNumbers) return read(String(cell));
    if (typeof cell === 'bigint') throw new InvalidValue('must have no more digits than a number can hold');
    return cell;
  };
}
