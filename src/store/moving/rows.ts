import { runDirectly } from '../engine.ts';
import type { Db } from '../tables.ts';
import type { MovedColumn, MovedTable, Row, Value } from './side.ts';

/** A page ends with the row that fills it, so memory does not grow with a table. */
const pageRows = 1_000;
const pageBytes = 4 * 1024 * 1024;

const named = (column: string): string => `"${column}"`;
const list = (columns: readonly string[]): string => columns.map(named).join(', ');
const places = (count: number): string => `(${Array(count).fill('?').join(', ')})`;

/** The rows behind a key, in the order of their keys. */
export async function* pagesOf(db: Db, table: MovedTable, behind?: readonly Value[]): AsyncGenerator<Row[]> {
  const columns = list(table.columns.map(({ name }) => name));
  for (let after = behind; ; ) {
    const last = await endOfPage(db, table, after);
    if (!last) return;
    const until = `(${list(table.key)}) <= ${places(table.key.length)}`;
    const { where, parameters } = isBehind(table, after);
    yield await runDirectly<Row>(
      db,
      `select ${columns} from ${named(table.name)} where ${where} and ${until} order by ${list(table.key)}`,
      [...parameters, ...last],
    );
    after = last;
  }
}

function isBehind({ key, only = everyRow }: MovedTable, after: readonly Value[] | undefined) {
  if (!after) return only;
  const where = `${only.where} and (${list(key)}) > ${places(key.length)}`;
  return { where, parameters: [...only.parameters, ...after] };
}

const everyRow = { where: 'true', parameters: [] };

/** The key of the last row of the next page; undefined if there are no more rows. */
async function endOfPage(
  db: Db,
  table: MovedTable,
  after: readonly Value[] | undefined,
): Promise<readonly Value[] | undefined> {
  const { where, parameters } = isBehind(table, after);
  const size = table.columns.map(sizeOf).join(' + ');
  const rows = await runDirectly<Row & { bytes_of_row: number }>(
    db,
    `select ${list(table.key)}, ${size} as bytes_of_row from ${named(table.name)}
      where ${where} order by ${list(table.key)} limit ${pageRows}`,
    parameters,
  );
  let bytes = 0;
  const full = rows.findIndex((row) => (bytes += row.bytes_of_row) > pageBytes);
  const last = rows[full < 0 ? rows.length - 1 : full];
  return last && table.key.map((column) => last[column]!);
}

function sizeOf({ name, kind }: MovedColumn): string {
  if (kind === 'number') return '8';
  return `coalesce(octet_length(${kind === 'json' ? `cast(${named(name)} as text)` : named(name)}), 0)`;
}

/** The highest key of a table, behind which a move goes on. */
export async function lastKey(db: Db, { name, key }: MovedTable): Promise<readonly Value[] | undefined> {
  const order = key.map((column) => `${named(column)} desc`).join(', ');
  const [row] = await runDirectly<Row>(db, `select ${list(key)} from ${named(name)} order by ${order} limit 1`, []);
  return row && key.map((column) => row[column]!);
}

/** So few sizes of statements, that each is parsed once. */
const rowsAtOnce = [100, 10, 1];

export async function insertRows(db: Db, { name }: MovedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const sent: Promise<unknown>[] = [];
  for (let done = 0; done < rows.length; ) {
    const count = rowsAtOnce.find((size) => size <= rows.length - done)!;
    const values = rows.slice(done, done + count).flatMap((row) => columns.map((column) => row[column]));
    const all = Array(count).fill(places(columns.length)).join(', ');
    sent.push(runDirectly(db, `insert into ${named(name)} (${list(columns)}) values ${all}`, values));
    done += count;
  }
  await Promise.all(sent);
}

export async function inTransaction<Result>(db: Db, change: () => Promise<Result>): Promise<Result> {
  const say = (statement: string) => runDirectly(db, statement, []);
  await say('begin');
  try {
    const result = await change();
    await say('commit');
    return result;
  } catch (error) {
    await say('rollback').catch(() => {});
    throw error;
  }
}
