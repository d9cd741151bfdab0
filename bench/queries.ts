import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Workspace } from '../schemas/index.ts';
import { dashboards } from './dashboards.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, quantile, timed } from './support/figures.ts';
import { accessToken, ourGateway } from './support/gateway.ts';
import { HttpClient } from './support/http-client.ts';
import { inPairs } from './support/pairs.ts';
import { beside, clients, readTogether, someRecords } from './support/reads.ts';
import { csvOf, type ImportedSales, importSales, insertRaw, rawDatabase, sales } from './support/sales.ts';

const rowCount = 1_000_000;
const rowsOfFile = 500_000;

/** Typed queries and View pages over a million records, beside raw better-sqlite3 on a table with the same columns. */
export async function queries(folder: string): Promise<Figure[]> {
  mkdirSync(folder);
  const dataFolder = join(folder, 'data');
  const { workspace, indexed, close } = await openLocalWorkspace(dataFolder);
  const raw = rawDatabase(join(folder, 'raw.db'));
  const place = await filled(workspace, raw);
  await indexed();
  const figures = [...(await aggregates(workspace, place, raw)), ...(await pages(workspace, place, raw))];
  await close();
  raw.close();
  return [...figures, ...(await readsBeside(dataFolder, place)), ...(await dashboards(dataFolder, place))];
}

/** The same rows on both sides, which do not stay in memory: no server carries them while it answers. */
async function filled(workspace: Workspace, raw: Database): Promise<ImportedSales> {
  const rows = sales(rowCount);
  insertRaw(raw, 'sales', rows);
  return importSales(workspace, 'Sales', [csvOf(rows.slice(0, rowsOfFile)), csvOf(rows.slice(rowsOfFile))]);
}

type Query = Parameters<Workspace['queries']['run']>[0];

const aggregateOf = ({ channelId, objectTypeId }: ImportedSales): Query => ({
  mode: 'deterministic',
  operation: 'aggregate',
  channelId,
  objectTypeId,
  groupBy: ['region'],
  metrics: [
    { alias: 'number', function: 'count_rows' },
    { alias: 'total', function: 'sum', field: 'amount' },
    { alias: 'average_quantity', function: 'average', field: 'quantity' },
  ],
  filters: [
    { field: 'paid', operator: 'eq', value: true },
    { field: 'closed', operator: 'between', value: ['2022-06-01', '2024-12-31'] },
  ],
  orderBy: [{ field: 'region', direction: 'asc' }],
});

const turns = 20;
const turnsOfReads = 7;

async function aggregates(workspace: Workspace, place: ImportedSales, raw: Database): Promise<Figure[]> {
  const query = aggregateOf(place);
  const statement = raw.prepare(
    `select region, count(*) as number, sum(amount) as total, avg(quantity) as average_quantity from sales
     where paid = 1 and closed between ? and ? group by region order by region`,
  );
  const measured = await inPairs(turns, {
    ours: () => timed(() => workspace.queries.run(query)),
    baseline: () => timed(() => statement.all('2022-06-01', '2024-12-31')),
  });
  return [{ name: 'aggregate over 1,000,000 records: median time', ...measured, unit: 'ms', bound: { atMost: 1.2 } }];
}

const pageSize = 50;
const pagesPerTurn = 200;
const depth = 500_000;

async function pages(workspace: Workspace, place: ImportedSales, raw: Database): Promise<Figure[]> {
  const { channelId, objectTypeId } = place;
  const { view } = await workspace.views.create({
    channelId,
    name: 'By amount',
    objectTypeId,
    renderer: 'table',
    columns: ['region', 'product', 'amount', 'quantity', 'paid', 'closed'],
    sort: [{ fieldKey: 'amount', direction: 'asc' }],
  });
  const page = (limit: number, cursor?: string) =>
    workspace.views.data({ channelId, viewId: view.id, limit, ...(cursor && { cursor }) });
  const cursor = await cursorAt(depth, page);
  const rawPage = rawPages(raw);
  const deepest = raw.prepare('select amount, id from sales order by amount, id limit 1 offset ?').raw().get(depth) as [
    number,
    string,
  ];
  const next = async (after?: string) => (await page(pageSize, after)).data.nextCursor;
  const deep = series(walk(cursor, next));
  return [
    {
      name: `a View's pages behind ${depth.toLocaleString('en')} records: median time`,
      ...(await inPairs(turns, { ours: deep, baseline: series(walk(deepest, async (after) => rawPage(after))) })),
      unit: 'µs',
      bound: { atMost: 1.5 },
    },
    {
      name: 'the same beside its first pages',
      ...(await inPairs(turns, { ours: deep, baseline: series(walk(undefined, next)) })),
      unit: 'µs',
      bound: { atMost: 1.15 },
    },
  ];
}

/** Median microseconds of as many pages as a turn has. */
const series = (read: () => Promise<void>) => async () => {
  const times: number[] = [];
  for (let page = 0; page < pagesPerTurn; page += 1) times.push(1_000 * (await timed(read)));
  return median(times);
};

/** Page after page from `start`, and again. Repeated reads of a single page would all come from caches. */
function walk<Key>(start: Key, next: (after: Key) => Promise<Key>): () => Promise<void> {
  let after = start;
  let pages = 0;
  return async () => {
    after = await next(after);
    pages += 1;
    if (pages % pagesPerTurn === 0) after = start;
  };
}

type Page = Awaited<ReturnType<Workspace['views']['data']>>;

async function cursorAt(depth: number, page: (limit: number, cursor?: string) => Promise<Page>): Promise<string> {
  let cursor: string | undefined;
  for (let read = 0; read < depth; read += 200) cursor = (await page(200, cursor)).data.nextCursor;
  return cursor!;
}

/**
 * The same page by key, from an index of the order, as the objects that a page shows. Returns the key of its last row.
 */
function rawPages(raw: Database): (after: readonly [number, string]) => [number, string] {
  raw.exec('create index sales_by_amount on sales (amount, id)');
  const statement = raw.prepare(
    `select id, title, region, product, amount, quantity, paid, closed from sales
     where (amount, id) > (?, ?) order by amount, id limit ${pageSize + 1}`,
  );
  return (after) => {
    const records = (statement.all(...after) as Sold[]).map(({ id, title, paid, ...values }) => ({
      id,
      title,
      values: { ...values, paid: paid === 1 },
    }));
    const last = records[pageSize - 1]!;
    return [last.values.amount, last.id];
  };
}

interface Sold {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  readonly paid: 0 | 1;
}

/**
 * 32 clients read single records over HTTP, while nobody asks for anything else and while aggregates run without a
 * pause.
 */
async function readsBeside(dataFolder: string, place: ImportedSales): Promise<Figure[]> {
  const gateway = await ourGateway(dataFolder);
  const http = new HttpClient(gateway.url, accessToken(dataFolder), clients + 1);
  const ids = await someRecords(http, place);
  const read = async () => quantile(await readTogether(http, place, ids), 0.99);
  const measured = await inPairs(turnsOfReads, {
    ours: () => beside(() => http.post('/queries', aggregateOf(place)), read),
    baseline: read,
  });
  http.close();
  await gateway.stop();
  return [
    {
      name: `${clients} parallel reads beside aggregates: 99th percentile`,
      ...measured,
      unit: 'ms',
      bound: { atMost: 3 },
    },
  ];
}
