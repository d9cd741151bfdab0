import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { startHost } from '../support/hosts.ts';
import { answers, scriptedModel } from '../support/models.ts';
import { childrenOf } from '../support/processes.ts';
import { accessToken, type Gateway, startGateway, stop, temporaryFolder } from '../support/product.ts';
import {
  answered,
  claimedUntil,
  commonWords,
  keepClaims,
  newCommonDocument,
  questionsIn,
} from '../support/questions.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

const patience = { timeout: 60_000, interval: 100 };
const ned = 'ned@workspace.test';

/** The model that the operator has configured: it lets questions wait for as long as a test wants. */
const model = scriptedModel();

function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  model.follow(async () => {
    await promise;
    return answers({ text: 'Nothing.', confidence: 'none' });
  });
  return resolve;
}

/** A folder, and gateways on it whose model answers when it is released; without that model they answer at once. */
async function heldWorkspace() {
  const release = holdAnswers();
  const dataFolder = await temporaryFolder();
  await addUsers(dataFolder, { email: ned });
  const [token, nedsToken] = await Promise.all([accessToken(dataFolder), accessToken(dataFolder, '--user', ned)]);
  const held = ['--model', 'held', '--model-url', model.url];
  return {
    dataFolder,
    release,
    startHeld: () => startGateway(dataFolder, ...held),
    start: (...args: string[]) => startGateway(dataFolder, ...args),
    startHeldHost: () => startHost(dataFolder, ...held),
    admin: ({ url }: Gateway) => accountAt(url, token),
    ned: ({ url }: Gateway) => accountAt(url, nedsToken),
  };
}

const ask = async (by: Account): Promise<string> => {
  const { query } = await by.done('POST /queries', { mode: 'session', question: 'How many?' });
  return query.id;
};
const askOften = (by: Account, times: number) => Promise.all(Array.from({ length: times }, () => ask(by)));

const statusesIn = async (dataFolder: string) => (await questionsIn(dataFolder)).map(({ status }) => status);

/** Waits until this many are being answered. */
const running = (dataFolder: string, count: number) =>
  vi.waitFor(async () => {
    const statuses = await statusesIn(dataFolder);
    expect(statuses.filter((status) => status === 'running')).toHaveLength(count);
  }, patience);

const allAnswered = (dataFolder: string, count: number) =>
  vi.waitFor(async () => expect(await statusesIn(dataFolder)).toEqual(Array(count).fill('completed')), patience);

/** Expects that each query has exactly one answer in its session, the one that it names. */
async function expectAnsweredOnce(dataFolder: string): Promise<void> {
  for (const { id, answers, answer_message_id } of await questionsIn(dataFolder))
    expect([id, answers, answer_message_id]).toEqual([id, 1, expect.stringMatching(/^msg_/)]);
  await expectSound(dataFolder);
}

const noErrors = (gateway: Gateway) => expect(gateway.log()).not.toMatch(/"level":[5-6]0/);

test('questions that are being answered at kill -9, and those behind them, are each answered once', async () => {
  const { dataFolder, start, startHeld, admin } = await heldWorkspace();
  const killed = await startHeld();
  const asked = await askOften(admin(killed), 6);
  await running(dataFolder, limits.questionsAtOnce);
  await stop(killed.process, 'SIGKILL');
  await expectSound(dataFolder);
  const gateway = await start();
  await allAnswered(dataFolder, asked.length);
  expect((await questionsIn(dataFolder)).map(({ id }) => id).sort()).toEqual(asked.sort());
  for (const id of asked) {
    const { query } = await admin(gateway).done(`GET /queries/${id}`);
    expect(query).toMatchObject({ status: 'completed', answer: expect.any(String) });
  }
  await expectAnsweredOnce(dataFolder);
});

/** Asks without a pause until the gateway has acknowledged this many, and is killed. */
async function askUntilDead(gateway: Gateway, by: Account, last: number): Promise<string[]> {
  const asked: string[] = [];
  const stream = async (): Promise<never> => {
    for (;;) {
      asked.push(await ask(by));
      if (asked.length === last) gateway.process.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 4 }, stream));
  await stop(gateway.process, 'SIGKILL');
  return asked;
}

test('whatever a gateway was at when it was killed, what it acknowledged is answered, and nothing twice', async () => {
  const { dataFolder, start, admin } = await heldWorkspace();
  const asked: string[] = [];
  for (const last of [1, 3, 6, 10, 15]) {
    const gateway = await start();
    asked.push(...(await askUntilDead(gateway, admin(gateway), last)));
    await expectSound(dataFolder);
  }
  await start();
  await vi.waitFor(async () => expect(new Set(await statusesIn(dataFolder))).toEqual(new Set(['completed'])), patience);
  const known = new Set((await questionsIn(dataFolder)).map(({ id }) => id));
  expect(asked.filter((id) => !known.has(id))).toEqual([]);
  await expectAnsweredOnce(dataFolder);
});

test('a question whose process dies three times is given up, and those behind it are not', async () => {
  const { dataFolder, start, startHeld, admin } = await heldWorkspace();
  let asked: string[] = [];
  for (let attempt = 1; attempt <= limits.questionAttempts; attempt += 1) {
    const gateway = await startHeld();
    if (attempt === 1) asked = await askOften(admin(gateway), 2);
    const begun = async () => (await questionsIn(dataFolder)).map(({ status, attempts }) => `${status} ${attempts}`);
    await expect.poll(begun, patience).toEqual([`running ${attempt}`, `running ${attempt}`]);
    await stop(gateway.process, 'SIGKILL');
  }
  const gateway = await start();
  asked.push(await ask(admin(gateway)));
  const error = { code: 'internal', detail: expect.stringContaining(`${limits.questionAttempts} times`) };
  for (const id of asked.slice(0, 2)) {
    const query = await answered(admin(gateway), id, patience);
    expect(query).toMatchObject({ status: 'failed', error });
    expect(query).not.toHaveProperty('answer');
  }
  expect(await answered(admin(gateway), asked[2]!)).toMatchObject({ status: 'completed' });
  expect((await questionsIn(dataFolder)).map((query) => query.answers)).toEqual([0, 0, 1]);
  await expectSound(dataFolder);
});

test('processes on one folder share the questions and answer none twice', async () => {
  const { dataFolder, startHeld, startHeldHost, admin, ned, release } = await heldWorkspace();
  const [one, other, host] = await Promise.all([startHeld(), startHeld(), startHeldHost()]);
  await Promise.all([askOften(admin(one), 8), askOften(admin(other), 8), askOften(ned(one), 8)]);
  await host.done('workspace_query_ask', { question: 'How many?', waitSeconds: 0 });
  const count = 25;
  await running(dataFolder, 3 * limits.questionsAtOnce);
  await vi.waitFor(() => expect(model.asked).toHaveLength(3 * limits.questionsAtOnce), patience);
  release();
  await allAnswered(dataFolder, count);
  expect(model.asked).toHaveLength(count);
  for (const { id, attempts } of await questionsIn(dataFolder)) expect([id, attempts]).toEqual([id, 1]);
  await expectAnsweredOnce(dataFolder);
  for (const gateway of [one, other]) noErrors(gateway);
  expect(host.log()).toBe('');
});

test('one process takes over what another has left behind', async () => {
  const { dataFolder, start, startHeld, admin } = await heldWorkspace();
  const [left, other] = await Promise.all([startHeld(), startHeld()]);
  await askOften(admin(left), 10);
  await running(dataFolder, 2 * limits.questionsAtOnce);
  await stop(left.process, 'SIGKILL');
  await stop(other.process, 'SIGKILL');
  const taking = await start();
  await allAnswered(dataFolder, 10);
  await expectAnsweredOnce(dataFolder);
  noErrors(taking);
});

test('a process that was taken for dead writes nothing when it comes back', async () => {
  const { dataFolder, startHeld, admin } = await heldWorkspace();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  model.follow(
    async () => {
      await first.promise;
      return answers({ text: 'First.', confidence: 'none' });
    },
    async () => {
      await second.promise;
      return answers({ text: 'Second.', confidence: 'none' });
    },
  );
  const frozen = await startHeld();
  const id = await ask(admin(frozen));
  await vi.waitFor(() => expect(model.asked).toHaveLength(1), patience);
  frozen.process.kill('SIGSTOP');
  first.resolve();
  const other = await startHeld();
  await vi.waitFor(() => expect(model.asked).toHaveLength(2), patience);
  frozen.process.kill('SIGCONT');
  await expect.poll(async () => (await admin(frozen).call('GET /me')).status, patience).toBe(200);
  expect((await admin(frozen).done(`GET /queries/${id}`)).query).toMatchObject({ status: 'running' });
  second.resolve();
  expect(await answered(admin(other), id)).toMatchObject({ status: 'completed', answer: 'Second.' });
  expect(await questionsIn(dataFolder)).toMatchObject([{ attempts: 2 }]);
  await expectAnsweredOnce(dataFolder);
  for (const gateway of [frozen, other]) noErrors(gateway);
});

test('an answer to a question that another process has taken over is not written', async () => {
  const { dataFolder, startHeld, admin, release } = await heldWorkspace();
  const gateway = await startHeld();
  const id = await ask(admin(gateway));
  await running(dataFolder, 1);
  const stop = keepClaims(dataFolder);
  onTestFinished(async () => void (await stop()));
  const elsewhere = { claim: 'elsewhere', claimed_until: claimedUntil() };
  await inStorage(dataFolder, (tx) => tx.updateTable('queries').set(elsewhere).where('id', '=', id).execute());
  release();
  await answered(admin(gateway), await ask(admin(gateway)));
  const [taken] = await questionsIn(dataFolder);
  expect(taken).toMatchObject({ id, status: 'running', claim: 'elsewhere', answers: 0 });
  await expectSound(dataFolder);
});

test(`a question may take ${limits.questionSeconds} s, during which nobody else begins it`, async () => {
  const { dataFolder, start, admin } = await heldWorkspace();
  const [gateway] = await Promise.all([start('--query-seconds', '100'), start()]);
  await newCommonDocument(admin(gateway), dataFolder);
  await admin(gateway).done(`GET /search?q=${encodeURIComponent(commonWords)}`);
  const readers = childrenOf(gateway.process.pid!);
  expect(readers.length).toBeGreaterThan(0);
  for (const reader of readers) process.kill(reader, 'SIGSTOP');
  const question = { mode: 'session', question: commonWords };
  const { query } = await admin(gateway).done('POST /queries', question);
  expect(await answered(admin(gateway), query.id, { ...patience, interval: 1_000 })).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_request', detail: expect.stringContaining(`${limits.questionSeconds} s`) },
  });
  for (const reader of readers) process.kill(reader, 'SIGKILL');
  expect(await questionsIn(dataFolder)).toMatchObject([{ attempts: 1, answers: 0 }]);
});

test('a process that ends gives back what it has begun, as if it had not been', async () => {
  const { dataFolder, startHeld, admin } = await heldWorkspace();
  const gateway = await startHeld();
  const [first] = await askOften(admin(gateway), 6);
  await running(dataFolder, limits.questionsAtOnce);
  await stop(gateway.process);
  noErrors(gateway);
  for (const query of await questionsIn(dataFolder))
    expect(query).toMatchObject({ status: 'queued', attempts: 0, claim: null, answers: 0 });
  await expectSound(dataFolder);

  const reading = await startHost(dataFolder, '--read-only');
  for (let look = 0; look < 6; look += 1) {
    expect((await reading.done('workspace_query_get', { queryId: first })).query.status).toBe('queued');
    await sleep(500);
  }
  const host = await startHost(dataFolder);
  await allAnswered(dataFolder, 6);
  expect((await host.done('workspace_query_get', { queryId: first })).query.status).toBe('completed');
  await expectAnsweredOnce(dataFolder);
});

test('a host whose input ends leaves the question that it asked to others', async () => {
  const { dataFolder, startHeldHost } = await heldWorkspace();
  const host = await startHeldHost();
  const asking = host.client.callTool({ name: 'workspace_query_ask', arguments: { question: 'How many?' } });
  const cutOff = asking.catch(() => 'cut off');
  await running(dataFolder, 1);
  await host.client.close();
  expect(await cutOff).toBe('cut off');
  await vi.waitFor(async () => {
    expect(await questionsIn(dataFolder)).toMatchObject([{ status: 'queued', attempts: 0 }]);
  }, patience);
  await startHost(dataFolder);
  await allAnswered(dataFolder, 1);
  await expectAnsweredOnce(dataFolder);
});

test('askers take turns: many questions of one do not hold up another', async () => {
  const { dataFolder, startHeld, admin, ned, release } = await heldWorkspace();
  const gateway = await startHeld();
  await askOften(admin(gateway), 12);
  await running(dataFolder, limits.questionsAtOnce);
  const id = await ask(ned(gateway));
  release();
  await allAnswered(dataFolder, 13);
  const order = (await questionsIn(dataFolder)).sort((one, other) => one.claimed_at! - other.claimed_at!);
  const place = order.findIndex((query) => query.claimed_at === order.find((one) => one.id === id)!.claimed_at);
  expect(place).toBe(limits.questionsAtOnce);
});

test('a question that is being answered can be cancelled, and then says nothing', async () => {
  const { dataFolder, startHeld, admin, release } = await heldWorkspace();
  const [one, other] = await Promise.all([startHeld(), startHeld()]);
  const asked = await askOften(admin(one), limits.questionsAtOnce);
  await running(dataFolder, limits.questionsAtOnce);
  for (const [number, id] of asked.entries()) {
    const { query } = await admin(number % 2 === 0 ? one : other).done(`POST /queries/${id}/cancel`);
    expect(query).toMatchObject({ id, status: 'cancelled' });
  }
  release();
  await answered(admin(one), await ask(admin(one)));
  const ends = (await questionsIn(dataFolder)).map(({ status, answers }) => `${status} ${answers}`);
  expect(ends).toEqual([...Array(limits.questionsAtOnce).fill('cancelled 0'), 'completed 1']);
  await expectSound(dataFolder);
  for (const gateway of [one, other]) noErrors(gateway);
});

test(`an answer takes notice of the last ${limits.earlierMessages} messages of the conversation`, async () => {
  const { startHeld, admin, release } = await heldWorkspace();
  release();
  const by = admin(await startHeld());
  const { session } = await by.done('POST /sessions', {});
  const rounds = limits.earlierMessages / 2 + 2;
  for (let round = 1; round <= rounds; round += 1) {
    const { query } = await by.done(`POST /sessions/${session.id}/messages`, { body: `Question ${round}?` });
    await answered(by, query.id);
  }
  const told = model.asked.slice(-2).map(({ text }) => text);
  expect(told.map((text) => text.includes('Question 1?'))).toEqual([true, false]);
  for (const text of told) expect(text).toContain('user: Question 2?\n\nassistant: Nothing.');
});
