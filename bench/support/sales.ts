import { Readable } from 'node:stream';
import SQLite, { type Database } from 'better-sqlite3';
import type { Workspace } from '../../schemas/index.ts';
import { newId } from '../../src/store/ids.ts';

/** One row of the sample, in the order of its columns. */
export type Sale = readonly [
  title: string,
  region: string,
  product: string,
  amount: number,
  quantity: number,
  paid: 0 | 1,
  closed: string,
];

const columns = ['title', 'region', 'product', 'amount', 'quantity', 'paid', 'closed'] as const;
const types = {
  title: 'text',
  region: 'text',
  product: 'text',
  amount: 'number',
  quantity: 'number',
  paid: 'checkbox',
  closed: 'date',
} as const;

const regions = ['North', 'South', 'East', 'West', 'Coast', 'Lakes', 'Hills', 'Islands'];
const firstDay = Date.UTC(2022, 0, 1);
const dayMs = 86_400_000;

/** The same sales at every run. */
export function sales(count: number, seed = 20_261_005): Sale[] {
  const below = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => [
    `Sale ${index}`,
    regions[below(regions.length)]!,
    `Product ${below(500)}`,
    below(1_000_000) / 100,
    1 + below(50),
    below(10) < 7 ? 1 : 0,
    new Date(firstDay + below(1_200) * dayMs).toISOString().slice(0, 10),
  ]);
}

/** Numerical Recipes' generator: poor, quick and the same everywhere. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** As the bytes of a CSV file. */
export function csvOf(rows: readonly Sale[]): Buffer {
  const lines = rows.map(([title, region, product, amount, quantity, paid, closed]) =>
    [title, region, product, amount, quantity, paid === 1, closed].join(','),
  );
  return Buffer.from(`${[columns.join(','), ...lines].join('\n')}\n`);
}

export interface ImportedSales {
  readonly channelId: string;
  readonly objectTypeId: string;
}

/** A new Data Set of these rows; an import's file holds less than a million of them. */
export async function importSales(
  workspace: Workspace,
  name: string,
  files: readonly Buffer[],
): Promise<ImportedSales> {
  const { channels } = await workspace.channels.list({});
  const channelId = channels[0]!.id;
  const [first, ...others] = files.map(fileOf);
  const { dataSet } = await workspace.dataSets.import({ channelId, name, file: first!, types: JSON.stringify(types) });
  const { objectTypeId } = dataSet;
  for (const file of others) await workspace.dataSets.importRows({ channelId, objectTypeId, file });
  return { channelId, objectTypeId };
}

const chunkBytes = 65_536;

function fileOf(bytes: Buffer) {
  const chunks = function* () {
    for (let start = 0; start < bytes.byteLength; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
  };
  return { fileName: 'sales.csv', contentType: 'text/csv', bytes: Readable.from(chunks()) };
}

/** The baseline: a table with a typed column for each field, set up as a careful user of SQLite would. */
export function rawDatabase(path: string): Database {
  const raw = new SQLite(path);
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('cache_size = -65536');
  raw.pragma(`mmap_size = ${2 ** 40}`);
  return raw;
}

/** All rows in one transaction, by one prepared statement. */
export function insertRaw(raw: Database, table: string, rows: readonly Sale[]): void {
  raw.exec(`create table ${table} (id text primary key, title text not null, region text, product text, amount real,
    quantity real, paid integer, closed text)`);
  const insert = raw.prepare(`insert into ${table} values (?, ?, ?, ?, ?, ?, ?, ?)`);
  raw.transaction(() => {
    for (const row of rows) insert.run(newId('rec'), ...row);
  })();
}
