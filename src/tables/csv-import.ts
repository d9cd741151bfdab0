import { isLongerThan } from '../../schemas/common.ts';
import { invalidRequest } from '../../schemas/errors.ts';
import type { FieldType } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { stepTo } from '../../schemas/pointer.ts';
import type { CatalogueDataSet, CatalogueField, NewField } from '../query/catalogue.ts';
import { areTooLong, type Stored } from '../query/values.ts';
import type { NewRow } from '../store/data-tables/row-insertion.ts';
import type { Turn } from '../turns/turn.ts';
import {
  cellReader,
  ChoiceGathering,
  ColumnInference,
  type ColumnKind,
  type ColumnName,
  columnNames,
  isReadable,
  titleOf,
} from './csv-columns.ts';
import { csvSteps, MalformedCsv, type Place } from './csv-reader.ts';
import { delimiterOf } from './delimiters.ts';
import { type Mistakes, readCell, RefusedFile } from './import-mistakes.ts';

/** The bytes of a file from its beginning, as often as they are asked for. */
export type Pieces = () => Iterable<Uint8Array>;

/** The Data Set that a CSV file would make. `titleColumn` is the column that gives the titles. */
export interface ImportedTable {
  readonly fields: readonly NewField[];
  readonly titleColumn: number;
  readonly rowCount: number;
}

export interface Wishes {
  /** By header. */
  readonly types?: Readonly<Record<string, FieldType>> | undefined;
  readonly labels?: Labels | undefined;
  readonly titleColumn?: string | undefined;
}

/** Labels of columns in place of their headers. */
type Labels = Readonly<Record<string, string>>;

/** Reads the whole file to find its fields. Refuses a cell that does not fit the type requested for its column. */
export async function tableOf(
  pieces: Pieces,
  { types = {}, labels = {}, titleColumn }: Wishes,
  turn: Turn,
  mistakes: Mistakes = new RefusedFile(),
): Promise<ImportedTable> {
  let columns: Column[] = [];
  let headers: readonly string[] = [];
  const visit = (cells: readonly string[], row: number) => {
    if (row === 0) {
      headers = checkedHeaders(cells);
      columns = columnsOf(headers, types, labels);
    } else {
      for (const [place, column] of columns.entries())
        readCell(mistakes, row, column.name.label, cells[place] ?? '', column.add);
    }
  };
  const rowCount = await eachRow(pieces, turn, visit, mistakes);
  const fields = columns.map(({ name, kind }) => ({ ...name, ...kind() }));
  return { fields, titleColumn: titlePlace(headers, fields, titleColumn), rowCount };
}

/** Which cell of a row goes into which field, and which gives the title. */
export interface RowPlan {
  readonly fields: readonly CatalogueField[];
  /** The column of each field. */
  readonly places: readonly number[];
  readonly titleColumn: number;
}

/** How the rows of the file that a Data Set was made of become its records. */
export const rowsAsMade = (fields: readonly CatalogueField[], { titleColumn }: ImportedTable): RowPlan => ({
  fields,
  places: fields.map((_field, place) => place),
  titleColumn,
});

/** Plans how the rows of a file become records of an existing Data Set. Every column other than the title must match a field. */
export function rowsInto(
  dataSet: CatalogueDataSet,
  headers: readonly string[],
  wishes: Wishes,
  isKeyed = false,
): RowPlan {
  const { columns, plan, missing } = matchedColumns(dataSet, headers, wishes, isKeyed);
  refuseUnknown(
    dataSet,
    columns.filter(({ field, isTitle }) => !field && !isTitle),
  );
  if (missing) throw invalidRequest('/file', `lacks the column "${missing.label}", which is required`);
  return plan;
}

interface Matched {
  /** A column that fills no field may still give the titles. */
  readonly columns: readonly { header: string; field: CatalogueField | undefined; isTitle: boolean }[];
  /** How rows become records of the columns that match. */
  readonly plan: RowPlan;
  /** A required field that no column fills. */
  readonly missing: CatalogueField | undefined;
}

/**
 * Which column of a file fills which field. A column matches the field that has its label. A column without a header has
 * a generated label. A column that matches by no label matches by key. Where headers are keys, those go first, and
 * `title` is the record's own.
 */
export function matchedColumns(
  dataSet: CatalogueDataSet,
  headers: readonly string[],
  { labels = {}, titleColumn }: Wishes,
  isKeyed = false,
): Matched {
  const named = labelled(headers, labels);
  const left = new Set(dataSet.fields);
  const take = (is: (field: CatalogueField) => boolean) => {
    const field = [...left].find(is);
    if (field) left.delete(field);
    return field;
  };
  const isTitle = (header: string) =>
    titleColumn === undefined ? header.toLowerCase() === 'title' : header === titleColumn;
  const isKey = (header: string) => isKeyed && !Object.hasOwn(labels, header);
  const byKey = headers.map((header) => (isKey(header) ? take(({ key }) => key === header) : undefined));
  const byLabel = columnNames(named).map((name, place) => {
    const header = headers[place]!;
    const isOwnTitle = isKey(header) && header === 'title' && isTitle(header);
    return byKey[place] ?? (isOwnTitle ? undefined : take(({ label }) => label === name.label));
  });
  const columns = headers.map((header, place) => ({
    place,
    header,
    field: byLabel[place] ?? take(({ key }) => key === named[place]),
  }));
  const title = columns.find(({ field, header }) => !field && isTitle(header));
  const filled = columns.filter((column): column is typeof column & { field: CatalogueField } => !!column.field);
  const fields = filled.map(({ field }) => field);
  const places = filled.map(({ place }) => place);
  return {
    columns: columns.map((column) => ({ ...column, isTitle: column === title })),
    plan: { fields, places, titleColumn: title?.place ?? titlePlace(headers, fields, titleColumn, places) },
    missing: [...left].find(({ required }) => required),
  };
}

/** Refuses a file whose rows cannot all become records; returns how many there are. */
export async function checkRows(
  pieces: Pieces,
  plan: RowPlan,
  turn: Turn,
  visit: (record: NewRow, row: number) => void = () => {},
  mistakes: Mistakes = new RefusedFile(),
): Promise<number> {
  const record = recordReader(plan);
  const visitRow = (cells: readonly string[], row: number) => {
    if (row > 0) visit(record(cells, row, mistakes), row);
  };
  return eachRow(pieces, turn, visitRow, mistakes);
}

/** The records of a file, one after the other: refused at its end when there are mistakes. */
export function* recordsOf(pieces: Pieces, plan: RowPlan): Generator<NewRow> {
  for (const record of recordSteps(pieces, plan)) if (record) yield record;
}

/** The same; and undefined where others may have their turn. */
export function* recordSteps(pieces: Pieces, plan: RowPlan): Generator<NewRow | undefined> {
  const record = recordReader(plan);
  const mistakes = new RefusedFile();
  let row = 0;
  for (const cells of rowsOf(pieces)) {
    if (!cells) {
      yield undefined;
      continue;
    }
    if (row > 0) yield record(cells, row, mistakes);
    row += 1;
  }
  mistakes.end();
}

export function recordReader({ fields, places, titleColumn }: RowPlan) {
  const readers = fields.map(cellReader);
  return (cells: readonly string[], row: number, mistakes: Mistakes): NewRow => {
    const values: Stored[] = [];
    for (let index = 0; index < readers.length; index += 1) {
      const cell = cells[places[index]!] ?? '';
      const field = fields[index]!;
      if (cell === '' && field.required) mistakes.add(row, { label: field.label, message: 'is required' });
      values.push(cell === '' ? null : (readCell(mistakes, row, field.label, cell, readers[index]!) ?? null));
    }
    return { title: titleOf(cells[titleColumn] ?? '', `Row ${row}`), values };
  };
}

/** Row after row, the header first as row 0; refused at the end when there were mistakes. Returns how many came behind the header. */
export async function eachRow(
  pieces: Pieces,
  turn: Turn,
  visit: (cells: readonly string[], row: number) => void,
  mistakes: Mistakes = new RefusedFile(),
): Promise<number> {
  let row = 0;
  let width = 0;
  for (const cells of rowsOf(pieces, mistakes.place)) {
    await turn.yield();
    if (!cells) continue;
    if (row === 0) width = cells.length;
    if (row > limits.importRows)
      throw invalidRequest('/file', `has more than ${limits.importRows} rows; import it in parts`);
    if (cells.length > width) mistakes.add(row, { message: `has more cells than the header, which has ${width}` });
    else if (row > 0 && areTooLong(cells))
      mistakes.add(row, { message: `has more than ${limits.recordBytes} bytes of text` });
    else visit(cells, row);
    row += 1;
  }
  if (row === 0) throw invalidRequest('/file', 'is empty; its first row must name the columns');
  mistakes.end?.();
  return row - 1;
}

export function* rowsOf(pieces: Pieces, place?: Place): Generator<string[] | undefined> {
  try {
    yield* csvSteps(pieces(), delimiterOf, place);
  } catch (error) {
    throw error instanceof MalformedCsv ? invalidRequest('/file', `is not valid CSV: ${error.message}`) : error;
  }
}

/** The names of the columns. Very many blank lines may come before them. */
export async function headersOf(pieces: Pieces, turn: Turn): Promise<readonly string[]> {
  for (const cells of rowsOf(pieces)) {
    if (cells) return checkedHeaders(cells);
    await turn.yield();
  }
  throw invalidRequest('/file', 'is empty; its first row must name the columns');
}

interface Column {
  readonly name: ColumnName;
  /** Takes the next cell, or refuses it (`InvalidValue`). */
  readonly add: (cell: string) => void;
  readonly kind: () => ColumnKind;
}

function columnsOf(headers: readonly string[], types: Readonly<Record<string, FieldType>>, labels: Labels): Column[] {
  refuseUnheaded('types', headers, types);
  return columnNames(labelled(headers, labels)).map((name, place) => {
    const header = headers[place]!;
    return Object.hasOwn(types, header) ? columnOfType(name, header, types[header]!) : columnByCells(name);
  });
}

/** The headers with the labels that were given to some. */
function labelled(headers: readonly string[], labels: Labels): readonly string[] {
  refuseUnheaded('labels', headers, labels);
  return headers.map((header) => (Object.hasOwn(labels, header) ? labels[header]! : header));
}

function refuseUnheaded(named: 'types' | 'labels', headers: readonly string[], given: object): void {
  const unknown = Object.keys(given).find((header) => !headers.includes(header));
  if (unknown !== undefined) throw invalidRequest(`/${named}${stepTo(unknown)}`, 'is not a header of the file');
}

function columnByCells(name: ColumnName): Column {
  const inference = new ColumnInference();
  return { name, add: (cell) => inference.add(cell), kind: () => inference.kind() };
}

function columnOfType(name: ColumnName, header: string, type: FieldType): Column {
  if (type === 'select' || type === 'multi_select') {
    const gathering = new ChoiceGathering(type);
    return {
      name,
      add: (cell) => gathering.add(cell),
      kind: () => ({ type, options: { choices: gathering.choices() } }),
    };
  }
  if (type === 'currency' || !isReadable(type)) {
    throw invalidRequest(
      pathOfType(header),
      type === 'currency'
        ? 'needs a currency code: make a Data Set with this field, then import the rows into it'
        : `cannot be read from a file: import it as text, then add a field of the type ${type}`,
    );
  }
  return { name, add: cellReader({ ...emptyField, ...name, type }), kind: () => ({ type, options: {} }) };
}

const emptyField = { number: 0, multiple: false, required: false, fromSource: false, options: {} };

const pathOfType = (header: string) => `/types${stepTo(header)}`;

function checkedHeaders(headers: readonly string[]): readonly string[] {
  if (headers.length > limits.fields)
    throw invalidRequest('/file', `has more than ${limits.fields} columns, the most that a Data Set has`);
  const tooLong = headers.findIndex((header) => isLongerThan(header, limits.title));
  if (tooLong >= 0)
    throw invalidRequest('/file', `has a header of more than ${limits.title} characters in column ${tooLong + 1}`);
  return headers;
}

/** The column that is named, else the first of text, else the first. */
function titlePlace(
  headers: readonly string[],
  fields: readonly { readonly type: FieldType }[],
  named: string | undefined,
  places?: readonly number[],
): number {
  if (named === undefined) {
    const first = fields.findIndex(({ type }) => type === 'text' || type === 'long_text');
    return places ? (places[Math.max(0, first)] ?? 0) : Math.max(0, first);
  }
  const place = headers.indexOf(named);
  if (place < 0) throw invalidRequest('/titleColumn', 'is not a header of the file');
  return place;
}

function refuseUnknown(dataSet: CatalogueDataSet, unknown: readonly { header: string }[]): void {
  if (unknown.length === 0) return;
  const headers = unknown.map(({ header }) => `"${header}"`).join(', ');
  const labels = dataSet.fields.map(({ label }) => `"${label}"`).join(', ');
  throw invalidRequest(
    '/file',
    `has columns that are not fields of the Data Set: ${headers}; its fields are ${labels}`,
  );
}
