import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { startHost } from '../support/hosts.ts';
import { accessToken, type Gateway, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { childrenOf } from '../support/processes.ts';
import { addSlowDocuments, answered, questionsIn, slowQuestion } from '../support/questions.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

const timeout = 180_000;
const patience = { timeout: 100_000, interval: 20 };
const ned = 'ned@workspace.test';
let slowFolder = '';

beforeAll(async () => {
  slowFolder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await addUsers(slowFolder, { email: ned });
  await addSlowDocuments(slowFolder);
}, timeout);
afterAll(() => rm(slowFolder, { recursive: true, force: true }));

/** A folder in which questions take long enough to be interrupted, and a gateway on it. */
async function slowWorkspace() {
  const dataFolder = await temporaryFolder();
  await cp(slowFolder, dataFolder, { recursive: true });
  const [token, nedsToken] = await Promise.all([accessToken(dataFolder), accessToken(dataFolder, '--user', ned)]);
  const start = (...args: string[]) => startGateway(dataFolder, ...args);
  const admin = (gateway: Gateway) => accountAt(gateway.url, token);
  return { dataFolder, start, admin, ned: (gateway: Gateway) => accountAt(gateway.url, nedsToken) };
}

/** Asks as often; the queries' IDs. */
const ask = (by: Account, times: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const { query } = await by.done('POST /queries', { mode: 'session', question: slowQuestion });
      return query.id;
    }),
  );

const statusesIn = async (dataFolder: string) => (await questionsIn(dataFolder)).map(({ status }) => status);
const countOf = (statuses: readonly string[], status: string) => statuses.filter((one) => one === status).length;

/** Waits until so many are being answered. */
const running = (dataFolder: string, count: number) =>
  vi.waitFor(async () => {
    expect(countOf(await statusesIn(dataFolder), 'running')).toBeGreaterThanOrEqual(count);
  }, patience);

const allAnswered = (dataFolder: string, count: number) =>
  vi.waitFor(async () => expect(await statusesIn(dataFolder)).toEqual(Array(count).fill('completed')), patience);

/** That each query was answered in its session once, and with the answer that it has. */
async function expectAnsweredOnce(dataFolder: string): Promise<void> {
  for (const { id, answers, answer_message_id } of await questionsIn(dataFolder))
    expect([id, answers, answer_message_id]).toEqual([id, 1, expect.stringMatching(/^msg_/)]);
  await expectSound(dataFolder);
}

test('questions that were acknowledged before kill -9 are each answered once after a restart', {
  timeout,
}, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const asked: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const gateway = await start();
    asked.push(...(await ask(admin(gateway), 5)));
    await running(dataFolder, 1);
    await stop(gateway.process, 'SIGKILL');
    expect(await statusesIn(dataFolder)).toContain('running');
    await expectSound(dataFolder);
  }
  const gateway = await start();
  await allAnswered(dataFolder, asked.length);
  expect((await questionsIn(dataFolder)).map(({ id }) => id).sort()).toEqual(asked.sort());
  for (const id of asked) {
    const { query } = await admin(gateway).done(`GET /queries/${id}`);
    expect(query).toMatchObject({ status: 'completed', confidence: expect.any(String) });
  }
  await expectAnsweredOnce(dataFolder);
});

test('a question whose process dies three times is given up, and those behind it are not', { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  let asked: string[] = [];
  for (let attempt = 1; attempt <= limits.questionAttempts; attempt += 1) {
    const gateway = await start();
    if (attempt === 1) asked = await ask(admin(gateway), limits.questionsAtOnce);
    const begun = async () => (await questionsIn(dataFolder)).map(({ status, attempts }) => `${status} ${attempts}`);
    await expect.poll(begun, patience).toEqual(Array(limits.questionsAtOnce).fill(`running ${attempt}`));
    await stop(gateway.process, 'SIGKILL');
  }
  const gateway = await start();
  for (const id of asked) {
    const query = await answered(admin(gateway), id);
    expect(query).toMatchObject({
      status: 'failed',
      error: { code: 'internal', detail: expect.stringContaining('3 times') },
    });
    expect(query).not.toHaveProperty('answer');
  }
  const [next] = await ask(admin(gateway), 1);
  expect((await answered(admin(gateway), next!)).status).toBe('completed');
  const answers = (await questionsIn(dataFolder)).map((query) => query.answers);
  expect(answers).toEqual([...Array(limits.questionsAtOnce).fill(0), 1]);
  await expectSound(dataFolder);
});

test('processes on one folder share the questions and answer none twice', { timeout }, async () => {
  const { dataFolder, start, admin, ned } = await slowWorkspace();
  const gateways = await Promise.all([start(), start()]);
  const host = await startHost(dataFolder);
  const perHost = 4;
  const asking = [
    ...gateways.map((gateway) => ask(admin(gateway), 6)),
    ask(ned(gateways[0]), 6),
    ...Array.from({ length: perHost }, async () => {
      const { query } = await host.done('workspace_query_ask', { question: slowQuestion, waitSeconds: 0 });
      return [query.id];
    }),
  ];
  await running(dataFolder, limits.questionsAtOnce + 1);
  const asked = (await Promise.all(asking)).flat();
  await allAnswered(dataFolder, asked.length);
  for (const { id, attempts } of await questionsIn(dataFolder)) expect([id, attempts]).toEqual([id, 1]);
  await expectAnsweredOnce(dataFolder);
  expect(host.log()).toBe('');
});

test('one process takes over what another stored and left', { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const [first, second] = await Promise.all([start(), start()]);
  await ask(admin(first), 6);
  await running(dataFolder, 1);
  await stop(first.process, 'SIGKILL');
  await allAnswered(dataFolder, 6);
  await expectAnsweredOnce(dataFolder);
  expect(second.log()).not.toMatch(/"level":[5-6]0/);
});

test('a process that was taken for dead writes nothing when it comes back', { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const [frozen, other] = await Promise.all([start(), start()]);
  const [id] = await ask(admin(frozen), 1);
  await running(dataFolder, 1);
  frozen.process.kill('SIGSTOP');
  const query = await answered(admin(other), id!);
  frozen.process.kill('SIGCONT');
  await expect.poll(async () => (await admin(frozen).call('GET /me')).status, patience).toBe(200);
  const [next] = await ask(admin(frozen), 1);
  await answered(admin(frozen), next!);
  expect(await answered(admin(frozen), id!)).toEqual(query);
  expect((await questionsIn(dataFolder)).map(({ attempts }) => attempts)).toEqual([2, 1]);
  await expectAnsweredOnce(dataFolder);
});

test(`a question may take ${limits.questionSeconds} s, during which nobody else begins it`, { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const [gateway] = await Promise.all([start('--query-seconds', '100'), start()]);
  const search = `GET /search?q=${encodeURIComponent(slowQuestion)}`;
  await admin(gateway).done(search);
  const readers = childrenOf(gateway.process.pid!);
  expect(readers.length).toBeGreaterThan(0);
  for (const reader of readers) process.kill(reader, 'SIGSTOP');
  const [id] = await ask(admin(gateway), 1);
  await expect
    .poll(async () => (await admin(gateway).done(`GET /queries/${id}`)).query, patience)
    .toMatchObject({
      status: 'failed',
      error: { code: 'invalid_request', detail: expect.stringContaining(`${limits.questionSeconds} s`) },
    });
  for (const reader of readers) process.kill(reader, 'SIGKILL');
  expect(await questionsIn(dataFolder)).toMatchObject([{ attempts: 1, answers: 0 }]);
});

test('a process that ends gives back what it has begun, as if it had not been', { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const gateway = await start();
  await ask(admin(gateway), 6);
  await running(dataFolder, limits.questionsAtOnce);
  await stop(gateway.process);
  expect(gateway.log()).not.toMatch(/"level":[5-6]0/);
  const left = (await questionsIn(dataFolder)).filter(({ status }) => status !== 'completed');
  expect(left.length).toBeGreaterThan(0);
  for (const query of left) expect(query).toMatchObject({ status: 'queued', attempts: 0, claim: null, answers: 0 });
  await expectSound(dataFolder);

  const reading = await startHost(dataFolder, '--read-only');
  const { id } = left[0]!;
  for (let look = 0; look < 6; look += 1) {
    expect((await reading.done('workspace_query_get', { queryId: id })).query.status).toBe('queued');
    await sleep(500);
  }
  const host = await startHost(dataFolder);
  await allAnswered(dataFolder, 6);
  expect(await host.done('workspace_query_get', { queryId: id })).toMatchObject({ query: { status: 'completed' } });
  await expectAnsweredOnce(dataFolder);
});

test('a host whose input ends leaves the question that it asked to others', { timeout }, async () => {
  const { dataFolder } = await slowWorkspace();
  const host = await startHost(dataFolder);
  const { query } = await host.done('workspace_query_ask', { question: slowQuestion, waitSeconds: 0 });
  await running(dataFolder, 1);
  await host.client.close();
  expect(await questionsIn(dataFolder)).toMatchObject([{ id: query.id, status: 'queued', attempts: 0 }]);
  const other = await startHost(dataFolder);
  const { query: later } = await other.done('workspace_query_get', { queryId: query.id, waitSeconds: 30 });
  expect(later.status).toBe('completed');
  await expectAnsweredOnce(dataFolder);
});

test('askers take turns: many questions of one do not hold up another', { timeout }, async () => {
  const { dataFolder, start, admin, ned } = await slowWorkspace();
  const gateway = await start();
  await ask(admin(gateway), 12);
  const [id] = await ask(ned(gateway), 1);
  await answered(ned(gateway), id!);
  await allAnswered(dataFolder, 13);
  const order = (await questionsIn(dataFolder)).sort((one, other) => one.claimed_at! - other.claimed_at!);
  expect(order.findIndex((query) => query.id === id)).toBeLessThan(12);
});

test('a question that is being answered can be cancelled, and then says nothing', { timeout }, async () => {
  const { dataFolder, start, admin } = await slowWorkspace();
  const [first, second] = await Promise.all([start(), start()]);
  const asked = await ask(admin(first), limits.questionsAtOnce);
  await running(dataFolder, limits.questionsAtOnce);
  for (const [number, id] of asked.entries()) {
    const gateway = number % 2 === 0 ? first : second;
    const { query } = await admin(gateway).done(`POST /queries/${id}/cancel`);
    expect(query).toMatchObject({ id, status: 'cancelled' });
  }
  const [next] = await ask(admin(first), 1);
  await answered(admin(first), next!);
  const answers = (await questionsIn(dataFolder)).map(({ status, answers }) => `${status} ${answers}`);
  expect(answers).toEqual([...Array(limits.questionsAtOnce).fill('cancelled 0'), 'completed 1']);
  await expectSound(dataFolder);
});
