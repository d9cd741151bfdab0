import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import {
  mostReaders,
  mostReadersOfOrganization,
  mostReadersOfUser,
} from '../../src/store/sqlite/readers/reader-shares.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { startHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { childrenOf, isComputing, isRunning } from '../support/processes.ts';
import {
  accessToken,
  type Gateway,
  startGateway,
  stop,
  temporaryFolder,
  listening,
  spawnGateway,
} from '../support/product.ts';
import { type Account, accountAt, type Body } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

/** More records than are read in the gateway's own process, with texts that take long to fold. */
const recordCount = 6_000;
const slowText = 'Größe Ångström naïve façade señor Übermaß '.repeat(30);
const fields: FieldInput[] = [
  { key: 'kind', type: 'text' },
  { key: 'amount', type: 'number' },
  { key: 'note', type: 'long_text' },
];

let dataFolder = '';
let token = '';
/** Of others than who has the first token. */
let tokens: string[] = [];
/** Of a user of another organisation, who has a table of the same records. */
let stranger = '';
let strangersTable = { channelId: '', objectTypeId: '' };
let channelId = '';
let objectTypeId = '';

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const gateway = await listening(spawnGateway(dataFolder));
  token = await accessToken(dataFolder);
  const account = accountAt(gateway.url, token);
  channelId = (await account.done('GET /channels')).channels[0]!.id;
  const records = Array.from({ length: recordCount }, (_, index) => ({
    title: `Row ${index}`,
    values: { kind: String(index % 3), amount: 1, note: slowText },
  }));
  objectTypeId = (await newDataSet(dataFolder, 'general', 'Measurements', fields, records)).id;
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
  await addUsers(dataFolder, ...addresses.map((email) => ({ email })));
  tokens = await Promise.all(addresses.map((email) => accessToken(dataFolder, '--user', email)));
  await addUsers(dataFolder, { email: 'stranger@example.com', role: 'admin', organization: 'Elsewhere' });
  stranger = await accessToken(dataFolder, '--user', 'stranger@example.com');
  const elsewhere = { name: 'Elsewhere', slug: 'elsewhere' };
  const { channel } = await accountAt(gateway.url, stranger).done('POST /channels', elsewhere);
  const table = await newDataSet(dataFolder, 'elsewhere', 'Measurements', fields, records);
  strangersTable = { channelId: channel.id, objectTypeId: table.id };
  await stop(gateway.process);
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

async function start(...flags: string[]): Promise<{ gateway: Gateway; account: Account }> {
  const gateway = await startGateway(dataFolder, ...flags);
  return { gateway, account: accountAt(gateway.url, token) };
}

const query = (asked: object) => ({ mode: 'deterministic', operation: 'aggregate', channelId, objectTypeId, ...asked });

const count = () =>
  query({
    groupBy: ['kind'],
    metrics: [
      { alias: 'number', function: 'count_rows' },
      { alias: 'total', function: 'sum', field: 'amount' },
    ],
  });

/** The rows of an answer that must not be refused. */
async function rowsOf(account: Account, asked: object) {
  const answer: unknown = await account.done('POST /queries', asked);
  return (answer as Awaited<ReturnType<Workspace['queries']['run']>>).data.rows;
}

const expectedCount = ['0', '1', '2'].map((kind) => ({ kind, number: recordCount / 3, total: recordCount / 3 }));

const notThere = [
  {
    or: Array.from({ length: limits.conditions }, (_, index) => ({
      field: 'note',
      operator: 'contains',
      value: `not there ${index}`,
    })),
  },
];

/** Folds 6,000 long texts fifty times, which takes far longer than a second. */
const heavy = () => query({ metrics: [{ alias: 'number', function: 'count_rows' }], filters: notThere });

describe('a query that runs longer than --query-seconds', () => {
  test('is stopped with a sentence that says what to do, and the next one is answered', async () => {
    const { gateway, account } = await start('--query-seconds', '1');
    const reply = await account.call('POST /queries', heavy());
    const { detail } = expectProblem(reply, 'invalid_request');
    expect(detail).toMatch(/^The query ran longer than 1 s and was stopped\. Filter more narrowly/);
    expect(reply.headers.get('retry-after')).toBeNull();
    expect(await rowsOf(account, count())).toEqual(expectedCount);
    expect(gateway.log()).not.toMatch(/select/i);
  });

  test('keeps nobody waiting who reads something else', async () => {
    const { gateway, account } = await start('--query-seconds', '600');
    let isAnswered = false;
    const answer = account.call('POST /queries', heavy()).then(
      () => (isAnswered = true),
      () => {},
    );
    for (let read = 0; read < 50; read += 1) await account.done(`GET /channels/${channelId}`);
    expect(isAnswered).toBe(false);
    await stop(gateway.process, 'SIGKILL');
    await answer;
  });

  test('leaves those that wait behind it their turn', async () => {
    const { account } = await start('--query-seconds', '1');
    const overruns = Array.from({ length: 2 * mostReadersOfUser }, () => account.call('POST /queries', heavy()));
    const answers = Array.from({ length: 10 }, () => rowsOf(account, count()));
    for (const rows of await Promise.all(answers)) expect(rows).toEqual(expectedCount);
    for (const { status } of await Promise.all(overruns)) expect(status).toBe(400);
  });

  test('is told to an agent in the same words', async () => {
    const host = await startHost(dataFolder, '--query-seconds', '1');
    const { problem } = await host.call('workspace_query_run', heavy());
    expect(problem).toMatchObject({ code: 'invalid_request', status: 400, retryable: false });
    expect(problem!.detail).toMatch(/^The query ran longer than 1 s and was stopped\. Filter more narrowly/);
  });
});

test('many queries at once are all answered', async () => {
  const { account } = await start();
  const most = mostReadersOfUser + limits.waitingQueriesEach;
  const answers = await Promise.all(Array.from({ length: most }, () => rowsOf(account, count())));
  for (const rows of answers) expect(rows).toEqual(expectedCount);
});

describe('queries of many users', () => {
  /** Asks for what never ends, with no patience for an answer; what is refused is told. */
  function crowd(gateway: Gateway) {
    const refused: Body[] = [];
    const asked: Promise<unknown>[] = [];
    const ask = (asker: string, times: number) => {
      const account = accountAt(gateway.url, asker);
      const added = Array.from({ length: times }, () =>
        account.call('POST /queries', heavy()).then(
          ({ body }) => refused.push(body),
          () => {},
        ),
      );
      asked.push(...added);
    };
    /** A read behind them is answered when all of them have arrived. */
    const arrived = async (running: number) => {
      await expect.poll(() => childrenOf(gateway.process.pid!).length, patience).toBe(running);
      await accountAt(gateway.url, token).done('GET /channels');
    };
    const end = async () => {
      await stop(gateway.process, 'SIGKILL');
      await Promise.all(asked);
    };
    return { refused, ask, arrived, end };
  }

  test('run beside those of one user, however many these are', async () => {
    const { gateway } = await start('--query-seconds', '600');
    const { ask, arrived, end } = crowd(gateway);
    ask(token, mostReadersOfUser + limits.waitingQueriesEach);
    await arrived(mostReadersOfUser);
    expect(await rowsOf(accountAt(gateway.url, tokens[0]), count())).toEqual(expectedCount);
    await end();
  });

  test('run beside those of one organisation, however many its users are', async () => {
    const { gateway } = await start('--query-seconds', '600');
    const { ask, arrived, end } = crowd(gateway);
    for (const other of [token, ...tokens]) ask(other, mostReadersOfUser);
    await arrived(mostReadersOfOrganization);
    expect(mostReadersOfOrganization).toBeLessThan(mostReaders);
    const asked = { ...count(), ...strangersTable };
    expect(await rowsOf(accountAt(gateway.url, stranger), asked)).toEqual(expectedCount);
    await end();
  });

  test('wait up to a bound for each user, whoever else waits; who is refused may try again', async () => {
    const { gateway } = await start('--query-seconds', '600');
    const { refused, ask, arrived, end } = crowd(gateway);
    ask(token, mostReadersOfUser);
    await arrived(mostReadersOfUser);
    ask(tokens[0]!, mostReadersOfOrganization - mostReadersOfUser);
    await arrived(mostReadersOfOrganization);
    for (const other of tokens.slice(1, 7)) {
      ask(other, limits.waitingQueriesEach);
      await arrived(mostReadersOfOrganization);
      expect(refused).toEqual([]);
      ask(other, 1);
      await expect.poll(() => refused.length, patience).toBe(1);
      expect(refused.splice(0)).toMatchObject([
        { code: 'unavailable', retryable: true, detail: expect.stringMatching(/^Too many queries of yours are/) },
      ]);
    }
    await end();
  }, 120_000);
});

describe('a query whose client has gone', () => {
  const askUntil = (gateway: Gateway, signal: AbortSignal) =>
    expect(
      fetch(`${gateway.url}/api/workspace/queries`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(heavy()),
        signal,
      }),
    ).rejects.toThrow(/abort/);

  test('is stopped', async () => {
    const { gateway, account } = await start('--query-seconds', '600');
    await account.done('POST /queries', count());
    const [reader] = childrenOf(gateway.process.pid!);
    const client = new AbortController();
    const asked = askUntil(gateway, client.signal);
    await expect.poll(() => isComputing(reader!), patience).toBe(true);
    client.abort();
    await asked;
    await expect.poll(() => isRunning(reader!), patience).toBe(false);
    expect(await rowsOf(account, count())).toEqual(expectedCount);
  });

  test('waits no longer', async () => {
    const { gateway, account } = await start('--query-seconds', '600');
    const [patient, impatient] = [new AbortController(), new AbortController()];
    const asked = Array.from({ length: mostReadersOfUser }, () => askUntil(gateway, patient.signal));
    await expect.poll(() => childrenOf(gateway.process.pid!).length, patience).toBe(mostReadersOfUser);
    asked.push(...Array.from({ length: limits.waitingQueriesEach }, () => askUntil(gateway, impatient.signal)));
    const statusOfAnother = async () => {
      const another = new AbortController();
      const answer = askUntil(gateway, another.signal).then(
        () => 'waits',
        () => 'is refused',
      );
      const reads = Array.from({ length: 10 }, () => account.done('GET /channels'));
      const status = await Promise.race([answer, Promise.all(reads).then(() => 'waits')]);
      another.abort();
      return status;
    };
    await expect.poll(statusOfAnother, patience).toBe('is refused');
    impatient.abort();
    await expect.poll(statusOfAnother, patience).toBe('waits');
    patient.abort();
    await Promise.all(asked);
  });

  test('is stopped over stdio too, when its host cancels it', async () => {
    const host = await startHost(dataFolder, '--query-seconds', '600');
    const client = new AbortController();
    const asked = host.client.callTool(
      { name: 'workspace_query_run', arguments: heavy() },
      { signal: client.signal, timeout: 600_000 },
    );
    const readers = () => childrenOf(host.transport.pid!).filter(isComputing);
    await expect.poll(() => readers().length, patience).toBe(1);
    client.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => childrenOf(host.transport.pid!), patience).toEqual([]);
  });
});

test('the widgets of a dashboard have the time of one query together', async () => {
  const { account } = await start('--query-seconds', '3');
  const metrics = [{ alias: 'number', function: 'count_rows' }];
  const widget = (id: string, more: object) => ({ id, title: id, type: 'number', metrics, ...more });
  const { id } = await savedView(account, 'general', {
    name: 'Figures',
    objectTypeId,
    renderer: 'dashboard',
    widgets: [widget('quick', {}), widget('slow', { filters: notThere }), widget('late', {})],
  });
  const { data } = await account.done(`GET /channels/${channelId}/views/${id}/data`);
  const overrun = {
    error: { code: 'invalid_request', detail: expect.stringMatching(/^The query ran longer than 3 s/) },
  };
  expect(data.widgets).toMatchObject([{ rows: [{ number: recordCount }] }, overrun, overrun]);
});

test('what a batch of messages still asks for is not begun once its client has gone', async () => {
  const { gateway, account } = await start('--query-seconds', '600');
  await account.done('POST /queries', count());
  const [reader] = childrenOf(gateway.process.pid!);
  const message = (id: number, name: string, input: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input },
  });
  const client = new AbortController();
  const answer = fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([
      message(1, 'workspace_query_run', heavy()),
      message(2, 'workspace_artifact_create', { kind: 'markdown', title: 'Nobody waits for it', content: '' }),
    ]),
    signal: client.signal,
  });
  await expect.poll(() => isComputing(reader!), patience).toBe(true);
  client.abort();
  await expect(answer).rejects.toThrow(/abort/);
  await expect.poll(() => isRunning(reader!), patience).toBe(false);
  const later = { kind: 'markdown', title: 'Made later', content: '', idempotencyKey: 'later' };
  await account.done('POST /artifacts', later);
  const { artifacts } = await account.done('GET /artifacts');
  expect(artifacts.map(({ title }) => title)).not.toContain('Nobody waits for it');
});

describe('the processes of heavy queries', () => {
  test('also take a query of few records with long texts, and no other of these', async () => {
    const { gateway, account } = await start();
    const longTexts = Array.from({ length: 200 }, (_, index) => ({
      title: `Row ${index}`,
      values: { kind: String(index), note: slowText.repeat(40) },
    }));
    const { id } = await newDataSet(dataFolder, 'general', 'Long texts', fields, longTexts);
    const containing = (field: string, value: string) => ({
      ...query({ metrics: [{ alias: 'number', function: 'count_rows' }] }),
      objectTypeId: id,
      filters: [{ field, operator: 'contains', value }],
    });
    expect(await rowsOf(account, containing('kind', '19'))).toEqual([{ number: 12 }]);
    expect(childrenOf(gateway.process.pid!)).toEqual([]);
    expect(await rowsOf(account, containing('note', 'ångström'))).toEqual([{ number: 200 }]);
    expect(childrenOf(gateway.process.pid!)).toHaveLength(1);
  });

  test('there are none before the first query, and none once they have been idle', async () => {
    const { gateway, account } = await start();
    expect(childrenOf(gateway.process.pid!)).toEqual([]);
    await account.done('POST /queries', count());
    expect(childrenOf(gateway.process.pid!)).toHaveLength(1);
    await expect.poll(() => childrenOf(gateway.process.pid!), patience).toEqual([]);
    expect(await rowsOf(account, count())).toEqual(expectedCount);
  });

  test('end with the gateway', async () => {
    const { gateway, account } = await start();
    await account.done('POST /queries', count());
    const [reader] = childrenOf(gateway.process.pid!);
    await stop(gateway.process);
    await expect.poll(() => isRunning(reader!), patience).toBe(false);
  });

  test.each(['idle', 'busy'])('end when the gateway is killed, also when %s', async (state) => {
    const { gateway, account } = await start('--query-seconds', '600');
    await account.done('POST /queries', count());
    const [reader] = childrenOf(gateway.process.pid!);
    const answer = state === 'busy' && account.call('POST /queries', heavy()).catch(() => {});
    await expect.poll(() => isComputing(reader!), patience).toBe(state === 'busy');
    await stop(gateway.process, 'SIGKILL');
    // Long before its query would be done.
    await expect.poll(() => isRunning(reader!), { timeout: 4_000 }).toBe(false);
    await answer;
  });

  test('one that dies takes only its query with it', async () => {
    const { gateway, account } = await start('--query-seconds', '600');
    await account.done('POST /queries', count());
    const [reader] = childrenOf(gateway.process.pid!);
    const answer = account.call('POST /queries', heavy());
    await expect.poll(() => isComputing(reader!), patience).toBe(true);
    process.kill(reader!, 'SIGKILL');
    expect((await answer).body).toMatchObject({ code: 'unavailable', retryable: true });
    expect(await rowsOf(account, count())).toEqual(expectedCount);
  });
});

test('a limit that is no whole number of seconds stops the start', async () => {
  for (const seconds of ['0', '1.5', '10000', 'long']) {
    const started = startGateway(await temporaryFolder(), '--query-seconds', seconds);
    await expect(started).rejects.toThrow(
      /--query-seconds \(WORKSPACE_QUERY_SECONDS\) must be a whole number from 1 to 9999/,
    );
  }
});
