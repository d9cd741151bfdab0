import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Workspace } from '../schemas/index.ts';
import type { BarePlan } from './support/bare-gateway.ts';
import { captureStatements, type Run, statementsOf } from './support/captured-sql.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, once } from './support/figures.ts';
import { accessToken, bundled, listening, ourGateway, type Server } from './support/gateway.ts';
import { pin, residentMebibytes, unpin } from './support/processes.ts';
import { RawClient } from './support/raw-client.ts';
import { cpuInPairs } from './support/pairs.ts';

const connections = 8;

interface Kind {
  readonly name: string;
  readonly ours: string;
  readonly bare: string;
  readonly body?: string;
  readonly requests: number;
  readonly atMost: number;
  /** Unless half of it. */
  readonly unchangedAtMost?: number;
}

/** CPU per request, in turns with a node:http server that runs the same SQL and compares a token. Also idle memory. */
export async function gateway(folder: string): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const dataFolder = join(folder, 'data');
  const { kinds, plan } = await prepare(dataFolder, folder);
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  const [ours, bare] = [await ourGateway(dataFolder), await listening(await bundled('bare-gateway'), planFile)];
  try {
    return await figuresOf(kinds, plan.token, ours, bare);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    unpin(process.pid);
  }
}

async function figuresOf(kinds: readonly Kind[], token: string, ours: Server, bare: Server): Promise<Figure[]> {
  const clients = {
    ours: await RawClient.connect(ours.url, token, connections),
    bare: await RawClient.connect(bare.url, token, connections),
  };
  pin(process.pid, 0);
  for (const server of [ours, bare]) pin(server.process.pid!, 1);
  const memory = await idleMemory(ours, bare, clients, kinds);
  const figures = [];
  for (const kind of kinds) figures.push(await cpuOf(kind, ours, bare, clients));
  for (const kind of kinds.filter(({ body }) => body === undefined))
    figures.push(await unchangedOf(kind, token, ours, clients.ours));
  for (const client of Object.values(clients)) client.close();
  return [...figures, memory];
}

type Clients = Record<'ours' | 'bare', RawClient>;

async function cpuOf(kind: Kind, ours: Server, bare: Server, clients: Clients): Promise<Figure> {
  const asked = { server: ours, send: () => clients.ours.run(kind.ours, kind.requests, kind.body) };
  const plain = { server: bare, send: () => clients.bare.run(kind.bare, kind.requests, kind.body) };
  return {
    name: `${kind.name} over HTTP: CPU a request`,
    ...(await cpuInPairs(asked, plain, kind.requests)),
    unit: 'µs',
    bound: { atMost: kind.atMost },
  };
}

/** A read whose answer the client holds already, beside the read itself. */
async function unchangedOf(kind: Kind, token: string, server: Server, client: RawClient): Promise<Figure> {
  const [method, path] = kind.ours.split(' ') as [string, string];
  const held = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
  const tag = { 'if-none-match': held.headers.get('etag')! };
  const asked = { server, send: () => client.run(kind.ours, kind.requests, '', tag) };
  const plain = { server, send: () => client.run(kind.ours, kind.requests) };
  return {
    name: `${kind.name} that is unchanged, beside the read: CPU a request`,
    ...(await cpuInPairs(asked, plain, kind.requests)),
    unit: 'µs',
    bound: { atMost: kind.unchangedAtMost ?? 0.5 },
  };
}

/** After the start and a few requests. */
async function idleMemory(ours: Server, bare: Server, clients: Clients, kinds: readonly Kind[]): Promise<Figure> {
  for (const kind of kinds) {
    await clients.ours.run(kind.ours, 10, kind.body);
    await clients.bare.run(kind.bare, 10, kind.body);
  }
  return {
    name: 'idle gateway: resident memory',
    ...once(residentMebibytes(ours.process.pid!), residentMebibytes(bare.process.pid!)),
    unit: 'MiB',
    bound: { atMost: 1.3 },
  };
}

/** A workspace to read from, and the statements that each kind of request runs on it. */
async function prepare(dataFolder: string, folder: string): Promise<{ kinds: Kind[]; plan: BarePlan }> {
  captureStatements();
  const { workspace, databasePath, indexed, close } = await openLocalWorkspace(dataFolder);
  const { channelId, objectTypeId, artifactId } = await fill(workspace);
  const record = {
    objectTypeId,
    title: 'Harbour crane',
    values: { stage: 'won', amount: 1250, note: 'Signed today.' },
  };
  const create = () => workspace.records.create({ channelId, ...record });
  await create();
  /** Statements of the work alone: it begins when the background work of the write before has ended. */
  const captured = async (work: () => Promise<unknown>) => {
    await indexed();
    return statementsOf(work);
  };
  const [created, createdAgain] = [await captured(create), await captured(create)];
  const read = await captured(() => workspace.artifacts.get({ artifactId }));
  const page = await captured(() => workspace.artifacts.list({ limit: 25 }));
  await indexed();
  const database = join(folder, 'bare.db');
  const source = new SQLite(databasePath, { readonly: true });
  await source.backup(database);
  const user = source.prepare('select id, organization_id, role from users').get() as { id: string };
  source.close();
  await close();
  const whoAsks: Run = { sql: 'select id, organization_id, role from users where id = ?', parameters: [user.id] };
  const plan = {
    database,
    token: accessToken(dataFolder),
    requests: {
      'GET /read': [whoAsks, ...read],
      'GET /page': [whoAsks, ...page],
      'POST /create': [whoAsks, ...transaction(created)],
    },
    fresh: freshIdentifiers(created, createdAgain),
  };
  const root = '/api/workspace';
  const body = JSON.stringify(record);
  const kinds = [
    {
      name: 'point read',
      ours: `GET ${root}/artifacts/${artifactId}`,
      bare: 'GET /read',
      requests: 600,
      atMost: 4,
      unchangedAtMost: 0.7,
    },
    { name: 'page of 25', ours: `GET ${root}/artifacts?limit=25`, bare: 'GET /page', requests: 300, atMost: 2.5 },
    {
      name: 'record create',
      ours: `POST ${root}/channels/${channelId}/records`,
      bare: 'POST /create',
      body,
      requests: 200,
      atMost: 1.7,
    },
  ];
  return { kinds, plan };
}

async function fill(workspace: Workspace) {
  const { channels } = await workspace.channels.list({});
  const channelId = channels[0]!.id;
  const { dataSet } = await workspace.dataSets.create({
    channelId,
    name: 'Deals',
    fields: [
      { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } },
      { key: 'amount', type: 'number' },
      { key: 'note', type: 'text' },
    ],
  });
  let artifactId = '';
  for (let number = 0; number < 200; number += 1) {
    const content = `# Document ${number}\n\n${'A line of text.\n'.repeat(20)}`;
    const { artifact } = await workspace.artifacts.create({ kind: 'markdown', title: `Document ${number}`, content });
    artifactId = artifact.id;
  }
  return { channelId, objectTypeId: dataSet.objectTypeId, artifactId };
}

/** From the beginning of a transaction to its end; what follows works in the background. */
const transaction = (runs: readonly Run[]): Run[] =>
  runs.slice(
    runs.findIndex(({ sql }) => sql.startsWith('BEGIN')),
    runs.findIndex(({ sql }) => sql === 'COMMIT') + 1,
  );

/** Identifiers that two runs of the same statements differ in. */
function freshIdentifiers(first: readonly Run[], second: readonly Run[]): string[] {
  const differing = transaction(first).flatMap(({ parameters }, index) =>
    parameters.filter((value, place) => value !== transaction(second)[index]?.parameters[place]),
  );
  return [
    ...new Set(
      differing.filter((value): value is string => typeof value === 'string' && /^[a-z]+_[0-9a-z]{26}$/.test(value)),
    ),
  ];
}
