import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import SQLite, { type Statement } from 'better-sqlite3';
import { addFunctions } from '../../src/store/sqlite/functions.ts';
import { newId } from '../../src/store/ids.ts';
import type { Run } from './captured-sql.ts';

export interface BarePlan {
  readonly database: string;
  readonly token: string;
  /** The statements that a request such as `GET /page` runs. */
  readonly requests: Readonly<Record<string, readonly Run[]>>;
  /** Identifiers among the parameters that are new each time. */
  readonly fresh: readonly string[];
}

/** The baseline: node:http that compares a token, runs the same SQL through raw better-sqlite3 and answers the rows. */
const plan = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BarePlan;
const raw = new SQLite(plan.database);
raw.pragma('journal_mode = WAL');
raw.pragma('synchronous = FULL');
raw.pragma('foreign_keys = ON');
raw.pragma('cache_size = -16384');
addFunctions(raw);

const expected = `Bearer ${plan.token}`;
const prepared = new Map(
  Object.entries(plan.requests).map(([request, runs]) => [
    request,
    runs.map(({ sql, parameters }) => ({ statement: raw.prepare(sql), parameters })),
  ]),
);

interface Step {
  readonly statement: Statement;
  readonly parameters: readonly unknown[];
}

function answer(steps: readonly Step[]): string {
  const renamed = new Map(plan.fresh.map((old) => [old, newId(old.split('_')[0] as never)]));
  const rows: unknown[] = [];
  for (const { statement, parameters } of steps) {
    const values = parameters.map((value) => renamed.get(value as string) ?? value);
    if (statement.reader) rows.push(...statement.all(...values));
    else statement.run(...values);
  }
  if (rows.length === 0) throw new Error('The baseline reads nothing');
  return JSON.stringify({ rows });
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const steps = prepared.get(`${request.method} ${request.url}`);
  if (request.headers.authorization !== expected || !steps) return void response.writeHead(401).end();
  if (request.method === 'POST') JSON.parse(await text(request));
  const body = answer(steps);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Idle connections stay open while the other server has its turn. */
const keepAliveTimeout = 120_000;

const server = createServer({ keepAliveTimeout }, (request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`workspace listening on http://127.0.0.1:${port}\n`);
});
