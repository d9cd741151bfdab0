import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { isOnServer } from '../support/of-the-folder.ts';
import { type Account, sharedGateway } from '../support/rest.ts';
import { orderOfAnswers, requestOf } from '../support/turns.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' }, { email: 'will@workspace.test' });

const lines = (count: number, text: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => `${text(number)}\n`).join('');

/** Two texts that have much in common, and more changes than are looked for. */
const before = lines(99_000, (number) => (number % 3 ? 'x' : `${number}`));
const after = lines(99_000, (number) => (number % 5 ? 'x' : `${number}`));

let key = 0;
const withKey = (input: object) => ({ ...input, idempotencyKey: `turns-${(key += 1)}` });
const mia = () => gateway.as('mia@workspace.test');
const will = () => gateway.as('will@workspace.test');

async function document(content: string) {
  const { artifact } = await mia().done('POST /artifacts', withKey({ kind: 'markdown', title: 'Long', content }));
  return artifact;
}

let stale: { id: string; versionId: string };
beforeAll(async () => {
  stale = await document(before);
  await mia().done(`PATCH /artifacts/${stale.id}`, withKey({ expectedVersionId: stale.versionId, content: after }));
});

const updateStale = () => {
  const input = withKey({ expectedVersionId: stale.versionId, content: 'x' });
  return requestOf(mia(), `PATCH /api/workspace/artifacts/${stale.id}`, input);
};

/** Short requests of a user, one behind the other. They are fewer on a server, where each waits for answers meanwhile. */
const reads = (account: Account, count: number) => ({
  name: 'read' as const,
  requests: Array.from({ length: isOnServer ? Math.ceil(count / 4) : count }, () =>
    requestOf(account, 'GET /api/workspace/me'),
  ),
});
const long = (request: string) => ({ name: 'long' as const, requests: [request] });
const many = (count: number, request: () => string) => Array.from({ length: count }, () => long(request()));

test('others are answered while two long texts are compared', async () => {
  const order = await orderOfAnswers(gateway, long(updateStale()), reads(will(), 2));
  expect(order.at(-1)).toBe('long');
});

test('others are answered while many comparisons of one user wait', async () => {
  const order = await orderOfAnswers(gateway, ...many(20, updateStale), reads(will(), 50));
  expect(order.at(-1)).toBe('long');
});

test('a new request goes before earlier long work of the same user', async () => {
  const choices = Array.from({ length: limits.choices }, (_, number) => ({ key: `choice-${number}` }));
  const fields = [{ key: 'labels', type: 'multi_select', options: { choices } }];
  const { channel } = await mia().done('POST /channels', { name: 'Labels' });
  const { dataSet } = await mia().done(`POST /channels/${channel.id}/data-sets`, { name: 'Labelled', fields });
  const value = choices.slice(0, limits.inValues).map((choice) => choice.key);
  const filters = Array.from({ length: limits.conditions }, () => ({ field: 'labels', operator: 'has_any_of', value }));
  const query = {
    mode: 'deterministic',
    operation: 'records',
    channelId: channel.id,
    objectTypeId: dataSet.objectTypeId,
    filters,
  };
  const queries = many(100, () => requestOf(mia(), 'POST /api/workspace/queries', query));
  const order = await orderOfAnswers(gateway, ...queries, reads(mia(), 1));
  expect(order.at(-1)).toBe('long');
});

test('others are answered while a long text is edited, also by what is hard to find in it', async () => {
  const hard = `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`;
  const { id, versionId } = await document(`${'a'.repeat(1_400_000)}${hard}`);
  const edits = Array.from({ length: limits.edits }, () => ({ oldText: hard, newText: hard }));
  const input = withKey({ expectedVersionId: versionId, edits });
  const edit = requestOf(mia(), `PATCH /api/workspace/artifacts/${id}`, input);
  const order = await orderOfAnswers(gateway, long(edit), reads(will(), 40));
  expect(order.at(-1)).toBe('long');
  expect((await mia().done(`GET /artifacts/${id}`)).artifact.versionNumber).toBe(2);
});

test('others are answered between the messages of a batch', async () => {
  const input = { artifactId: stale.id, expectedVersionId: stale.versionId, content: 'x' };
  const call = { method: 'tools/call', params: { name: 'workspace_artifact_update', arguments: input } };
  const batch = Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, ...call }));
  const order = await orderOfAnswers(gateway, long(requestOf(mia(), 'POST /mcp', batch)), reads(will(), 30));
  expect(order.at(-1)).toBe('long');
});

test('long bodies of a user wait for one another, and one that is taken back while it waits leaves its place', async () => {
  const { channel } = await mia().done('POST /channels', { name: 'Long posts' });
  const takenBack = new AbortController();
  const send = (number: number) =>
    fetch(`${gateway.url}/api/workspace/channels/${channel.id}/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mia().token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'x'.repeat(limits.body) }),
      ...(number % 2 && { signal: takenBack.signal }),
    });
  const sent = Array.from({ length: 40 }, (_, number) => send(number));
  await sent[0];
  takenBack.abort();
  const answers = await Promise.allSettled(sent);
  const kept = answers.filter((_, number) => number % 2 === 0);
  expect(kept.map((answer) => answer.status === 'fulfilled' && answer.value.status)).toEqual(kept.map(() => 201));
  expect((await send(0)).status).toBe(201);
});
