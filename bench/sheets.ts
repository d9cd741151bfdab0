import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, quantile, timed } from './support/figures.ts';
import { accessToken, ourGateway } from './support/gateway.ts';
import { HttpClient } from './support/http-client.ts';
import { inPairs, mostPairs } from './support/pairs.ts';
import { beside, clients, readTogether, someRecords } from './support/reads.ts';
import { csvOf, type ImportedSales, importSales, sales } from './support/sales.ts';

const turns = 5;
const warmTurns = 20;

/**
 * Typed queries over a sheet of the largest size. The baseline imports the same rows and runs the same queries on the
 * Data Set.
 */
export async function sheets(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const dataFolder = join(folder, 'data');
  const csv = largestCsv();
  const { workspace, indexed, close } = await openLocalWorkspace(dataFolder);
  const place = await importSales(workspace, 'Sales', [csv]);
  const sheetIds: string[] = [];
  for (let turn = 0; turn < mostPairs(turns); turn += 1) sheetIds.push(await newSheet(workspace, csv.toString(), turn));
  await indexed();
  const figures = [...(await firsts(workspace, csv, sheetIds)), ...(await warm(workspace, place, sheetIds[0]!))];
  await close();
  return [...figures, ...(await readsBeside(dataFolder, place, sheetIds))];
}

function largestCsv(): Buffer {
  const all = csvOf(sales(250_000));
  return all.subarray(0, all.lastIndexOf('\n', limits.csvBytes - 1) + 1);
}

async function newSheet(workspace: Workspace, content: string, turn: number): Promise<string> {
  const sheet = { kind: 'csv', title: `Sales ${turn}`, content, idempotencyKey: `sales-${turn}` } as const;
  return (await workspace.artifacts.create(sheet)).artifact.id;
}

type Query = Parameters<Workspace['queries']['run']>[0];

const aggregateOf = (of: ImportedSales | { artifactId: string }): Query => ({
  mode: 'deterministic',
  operation: 'aggregate',
  ...of,
  groupBy: ['region'],
  metrics: [
    { alias: 'number', function: 'count_rows' },
    { alias: 'total', function: 'sum', field: 'amount' },
  ],
  filters: [{ field: 'closed', operator: 'between', value: ['2022-06-01', '2024-12-31'] }],
});

/** Each turn has its own sheet, because a sheet becomes a table only once. */
async function firsts(workspace: Workspace, csv: Buffer, sheetIds: readonly string[]): Promise<Figure[]> {
  let turn = 0;
  const measured = await inPairs(turns, {
    ours: () => timed(() => workspace.queries.run(aggregateOf({ artifactId: sheetIds[turn++]! }))),
    baseline: () =>
      timed(async () => {
        await workspace.queries.run(aggregateOf(await importSales(workspace, `Sales ${randomUUID()}`, [csv])));
      }),
  });
  return [
    {
      name: 'first aggregate over a sheet of 10 MiB, beside its import and the same: median time',
      ...measured,
      unit: 'ms',
      bound: { atMost: 1.5 },
    },
  ];
}

async function warm(workspace: Workspace, place: ImportedSales, artifactId: string): Promise<Figure[]> {
  const measured = await inPairs(warmTurns, {
    ours: () => timed(() => workspace.queries.run(aggregateOf({ artifactId }))),
    baseline: () => timed(() => workspace.queries.run(aggregateOf(place))),
  });
  return [
    {
      name: 'the next aggregates over it, beside the same of the Data Set: median time',
      ...measured,
      unit: 'ms',
      bound: { atMost: 1.2 },
    },
  ];
}

/**
 * Single records are read while the gateway is idle, and while one sheet after the other is first queried.
 */
async function readsBeside(dataFolder: string, place: ImportedSales, sheetIds: readonly string[]): Promise<Figure[]> {
  const gateway = await ourGateway(dataFolder);
  const http = new HttpClient(gateway.url, accessToken(dataFolder), clients + 1);
  const ids = await someRecords(http, place);
  const read = async () => quantile(await readTogether(http, place, ids), 0.99);
  let turn = 0;
  const measured = await inPairs(turns, {
    ours: () => {
      const artifactId = sheetIds[turn++]!;
      return beside(() => http.post('/queries', aggregateOf({ artifactId })), read);
    },
    baseline: read,
  });
  http.close();
  await gateway.stop();
  return [
    {
      name: `${clients} parallel reads beside first aggregates over sheets: 99th percentile`,
      ...measured,
      unit: 'ms',
      bound: { atMost: 3 },
    },
  ];
}
