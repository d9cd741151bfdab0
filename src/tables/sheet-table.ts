import { WorkspaceError } from '../../schemas/errors.ts';
import { mistaken } from '../../schemas/mistakes.ts';
import type { FieldError } from '../../schemas/problem-extras.ts';
import { type FieldType, reservedKeys } from '../../schemas/fields.ts';
import { type CatalogueField, type CatalogueTable, titleField } from '../query/catalogue.ts';
import type { NewRow } from '../store/data-tables/row-insertion.ts';
import { dataTable } from '../store/data-tables/data-tables.ts';
import { onlyTable, writeTable } from '../store/sqlite/table-files.ts';
import { Turn } from '../turns/turn.ts';
import { keyWithEnding } from '../../schemas/field-keys.ts';
import { eachRow, type Pieces, recordsOf, tableOf } from './csv-import.ts';
import { DecoratedInference, type DecoratedKind } from '../text/decorated-values.ts';

/** A sheet as it is asked. */
export interface SheetTable extends CatalogueTable {
  /** Keys of derived fields and of the columns that they are derived from. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * Writes the rows of a sheet into a database file and returns its table. Columns have the types that an import would
 * infer; derived columns follow. Refuses what an import would refuse.
 */
export async function writeSheet(content: Uint8Array, path: string, named: Named): Promise<SheetTable> {
  try {
    return await written(content, path);
  } catch (error) {
    const mistakes = error instanceof WorkspaceError ? error.extras.errors : undefined;
    throw mistakes ? refusalOf(named, mistakes) : error;
  }
}

/** The parameter that names the table. */
export type Named = '/artifactId' | '/fileId';

/** An import names what is wrong with its file. */
const refusalOf = (named: Named, mistakes: readonly FieldError[]): WorkspaceError =>
  mistaken(
    'invalid_request',
    mistakes.map(({ message }) => ({
      path: named,
      message: `names a ${named === '/fileId' ? 'file' : 'sheet'} that cannot be queried: ${message}`,
    })),
  );

async function written(content: Uint8Array, path: string): Promise<SheetTable> {
  const pieces = piecesOf(content);
  const { fields: columns, titleColumn } = await tableOf(pieces, { isSheet: true }, new Turn());
  const fields = columns.map((column, place) => ({ ...plainField, ...column, number: place + 1 }));
  const decorated = await decoratedColumns(pieces, fields);
  const [rowField, ...values] = derivedFields(fields, decorated);
  const derived = [rowField!, ...values];
  const plan = { fields, places: fields.map((_field, place) => place), titleColumn };
  const rows = withDerived(recordsOf(pieces, plan), decorated);
  return {
    number: onlyTable,
    rows: dataTable(onlyTable),
    pendingCount: 0,
    recordCount: writeTable(path, [...fields, ...derived], rows),
    fields,
    otherFields: [titleField, ...derived],
    sources: Object.fromEntries(values.map(({ key }, index) => [key, fields[decorated[index]!.place]!.key])),
  };
}

const plainField = { multiple: false, required: false, fromSource: false, options: {} };

const pieceBytes = 64 * 1_024;

const piecesOf = (content: Uint8Array): Pieces =>
  function* () {
    for (let start = 0; start < content.byteLength; start += pieceBytes) {
      yield content.subarray(start, start + pieceBytes);
    }
  };

/** A column of text of which most cells begin with a number or a date. */
interface DecoratedColumn {
  readonly place: number;
  readonly kind: DecoratedKind;
}

async function decoratedColumns(pieces: Pieces, fields: readonly CatalogueField[]): Promise<DecoratedColumn[]> {
  const columns = fields.flatMap(({ type }, place) =>
    type === 'text' ? [{ place, inference: new DecoratedInference() }] : [],
  );
  if (columns.length === 0) return [];
  await eachRow(pieces, new Turn(), (cells, row) => {
    if (row > 0) for (const { place, inference } of columns) inference.add(cells[place] ?? '');
  });
  return columns.flatMap(({ place, inference }) => {
    const kind = inference.kind();
    return kind ? [{ place, kind }] : [];
  });
}

/**
 * The fields of the row number, which counts from 1, and of decorated values. No column has the key of a derived field.
 */
function derivedFields(fields: readonly CatalogueField[], decorated: readonly DecoratedColumn[]): CatalogueField[] {
  const taken = new Set([...reservedKeys, ...fields.map(({ key }) => key)]);
  const derived: CatalogueField[] = [];
  const add = (key: string, label: string, type: FieldType) => {
    taken.add(key);
    derived.push({ ...plainField, number: fields.length + derived.length + 1, key, label, type });
  };
  add(keyWithEnding('row', '', taken), 'Row (number)', 'number');
  for (const { place, kind } of decorated) {
    const { key, label } = fields[place]!;
    add(keyWithEnding(key, `_${kind.type}`, taken), `${label} (${kind.unit})`, kind.type);
  }
  return derived;
}

function* withDerived(rows: Iterable<NewRow>, decorated: readonly DecoratedColumn[]): Generator<NewRow> {
  let row = 0;
  for (const { title, values } of rows) {
    row += 1;
    const derived = decorated.map(({ place, kind }) => kind.valueOf(String(values[place] ?? '')));
    yield { title, values: [...values, row, ...derived] };
  }
}
