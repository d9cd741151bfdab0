import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import {
  mostReaders,
  mostReadersOfOrganization,
  mostReadersOfUser,
} from '../../src/store/sqlite/readers/reader-shares.ts';
import { savedView } from '../support/data-sets.ts';
import { startHost } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { childrenOf } from '../support/processes.ts';
import {
  accessToken,
  type Gateway,
  startGateway,
  stop,
  temporaryFolder,
  listening,
  spawnGateway,
} from '../support/product.ts';
import { accountAt, type Body } from '../support/rest.ts';
import { addSlowTable, expectedCount, notThere, recordCount, rowsOf, slowTable } from '../support/slow-table.ts';
import { addUsers } from '../support/users.ts';

const { place, start, count, heavy } = slowTable();
let dataFolder = '';
let token = '';
let channelId = '';
let objectTypeId = '';
/** Tokens of other users. */
let tokens: string[] = [];
/** The token of a user of another organisation, who has a table of the same records. */
let stranger = '';
let strangersTable = { channelId: '', objectTypeId: '' };

beforeAll(async () => {
  ({ dataFolder, token, channelId, objectTypeId } = place());
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
  await addUsers(dataFolder, ...addresses.map((email) => ({ email })));
  tokens = await Promise.all(addresses.map((email) => accessToken(dataFolder, '--user', email)));
  await addUsers(dataFolder, { email: 'stranger@example.com', role: 'admin', organization: 'Elsewhere' });
  stranger = await accessToken(dataFolder, '--user', 'stranger@example.com');
  const gateway = await listening(spawnGateway(dataFolder));
  const elsewhere = { name: 'Elsewhere', slug: 'elsewhere' };
  const { channel } = await accountAt(gateway.url, stranger).done('POST /channels', elsewhere);
  strangersTable = { channelId: channel.id, objectTypeId: (await addSlowTable(dataFolder, 'elsewhere')).id };
  await stop(gateway.process);
});

describe('a query that runs longer than --query-seconds', () => {
  test('is stopped with a sentence that says what to do, and the next one is answered', async () => {
    const { gateway, account } = await start('--query-seconds', '1');
    const reply = await account.call('POST /queries', heavy());
    const { detail } = expectProblem(reply, 'invalid_request');
    expect(detail).toMatch(/^The query ran longer than 1 s and was stopped\. Filter more narrowly/);
    expect(reply.headers.get('retry-after')).toBeNull();
    // A busy machine may need more than the second itself.
    await expect.poll(() => rowsOf(account, count()), patience).toEqual(expectedCount);
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

  test('leaves the calls that wait behind it their turn', async () => {
    const { account } = await start('--query-seconds', '3');
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

test('a limit other than a whole number of seconds stops the start', async () => {
  for (const seconds of ['0', '1.5', '10000', 'long']) {
    const started = startGateway(await temporaryFolder(), '--query-seconds', seconds);
    await expect(started).rejects.toThrow(
      /--query-seconds \(WORKSPACE_QUERY_SECONDS\) must be a whole number from 1 to 9999/,
    );
  }
});
