import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { placesIn } from '../src/folder/places/places.ts';
import { postgresPrograms } from '../test/support/postgres-programs.ts';
import { administer, startServer, template } from '../test/support/postgres-server.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, timed } from './support/figures.ts';
import { accessToken, ourGateway, type Server } from './support/gateway.ts';
import { HttpClient } from './support/http-client.ts';
import { inPairs } from './support/pairs.ts';
import { familyRanMs } from './support/processes.ts';
import { csvOf, type ImportedSales, importSales, sales } from './support/sales.ts';

const records = 1_000_000;
const rowsOfFile = 500_000;
const documents = 1_000;
const turns = 20;

/** A gateway with a workspace in it, and the processes that work for it. */
interface Side {
  readonly gateway: Server;
  readonly http: HttpClient;
  readonly place: ImportedSales;
  readonly artifactId: string;
  readonly processes: Readonly<Record<string, number>>;
}

interface Kind {
  readonly name: string;
  readonly ask: (side: Side) => Promise<unknown>;
  readonly requests: number;
  readonly atMost: number;
}

const text = (subject: string) =>
  `# ${subject}\n\n${'Sphinx of black quartz, judge my vow. The five boxing wizards jump quickly.\n\n'.repeat(53)}`;

const kinds: readonly Kind[] = [
  {
    name: 'point read',
    ask: ({ http, artifactId }) => http.get(`/artifacts/${artifactId}`),
    requests: 50,
    atMost: 2,
  },
  {
    name: 'creating a 4 KiB artifact',
    ask: ({ http }) =>
      http.post('/artifacts', {
        kind: 'markdown',
        title: 'Four kibibytes',
        content: text('Four'),
        idempotencyKey: randomUUID(),
      }),
    requests: 10,
    atMost: 1.8,
  },
  {
    name: `aggregate over ${records.toLocaleString('en')} records`,
    ask: ({ http, place }) =>
      http.post('/queries', {
        ...place,
        mode: 'deterministic',
        operation: 'aggregate',
        groupBy: ['region'],
        metrics: [{ alias: 'total', function: 'sum', field: 'amount' }],
        filters: [{ field: 'paid', operator: 'eq', value: true }],
      }),
    requests: 2,
    atMost: 1,
  },
  { name: 'search', ask: ({ http }) => http.get('/search?q=heron%20wizards'), requests: 5, atMost: 2 },
];

/** A gateway on a PostgreSQL server of this machine, beside one whose database is in its folder. Both sync their writes. */
export async function server(folder: string): Promise<Figure[]> {
  if (postgresPrograms() === undefined) {
    console.log('server: not run: PostgreSQL is not installed');
    return [];
  }
  mkdirSync(folder);
  const address = await startServer(tmpdir());
  await administer(address, `create database bench template ${template}`);
  const sides = {
    ours: await filled(join(folder, 'server'), `${address}/bench`),
    baseline: await filled(join(folder, 'folder')),
  };
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const before = { ours: ranMsOf(sides.ours), baseline: ranMsOf(sides.baseline) };
    let asked = 0;
    const turn = (side: Side) => async () => {
      if (side === sides.ours) asked += kind.requests;
      const times: number[] = [];
      for (let request = 0; request < kind.requests; request += 1) times.push(await timed(() => kind.ask(side)));
      return median(times);
    };
    const measured = await inPairs(turns, { ours: turn(sides.ours), baseline: turn(sides.baseline) });
    figures.push({ name: `${kind.name}: median time`, ...measured, unit: 'ms', bound: { atMost: kind.atMost } });
    sayProcessor(`${kind.name} on the server`, sides.ours, before.ours, asked);
    sayProcessor(`${kind.name} in the folder`, sides.baseline, before.baseline, asked);
  }
  for (const { gateway, http } of Object.values(sides)) {
    http.close();
    await gateway.stop();
  }
  return figures;
}

/** A gateway on a new folder, with the same content wherever its database is. Nothing indexes the records meanwhile. */
async function filled(dataFolder: string, database?: string): Promise<Side> {
  mkdirSync(dataFolder);
  if (database !== undefined) writeFileSync(placesIn(dataFolder).databaseUrl, database, { mode: 0o600 });
  const { workspace, indexed, close } = await openLocalWorkspace(dataFolder);
  let artifactId = '';
  for (let number = 0; number < documents; number += 1) {
    const title = number % 20 === 0 ? `Heron ${number}` : `Document ${number}`;
    const made = await workspace.artifacts.create({ kind: 'markdown', title, content: text(title) });
    artifactId = made.artifact.id;
  }
  await indexed();
  const rows = sales(records);
  const files = [csvOf(rows.slice(0, rowsOfFile)), csvOf(rows.slice(rowsOfFile))];
  const place = await importSales(workspace, 'Sales', files);
  await close();
  if (database !== undefined) await analyze(database);
  const gateway = await ourGateway(dataFolder, '--no-work');
  const http = new HttpClient(gateway.url, accessToken(dataFolder), 1);
  const processes = { gateway: gateway.process.pid!, ...(database && { database: await processOf(database) }) };
  return { gateway, http, place, artifactId, processes };
}

/** The first process of a server, of which all others are children. */
async function processOf(address: string): Promise<number> {
  const [row] = await askServer<{ folder: string }>(address, "select current_setting('data_directory') as folder");
  return Number(readFileSync(join(row!.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** A server does so by itself within a minute. */
const analyze = (address: string) => askServer(address, 'analyze');

async function askServer<Row extends pg.QueryResultRow>(address: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

const ranMsOf = ({ processes }: Side) => Object.values(processes).map(familyRanMs);

/** Prints the share of each process in a request, of all turns together. */
function sayProcessor(name: string, side: Side, before: readonly number[], asked: number): void {
  const used = ranMsOf(side).map((ms, place) => Math.round((1_000 * (ms - before[place]!)) / asked));
  const words = Object.keys(side.processes).map((process, place) => `${process} ${used[place]} µs`);
  console.log(`${name}: CPU a request: ${words.join(', ')}`);
}
