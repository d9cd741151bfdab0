import { isLongerThan } from '../../schemas/common.ts';
import { invalidRequest } from '../../schemas/errors.ts';
import type { FieldType } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { mistaken } from '../../schemas/mistakes.ts';
import type { CatalogueDataSet, CatalogueField, NewField } from '../query/catalogue.ts';
import { areTooLong, InvalidValue, type Stored } from '../query/values.ts';
import type { NewRow } from '../store/data-tables/row-insertion.ts';
import type { Turn } from '../turns/turn.ts';
import { cellReader, columnNames, titleOf } from './csv-columns.ts';
import { csvSteps, MalformedCsv, type Place } from './csv-reader.ts';
import { delimiterOf } from './delimiters.ts';
import { type Column, ColumnByCells, columnOfType } from './import-columns.ts';
import { type Mistakes, readCell, RefusedFile } from './import-mistakes.ts';
import { type Notation, type Survey, surveyOf } from './notations/notation.ts';
import type { Suggestion } from './notations/suggestions.ts';
import { wishedColumns, type WishedColumn, type Wishes } from './wished-columns.ts';

/** The bytes of a file from its beginning, as often as they are asked for. */
export type Pieces = () => Iterable<Uint8Array>;

/** The Data Set that a CSV file would make. `titleColumn` is the column that gives the titles. */
export interface ImportedTable {
  readonly fields: readonly NewField[];
  readonly notations: Notations;
  /** By the places of columns, as the next. */
  readonly names: readonly string[];
  readonly suggestions: readonly (Suggestion | undefined)[];
  readonly titleColumn: number;
  readonly rowCount: number;
}

/** By the places of columns. */
type Notations = readonly (Notation | undefined)[];

/** Reads the whole file to find its fields. Refuses a cell that does not fit the type requested for its column. */
export async function tableOf(
  pieces: Pieces,
  wishes: Wishes,
  turn: Turn,
  mistakes: Mistakes = new RefusedFile(),
): Promise<ImportedTable> {
  let columns: Column[] = [];
  let wished: readonly WishedColumn[] = [];
  const takeBy =
    (takers: readonly ((cell: string, row: number) => void)[]) => (cells: readonly string[], row: number) => {
      for (const [place, { name }] of columns.entries()) {
        const cell = cells[place] ?? '';
        if (cell !== '') readCell(mistakes, row, name.label, cell, takers[place]!);
      }
    };
  let take = takeBy([]);
  const visit = (cells: readonly string[], row: number) => {
    if (row > 0) return take(cells, row);
    wished = wishedColumns(checkedHeaders(cells), wishes);
    columns = columnsOf(wished, wishes);
    take = takeBy(columns.map((column) => (cell, row) => column.add(cell, row)));
  };
  const rowCount = await eachRow(pieces, turn, visit, mistakes);
  if (columns.some(({ needsSecondLook }) => needsSecondLook)) {
    const again = columns.map((column) => (cell: string, row: number) => column.lookAgain(cell, row));
    await eachRowAgain(pieces, turn, takeBy(again), mistakes);
  }
  mistakes.end?.();
  const ofColumns = columns.flatMap((column) => column.mistake?.() ?? []);
  if (ofColumns.length > 0) throw mistaken('invalid_request', ofColumns);
  const fields = columns.map((column) => ({ ...column.name, ...column.kind() }));
  return {
    fields,
    notations: columns.map((column) => column.notation()),
    names: wished.map(({ name }) => name),
    suggestions: columns.map((column) => column.suggestion?.()),
    titleColumn: wishes.titleColumn === undefined ? titlePlaceOfNew(fields) : wishedTitle(wished),
    rowCount,
  };
}

/** Which cell of a row goes into which field, and which gives the title. */
export interface RowPlan {
  readonly fields: readonly CatalogueField[];
  /** The column of each field. */
  readonly places: readonly number[];
  readonly titleColumn: number;
  /** How the cells of the columns are written, where they told it. */
  readonly notations?: Notations;
  readonly timeZone?: string | undefined;
}

/** How the rows of the file that a Data Set was made of become its records. */
export const rowsAsMade = (fields: readonly CatalogueField[], { titleColumn, notations }: ImportedTable): RowPlan => ({
  fields,
  places: fields.map((_field, place) => place),
  titleColumn,
  notations,
});

/**
 * Plans how the rows of a file become records of an existing Data Set. Every column other than the title must match a
 * field.
 */
export function rowsInto(
  dataSet: CatalogueDataSet,
  headers: readonly string[],
  wishes: Wishes,
  isKeyed = false,
): RowPlan {
  const { columns, plan, missing } = matchedColumns(dataSet, headers, wishes, isKeyed);
  const unknown = columns.filter(({ field, isTitle }) => !field && !isTitle);
  const mistakes = [
    ...(unknown.length > 0 ? [strangers(dataSet, unknown)] : []),
    ...(missing ? [`lacks the column "${missing.label}", which is required`] : []),
  ];
  if (mistakes.length > 0)
    throw mistaken(
      'invalid_request',
      mistakes.map((message) => ({ path: '/file', message })),
    );
  return plan;
}

interface Matched {
  /** A column that fills no field may still give the titles. */
  readonly columns: readonly {
    header: string;
    name: string;
    field: CatalogueField | undefined;
    isTitle: boolean;
  }[];
  /** How rows become records of the columns that match. */
  readonly plan: RowPlan;
  /** A required field that no column fills. */
  readonly missing: CatalogueField | undefined;
}

/**
 * Which column of a file fills which field. A column matches the field that has its label. A column without a header
 * has a generated label. A column that matches by no label matches by key. Where headers are keys, those go first, and
 * `title` is the record's own.
 */
export function matchedColumns(
  dataSet: CatalogueDataSet,
  headers: readonly string[],
  wishes: Wishes,
  isKeyed = false,
): Matched {
  const wished = wishedColumns(headers, wishes);
  const { titleColumn, timeZone } = wishes;
  const named = labelsOf(wished);
  const left = new Set(dataSet.fields);
  const take = (is: (field: CatalogueField) => boolean) => {
    const field = [...left].find(is);
    if (field) left.delete(field);
    return field;
  };
  const isTitle = ({ header, isWishedTitle }: WishedColumn) =>
    titleColumn === undefined ? header.toLowerCase() === 'title' : isWishedTitle;
  const isKey = ({ label }: WishedColumn) => isKeyed && label === undefined;
  const byKey = wished.map((column) => (isKey(column) ? take(({ key }) => key === column.header) : undefined));
  const byLabel = columnNames(named).map(({ label: name }, place) => {
    const column = wished[place]!;
    const isOwnTitle = isKey(column) && column.header === 'title' && isTitle(column);
    return byKey[place] ?? (isOwnTitle ? undefined : take(({ label }) => label === name));
  });
  const columns = wished.map((column, place) => ({
    ...column,
    place,
    field: byLabel[place] ?? take(({ key }) => key === named[place]),
  }));
  const title = columns.find((column) => !column.field && isTitle(column));
  const filled = columns.filter((column): column is typeof column & { field: CatalogueField } => !!column.field);
  const fields = filled.map(({ field }) => field);
  const places = filled.map(({ place }) => place);
  const titlePlace = titleColumn === undefined ? (places[proseAmong(fields) ?? 0] ?? 0) : wishedTitle(wished);
  return {
    columns: columns.map((column) => ({ ...column, isTitle: column === title })),
    plan: { fields, places, titleColumn: title?.place ?? titlePlace, timeZone },
    missing: [...left].find(({ required }) => required),
  };
}

/** The rows of a file that go into a Data Set. */
export interface CheckedRows {
  readonly rowCount: number;
  readonly notations: Notations;
}

/** Refuses a file whose rows cannot all become records. The caller that gives `mistakes` refuses for them. */
export async function checkRows(
  pieces: Pieces,
  plan: RowPlan,
  turn: Turn,
  visit: (record: NewRow, row: number) => void = () => {},
  given?: Mistakes,
): Promise<CheckedRows> {
  const mistakes: Mistakes = given ?? new RefusedFile();
  const surveys = plan.fields.map((field) => surveyOf(field, plan.timeZone));
  const visitBy = (record: RecordReader) => (cells: readonly string[], row: number) => {
    if (row > 0) visit(record(cells, row, mistakes), row);
  };
  const rowCount = await eachRow(pieces, turn, visitBy(readerBy(plan, surveys.map(surveying))), mistakes);
  const notations: (Notation | undefined)[] = [];
  for (const [index, survey] of surveys.entries())
    if (survey?.isWritten) notations[plan.places[index]!] = survey.notation();
  if (notations.length > 0) await eachRowAgain(pieces, turn, visitBy(recordReader({ ...plan, notations })), mistakes);
  if (!given) mistakes.end?.();
  return { rowCount, notations };
}

/** Takes the cells of a column before its notation is known. */
const surveying = (survey: Survey | undefined) =>
  survey &&
  ((cell: string): Stored => {
    if (!survey.add(cell)) throw new InvalidValue(survey.expected);
    return null;
  });

/** The records of a file, one after the other. Throws at the end if there are mistakes. */
export function* recordsOf(pieces: Pieces, plan: RowPlan): Generator<NewRow> {
  for (const record of recordSteps(pieces, plan)) if (record) yield record;
}

/** Like `recordsOf`, and yields undefined where other work may run. */
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

type RecordReader = (cells: readonly string[], row: number, mistakes: Mistakes) => NewRow;

export const recordReader = (plan: RowPlan): RecordReader => readerBy(plan);

/** Reads records; some columns by readers of their own. */
function readerBy(
  { fields, places, titleColumn, notations = [] }: RowPlan,
  own: readonly (((cell: string) => Stored) | undefined)[] = [],
): RecordReader {
  const readers = fields.map((field, index) => own[index] ?? cellReader(field, notations[places[index]!]));
  return (cells, row, mistakes) => {
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

/**
 * Row after row, the header first as row 0. Returns how many came behind the header. The caller that gives `mistakes`
 * refuses for them.
 */
export async function eachRow(
  pieces: Pieces,
  turn: Turn,
  visit: (cells: readonly string[], row: number) => void,
  given?: Mistakes,
): Promise<number> {
  const mistakes: Mistakes = given ?? new RefusedFile();
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
  if (!given) mistakes.end?.();
  return row - 1;
}

/** Reads the rows after the header again and collects their mistakes again. */
async function eachRowAgain(
  pieces: Pieces,
  turn: Turn,
  visit: (cells: readonly string[], row: number) => void,
  mistakes: Mistakes,
): Promise<void> {
  mistakes.restart();
  await eachRow(pieces, turn, (cells, row) => (row > 0 ? visit(cells, row) : undefined), mistakes);
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

function columnsOf(wished: readonly WishedColumn[], { isSheet, timeZone }: Wishes): Column[] {
  return columnNames(labelsOf(wished)).map((name, place) => {
    const { type, typePath } = wished[place]!;
    return type === undefined || type === 'suggested'
      ? new ColumnByCells(name, { isSuggested: isSheet !== true, takesSuggestion: type === 'suggested', timeZone })
      : columnOfType(name, typePath, type, timeZone);
  });
}

/** The headers with the labels that were given to some. */
const labelsOf = (wished: readonly WishedColumn[]): string[] => wished.map(({ header, label }) => label ?? header);

function checkedHeaders(headers: readonly string[]): readonly string[] {
  if (headers.length > limits.fields)
    throw invalidRequest('/file', `has more than ${limits.fields} columns, the most that a Data Set has`);
  const tooLong = headers.findIndex((header) => isLongerThan(header, limits.title));
  if (tooLong >= 0)
    throw invalidRequest('/file', `has a header of more than ${limits.title} characters in column ${tooLong + 1}`);
  return headers;
}

const wishedTitle = (wished: readonly WishedColumn[]): number => wished.findIndex(({ isWishedTitle }) => isWishedTitle);

type Typed = readonly { readonly type: FieldType }[];

/** The first column of text, else the first of URLs or e-mail addresses, else the first. */
const titlePlaceOfNew = (fields: Typed): number =>
  Math.max(0, proseAmong(fields) ?? fields.findIndex(({ type }) => type === 'url' || type === 'email'));

/** The place of the first field of text. Undefined where there is none. */
function proseAmong(fields: Typed): number | undefined {
  const place = fields.findIndex(({ type }) => type === 'text' || type === 'long_text');
  return place < 0 ? undefined : place;
}

function strangers(dataSet: CatalogueDataSet, unknown: readonly { header: string }[]): string {
  const headers = unknown.map(({ header }) => `"${header}"`).join(', ');
  const labels = dataSet.fields.map(({ label }) => `"${label}"`).join(', ');
  return `has columns that are not fields of the Data Set: ${headers}; its fields are ${labels}`;
}
