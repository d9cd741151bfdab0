import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, timed } from './support/figures.ts';
import { inPairs, mostPairs } from './support/pairs.ts';
import { csvOf, type ImportedSales, importSales, insertRaw, rawDatabase, type Sale, sales } from './support/sales.ts';

const rowCount = 1_000_000;
const rowsOfFile = 500_000;
const turns = 20;
const rowsOfBatch = 1_000;

type Query = Parameters<Workspace['queries']['run']>[0];

const title = (value: string): Partial<Query> => ({ filters: [{ field: 'title', operator: 'eq', value }] });
const largest: Partial<Query> = { orderBy: [{ field: 'amount', direction: 'desc' }] };

/** As many as a Data Set may learn from, both by values that lie scattered in new records. */
const asked = [title('Sale 1'), largest];

/**
 * Queries over a million records that were asked often, beside raw better-sqlite3 that reads all rows for them. Writes
 * to the same records, beside a Data Set that learned nothing.
 */
export async function learned(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const { workspace, databasePath, indexed, close } = await openLocalWorkspace(join(folder, 'data'));
  const raw = rawDatabase(join(folder, 'raw.db'));
  const rows = sales(rowCount);
  insertRaw(raw, 'sales', rows);
  const files = [csvOf(rows.slice(0, rowsOfFile)), csvOf(rows.slice(rowsOfFile))];
  const place = await importSales(workspace, 'Asked', files);
  const other = await importSales(workspace, 'Not asked', files);
  await indexed();
  await learn(workspace, place, databasePath);
  const figures = [...(await queries(workspace, place, raw)), ...(await writes(workspace, place, other, indexed))];
  await close();
  raw.close();
  return figures;
}

const run = (workspace: Workspace, place: ImportedSales, query: Partial<Query>) =>
  workspace.queries.run({ mode: 'deterministic', operation: 'records', limit: 50, ...place, ...query });

async function learn(workspace: Workspace, place: ImportedSales, databasePath: string): Promise<void> {
  for (const query of asked)
    for (let turn = 0; turn < limits.learnedAfterQueries; turn += 1) await run(workspace, place, query);
  const raw = rawDatabase(databasePath);
  const made = raw.prepare(`select count(*) from sqlite_schema where name glob '*_of_views_*'`).pluck();
  while (made.get() !== asked.length) await sleep(100);
  raw.close();
}

async function queries(workspace: Workspace, place: ImportedSales, raw: Database): Promise<Figure[]> {
  const one = raw.prepare('select * from sales where title = ? limit 51');
  const top = raw.prepare('select * from sales order by amount is null, amount desc, id limit 51');
  const sides = {
    'records with one value of a field': [
      () => run(workspace, place, title('Sale 500000')),
      () => one.all('Sale 500000'),
    ],
    'the 50 largest': [() => run(workspace, place, largest), () => top.all()],
  } as const;
  const figures: Figure[] = [];
  for (const [name, [ours, baseline]] of Object.entries(sides)) {
    const measured = await inPairs(turns, { ours: () => timed(ours), baseline: () => timed(baseline) });
    figures.push({
      name: `${name} of 1,000,000, found by a learned index: median time`,
      ...measured,
      unit: 'ms',
      bound: { atMost: 0.05 },
    });
  }
  return figures;
}

/** Each turn writes rows that are not there yet. */
async function writes(
  workspace: Workspace,
  place: ImportedSales,
  other: ImportedSales,
  indexed: () => Promise<void>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [count, atMost] of [
    [1, 1.2],
    [rowsOfBatch, 6],
  ] as const) {
    const rows = sales(2 * mostPairs(turns) * count, count).map(recordOf);
    let written = 0;
    const into = (dataSet: ImportedSales) => async () => {
      const create = rows.slice(written, written + count);
      written += count;
      const milliseconds = await timed(() => workspace.records.batch({ ...dataSet, create }));
      await indexed();
      return milliseconds;
    };
    figures.push({
      name: `a batch of ${count} into 1,000,000 records with ${asked.length} learned indexes, beside none: median time`,
      ...(await inPairs(turns, { ours: into(place), baseline: into(other) })),
      unit: 'ms',
      bound: { atMost },
    });
  }
  return figures;
}

const recordOf = ([, region, product, amount, quantity, paid, closed]: Sale, place: number) => ({
  title: `Sale ${(place * 7_919) % rowCount}`,
  values: { region, product, amount, quantity, paid: paid === 1, closed },
});
