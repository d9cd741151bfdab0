import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { mostReadersOfUser } from '../../src/store/sqlite/readers/reader-shares.ts';
import { newDataSet } from '../support/data-sets.ts';
import { startHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { childrenOf, isComputing, isRunning } from '../support/processes.ts';
import { type Gateway, stop } from '../support/product.ts';
import { expectedCount, fields, rowsOf, slowTable, slowText } from '../support/slow-table.ts';

const { place, start, query, count, heavy } = slowTable();
let dataFolder = '';
let token = '';

beforeAll(() => {
  ({ dataFolder, token } = place());
});

describe('a query whose client has gone', () => {
  const ask = (gateway: Gateway, signal: AbortSignal) =>
    fetch(`${gateway.url}/api/workspace/queries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(heavy()),
      signal,
    });
  const askUntil = (gateway: Gateway, signal: AbortSignal) => expect(ask(gateway, signal)).rejects.toThrow(/abort/);

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
    const { gateway } = await start('--query-seconds', '600');
    const [patient, impatient] = [new AbortController(), new AbortController()];
    const asked = Array.from({ length: mostReadersOfUser }, () => askUntil(gateway, patient.signal));
    await expect.poll(() => childrenOf(gateway.process.pid!).length, patience).toBe(mostReadersOfUser);
    const waiting = Array.from({ length: 2 * limits.waitingQueriesEach }, () => ask(gateway, impatient.signal));
    expect((await Promise.any(waiting)).status).toBe(503);
    const statusOfAnother = () =>
      ask(gateway, AbortSignal.timeout(2_000)).then(
        ({ status }) => (status === 503 ? 'is refused' : status),
        () => 'waits',
      );
    expect(await statusOfAnother()).toBe('is refused');
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

test('the rest of a batch of messages is not begun once its client has gone', async () => {
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
    await expect.poll(() => isRunning(reader!), patience).toBe(false);
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
