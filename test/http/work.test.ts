import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { samples, uploadSample } from '../support/documents.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, runWorkspace, startGateway, startWorker, stop, temporaryFolder } from '../support/product.ts';
import { questionsIn, session, word } from '../support/questions.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Account, accountAt, replyOf } from '../support/rest.ts';
import { addedSource, csvFile, lastTried, rowsOf } from '../support/sources.ts';

/** Longer than any of the work waits where a process does it. */
const longEnough = () => sleep(8_000);

/** One thing of each kind that is left to the background, and how far all of them are. */
async function workFor(dataFolder: string, account: Account, receiver: Receiver) {
  const [sample] = samples;
  const file = await csvFile('Id', 'a');
  const source = await addedSource(dataFolder, '--name', 'Guests', '--csv', file.path, '--key', 'Id');
  await account.done('POST /me/webhooks', { url: receiver.url, types: ['post'] });
  await file.write('Id', 'a', 'b');
  await lastTried(dataFolder, source, 60);
  await account.done('POST /channels/general/posts', { body: 'said' });
  await account.done('POST /queries', session('How many guests are there?'));
  await uploadSample(account, sample!);
  const last = word();
  const content = `${'A line of a long text.\n'.repeat(20_000)}${last}`;
  await account.done('POST /artifacts', { kind: 'markdown', title: 'Long', content, idempotencyKey: last });
  const found = async (q: string) => (await account.done(`GET /search?q=${q}`)).results.length;
  return async () => ({
    question: (await questionsIn(dataFolder)).map(({ status }) => status),
    records: (await rowsOf(account, source)).length,
    deliveries: receiver.deliveries.length,
    found: [await found(last), await found(sample!.word)],
  });
}

test('a gateway with --no-work only answers, and "workspace work" does the rest', async () => {
  const dataFolder = await temporaryFolder();
  const receiver = await startReceiver();
  const settings = ['--webhook-hosts', receiver.host];
  const gateway = await startGateway(dataFolder, '--no-work', ...settings);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const state = await workFor(dataFolder, account, receiver);
  await longEnough();
  expect(await state()).toEqual({ question: ['queued'], records: 1, deliveries: 0, found: [0, 0] });
  await startWorker(dataFolder, ...settings);
  await expect.poll(state, patience).toEqual({ question: ['completed'], records: 2, deliveries: 1, found: [1, 1] });
  await receiver.close();
});

test('"workspace work" answers whether it is well, and nothing else', async () => {
  const dataFolder = await temporaryFolder();
  const worker = await startWorker(dataFolder);
  for (const path of ['/health', '/ready']) expect((await fetch(worker.url + path)).status).toBe(200);
  expect((await fetch(`${worker.url}/ready`, { method: 'POST' })).status).toBe(405);
  const token = await accessToken(dataFolder);
  for (const path of ['/', '/mcp', '/api/workspace/me', '/api/workspace/openapi.json', '/oauth/authorize', '/help'])
    expectProblem(
      await replyOf(await fetch(worker.url + path, { headers: { authorization: `Bearer ${token}` } })),
      'not_found',
    );
  await stop(worker.process);
  expect(worker.process.exitCode).toBe(0);
});

test('"workspace work" ends when its port is in use, and says so', async () => {
  const dataFolder = await temporaryFolder();
  const { port } = new URL((await startGateway(dataFolder)).url);
  const { status, stderr } = await runWorkspace('work', '--data', dataFolder, '--port', port);
  expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^[^\\n]*${port}[^\\n]*--port[^\\n]*\\n$`))]);
});
