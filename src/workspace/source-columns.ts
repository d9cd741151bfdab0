import { type FieldOptions, numberTypes, reservedKeys } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet, CatalogueField } from '../query/catalogue.ts';
import { InvalidValue, type Stored } from '../query/values.ts';
import type { Db } from '../store/database.ts';
import { cellReader, ColumnInference, type ColumnKind, columnNames, freeKey } from './csv-columns.ts';
import { dataSetNumbered } from './data-set-catalogue.ts';
import { addFields, type NewField } from './data-set-changes.ts';
import { type SourceCell, type SourceColumn, SourceProblem, type SourceTable } from './source-tables.ts';

/** A field that a source fills. */
export interface SourceField {
  readonly field: CatalogueField;
  /** Where its cell is in a row; undefined for a column that the source has no more. */
  readonly place: number | undefined;
}

/** Which fields the columns of a source fill, by the columns' names. */
export type KnownColumns = ReadonlyMap<string, number>;

export async function knownColumns(db: Db, dataSet: number): Promise<KnownColumns> {
  const rows = await db
    .selectFrom('source_columns')
    .select(['name', 'field'])
    .where('data_set', '=', dataSet)
    .execute();
  return new Map(rows.map(({ name, field }) => [name, field]));
}

/** What the columns hold that are not known yet, by their names; told from all of their cells. */
export function newColumnKinds(table: SourceTable, known: KnownColumns): Map<string, ColumnKind> {
  const unknown = namesIn(table).filter(({ name }) => !known.has(name));
  const columns = unknown.map((column) => ({
    ...column,
    inference: new SourceInference(table.columns[column.place]!),
  }));
  if (columns.length > 0) {
    for (const cells of table.rows()) for (const { place, inference } of columns) inference.add(cells[place]!);
  }
  return new Map(columns.map(({ name, inference }) => [name, inference.kind()]));
}

/** The fields that the source fills, in their order; those for columns that are new are made. */
export async function sourceFields(
  tx: Db,
  dataSet: CatalogueDataSet,
  table: SourceTable,
  kinds: ReadonlyMap<string, ColumnKind>,
): Promise<SourceField[]> {
  const names = namesIn(table);
  const known = await knownColumns(tx, dataSet.number);
  const unknown = names.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) await addSourceFields(tx, dataSet, unknown, kinds);
  const places = new Map(names.map(({ name, place }) => [name, place]));
  const filledBy = new Map(Array.from(await knownColumns(tx, dataSet.number), ([name, field]) => [field, name]));
  const { fields } = await dataSetNumbered(tx, dataSet.number);
  return fields
    .filter(({ fromSource }) => fromSource)
    .map((field) => ({ field, place: places.get(filledBy.get(field.number)!) }));
}

interface NamedColumn {
  /** The same as long as the headers are. */
  readonly name: string;
  readonly label: string;
  readonly place: number;
}

const namesIn = ({ columns }: SourceTable): NamedColumn[] =>
  columnNames(columns.map(({ header }) => header)).map(({ key, label }, place) => ({ name: key, label, place }));

/** A key that a field has which was added here stays that field's; the column's field takes the next that is free. */
async function addSourceFields(
  tx: Db,
  dataSet: CatalogueDataSet,
  columns: readonly NamedColumn[],
  kinds: ReadonlyMap<string, ColumnKind>,
): Promise<void> {
  const count = dataSet.fields.length + columns.length;
  if (count > limits.fields)
    throw new SourceProblem(
      `The new columns would make ${count} fields, and a Data Set has at most ${limits.fields}; leave some columns out.`,
    );
  const taken = new Set([...reservedKeys, ...dataSet.fields.map(({ key }) => key)]);
  const added = columns.map(({ name, label }): NewField => {
    const key = freeKey(name, taken);
    taken.add(key);
    return { key, label, fromSource: true, ...kinds.get(name)! };
  });
  await addFields(tx, dataSet, added);
  const { fields } = await dataSetNumbered(tx, dataSet.number);
  const numbers = new Map(fields.map(({ key, number }) => [key, number]));
  for (const [index, { name }] of columns.entries()) {
    const row = { data_set: dataSet.number, name, field: numbers.get(added[index]!.key)! };
    await tx.insertInto('source_columns').values(row).execute();
  }
}

/** Tells what a column is: numbers where all its values are, as a database has them; else what an import would make of its cells. */
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
