import { isLongerThan } from '../../schemas/common.ts';
import { limits } from '../../schemas/limits.ts';
import { type ForeignValue, openForeignTable, UnreadableTable } from '../store/sqlite/foreign-tables.ts';

export { UnreadableTable };

/** A `bigint` has more digits than a number can hold. */
type Cell = string | number | bigint | null;

/** A snapshot of a table or view. */
interface SqliteTable {
  readonly columns: readonly { readonly header: string; readonly isNumeric: boolean }[];
  /** Starts at the first row on each call. */
  rows(): Iterable<readonly Cell[]>;
  close(): void;
}

/** Opens a table of another program's SQLite file for reading. Throws `UnreadableTable`. */
export function openSqliteTable(path: string, name: string): SqliteTable {
  const table = openForeignTable(path, name);
  return {
    columns: table.columns.map((column) => ({ header: column.name, isNumeric: numericType.test(column.declaredType) })),
    *rows() {
      let row = 0;
      for (const values of table.rows()) {
        row += 1;
        yield values.map((value, place) => cellOf(value, row, table.columns[place]!.name));
      }
    },
    close: () => table.close(),
  };
}

/** SQLite takes any name for a type, and tells from parts of it which values are meant. */
const numericType = /INT|REAL|FLOA|DOUB|NUM|DEC/i;

function cellOf(value: ForeignValue, row: number, column: string): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  const refuse = (what: string) => {
    throw new UnreadableTable(`row ${row}, "${column}": ${what}`);
  };
  if (Buffer.isBuffer(value)) refuse('is a blob; connect a view that leaves this column out or turns it into text');
  if (typeof value === 'string' && isLongerThan(value, limits.cell)) refuse(`has more than ${limits.cell} characters`);
  if (typeof value === 'string' && value.includes('\0')) refuse('has a NUL character');
  return value as Cell;
}
