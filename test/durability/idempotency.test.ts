import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { startHost } from '../support/hosts.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { artifactsOf, filesOf } from '../support/readers.ts';
import { accountAt, type Reply } from '../support/rest.ts';

type Send = (request: string, body: unknown) => Promise<Reply>;

/** A gateway of this folder, and requests to it that all carry one key. */
async function start(dataFolder: string, token: string) {
  const gateway = await startGateway(dataFolder);
  const { call } = accountAt(gateway.url, token);
  const send: Send = (request, body) => call(request, body, { 'idempotency-key': 'one-key' });
  return { send, kill: () => gateway.process.kill('SIGKILL') };
}

const document = { kind: 'markdown', title: 'Once', content: 'only once' };

function upload(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['only once']), 'once.bin');
  return form;
}

const requests: [what: string, request: string, body: () => unknown][] = [
  ['a new document', 'POST /artifacts', () => document],
  ['an upload', 'POST /files', upload],
  ['a new channel', 'POST /channels', () => ({ name: 'Once' })],
  ['a new session', 'POST /sessions', () => ({ title: 'Once' })],
];

test('a request that was acknowledged before kill -9 is replayed after the restart and done once', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const before = await start(dataFolder, token);
  const first = await Promise.all(requests.map(([, request, body]) => before.send(request, body())));
  expect(first.map(({ status }) => status)).toEqual(requests.map(() => 201));
  before.kill();

  const after = await start(dataFolder, token);
  for (const [index, [what, request, body]] of requests.entries()) {
    const again = await after.send(request, body());
    expect([what, again.status, again.headers.get('idempotency-replayed')]).toEqual([what, 201, 'true']);
    expect(again.body).toEqual(first[index]!.body);
  }
  const changed = await after.send('POST /artifacts', { ...document, content: 'something else' });
  expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('an update is replayed after the restart although the version that it cites is no longer current', async () => {
  const dataFolder = await temporaryFolder();
  const first = await startHost(dataFolder);
  const { artifact } = await first.done('workspace_artifact_create', document);
  const change = {
    artifactId: artifact.id,
    expectedVersionId: artifact.versionId,
    content: 'changed',
    idempotencyKey: 'k',
  };
  const updated = await first.done('workspace_artifact_update', change);
  process.kill(first.transport.pid!, 'SIGKILL');

  const second = await startHost(dataFolder);
  expect(await second.done('workspace_artifact_update', change)).toEqual(updated);
  const later = { ...change, idempotencyKey: 'another' };
  expect((await second.call('workspace_artifact_update', later)).problem?.code).toBe('version_conflict');
});

test('requests whose answer kill -9 swallowed are done exactly once when they are sent again', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const sendAll = async (url: string, answered: () => void) => {
    const { call } = accountAt(url, token);
    const sent = numbers.map(async (number) => {
      const body = { ...document, title: `Once ${number}`, idempotencyKey: `key-${number}` };
      const { status } = await call('POST /artifacts', body);
      answered();
      return status;
    });
    return Promise.allSettled(sent);
  };

  const before = await startGateway(dataFolder);
  const outcomes = await sendAll(before.url, () => before.process.kill('SIGKILL'));
  expect(outcomes.map(({ status }) => status)).toContain('rejected');
  const after = await startGateway(dataFolder);
  const again = await sendAll(after.url, () => {});
  expect(again).toEqual(numbers.map(() => ({ status: 'fulfilled', value: 201 })));

  const host = await startHost(dataFolder);
  expect((await artifactsOf(host)).sort()).toEqual(numbers.map((number) => `Once ${number}: only once`).sort());
  expect(await filesOf(host)).toEqual([]);
  await expectSound(dataFolder);
});
