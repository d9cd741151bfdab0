import { WorkspaceError } from '../../../schemas/errors.ts';
import { createDataTableOf, dataTable } from '../data-tables/data-tables.ts';
import { engineOf, runDirectly } from '../engine.ts';
import type { Db } from '../tables.ts';
import { figuresOf } from './digests.ts';
import { inTransaction, insertRows, lastKey, pagesOf } from './rows.ts';
import type { MovedDataSet, MovedTable, Row, Side, TargetSide } from './side.ts';
import { asInFile, asOnServer, keyTable } from './source-keys.ts';

export interface RowMove {
  readonly source: Side;
  readonly target: TargetSide;
  /** Whichever of them is on a server. */
  readonly server: Db;
  /** The tables of every workspace; each follows the tables that it refers to. */
  readonly tables: readonly MovedTable[];
  /** Whether the target is whole, and only compared. */
  readonly isWhole: boolean;
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly doing: 'copied' | 'compared' | 'begun anew';
  readonly table?: string;
  readonly rows: number;
}

export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies all rows to the target, and goes on where an earlier run ended. Then compares counts and digests of both sides.
 * Throws if they differ. If the source was changed since an earlier run, the copy begins anew.
 */
export async function moveRows(move: RowMove): Promise<Moved> {
  const mayBeginAnew = !move.isWhole && (await holdsRows(move));
  try {
    return await copyAndCompare(move);
  } catch (error) {
    if (!mayBeginAnew || !isOfOtherRows(error)) throw refusalOf(error);
  }
  move.onProgress({ doing: 'begun anew', rows: 0 });
  await move.target.empty();
  return copyAndCompare(move).catch((error: unknown) => {
    throw refusalOf(error);
  });
}

async function holdsRows({ target, tables }: RowMove): Promise<boolean> {
  for (const table of tables) if (await lastKey(target.db, table)) return true;
  return (await target.dataSets()).length > 0;
}

async function copyAndCompare(move: RowMove): Promise<Moved> {
  const { source, target } = move;
  const dataSets = await source.dataSets();
  const all = [...move.tables, ...dataSets.map(tableOf)];
  if (!move.isWhole) {
    await makeDataTables(target, dataSets);
    for (const table of all) await copy(move, table);
    for (const { name, numbered } of move.tables)
      if (numbered !== undefined) await target.setLastNumber(name, numbered, await source.lastNumber(name, numbered));
  }
  let rows = 0;
  for (const table of all) rows += await compare(move, table);
  return { tables: all.length, rows };
}

/** Every Data Set has its own table. Tables that are there already must be the same. */
async function makeDataTables(target: TargetSide, dataSets: readonly MovedDataSet[]): Promise<void> {
  const there = new Map((await target.dataSets()).map((one) => [one.number, one]));
  for (const { number, fields } of dataSets) {
    const known = there.get(number);
    there.delete(number);
    if (known === undefined) await inTransaction(target.db, () => createDataTableOf(target.db, number, fields));
    else if (JSON.stringify(known.fields) !== JSON.stringify(fields)) throw new Difference(dataTable(number));
  }
  for (const number of there.keys()) throw new Difference(dataTable(number));
}

const tableOf = ({ number, fields }: MovedDataSet): MovedTable => ({
  name: dataTable(number),
  key: ['id'],
  columns: [
    ...['id', 'title', 'created_by', 'updated_by'].map((name) => ({ name, kind: 'text' as const })),
    ...['created_at', 'updated_at', 'version'].map((name) => ({ name, kind: 'number' as const })),
    ...fields.map(({ name, storage }) => ({
      name,
      kind: storage === 'text' ? ('text' as const) : ('number' as const),
    })),
  ],
});

async function copy({ source, target, server, onProgress }: RowMove, table: MovedTable): Promise<void> {
  const isOfKeys = table.name === keyTable;
  // Their order on a server is another one.
  if (isOfKeys) await runDirectly(target.db, `delete from ${keyTable}`, []);
  const after = isOfKeys ? undefined : await lastKey(target.db, table);
  const engine = engineOf(target.db);
  const formOf = async (row: Row): Promise<Row> => {
    if (!target.holdsNul) refuseNul(table, row);
    if (table.name === 'passages') return engine.withTerms(row as unknown as Passage) as unknown as Row;
    if (!isOfKeys) return row;
    return target.db === server ? asOnServer(server)(row) : asInFile(server, row);
  };
  let rows = 0;
  for await (const page of pagesOf(source.db, table, after)) {
    const formed: Row[] = [];
    for (const row of page) formed.push(await formOf(row));
    await inTransaction(target.db, () => insertRows(target.db, table, formed));
    rows += formed.length;
    onProgress({ doing: 'copied', table: table.name, rows });
  }
}

type Passage = Parameters<ReturnType<typeof engineOf>['withTerms']>[0];

/** Returns the count of rows, which both sides have alike. */
async function compare({ source, target, server, onProgress }: RowMove, table: MovedTable): Promise<number> {
  const figures = ({ db }: Side, of: MovedTable) =>
    figuresOf(db, of, table.name === keyTable && db !== server ? asOnServer(server) : (row) => row);
  const { only: _, ...whole } = table;
  const [from, to] = [await figures(source, table), await figures(target, whole)];
  if (from.rows !== to.rows || from.digest !== to.digest) throw new Difference(table.name, from.rows, to.rows);
  onProgress({ doing: 'compared', table: table.name, rows: from.rows });
  return from.rows;
}

/** The two sides are not equal. */
class Difference extends Error {
  constructor(table: string, from?: number, to?: number) {
    super(from === to ? `${table} differs` : `${table} has ${to} rows in place of ${from}`);
  }
}

/** Whether a changed source may be the reason: rows differ, or one meets another that is there. */
const isOfOtherRows = (error: unknown): boolean =>
  error instanceof Difference ||
  (error instanceof Error && 'code' in error && /^(23|SQLITE_CONSTRAINT)/.test(String(error.code)));

const refusalOf = (error: unknown): unknown =>
  error instanceof Difference
    ? new WorkspaceError('unavailable', `The copy is not equal to the database: ${error.message}. Nothing was changed.`)
    : error;

function refuseNul({ name, key }: MovedTable, row: Row): void {
  const column = Object.keys(row).find((one) => typeof row[one] === 'string' && row[one].includes('\0'));
  if (column === undefined) return;
  const id = key.map((one) => String(row[one])).join(' ');
  throw new WorkspaceError(
    'unavailable',
    `${column} of ${id} in ${name} holds the character NUL, which PostgreSQL cannot. Remove it, then move again.`,
  );
}
