import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedGateway } from '../support/rest.ts';
import { answeredDuring } from '../support/turns.ts';

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

const updateStale = () =>
  mia().call(`PATCH /artifacts/${stale.id}`, withKey({ expectedVersionId: stale.versionId, content: 'x' }));

test('others are answered while two long texts are compared', async () => {
  const refused = updateStale();
  expect(await answeredDuring(will(), refused)).toBeGreaterThan(3);
  expect((await refused).status).toBe(409);
});

test('others are answered while many comparisons of one user wait', async () => {
  const refused = Promise.all(Array.from({ length: 20 }, updateStale));
  expect(await answeredDuring(will(), refused)).toBeGreaterThan(60);
  expect((await refused).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 409));
});

test('what somebody asks for goes before what they have asked for already, where that is long', async () => {
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
  const asked = Promise.all(Array.from({ length: 100 }, () => mia().done('POST /queries', query)));
  expect(await answeredDuring(mia(), asked)).toBeGreaterThan(20);
});

test('others are answered while a long text is edited, also by what is hard to find in it', async () => {
  const hard = `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`;
  const { id, versionId } = await document(`${'a'.repeat(1_400_000)}${hard}`);
  const edits = Array.from({ length: limits.edits }, () => ({ oldText: hard, newText: hard }));
  const edited = mia().call(`PATCH /artifacts/${id}`, withKey({ expectedVersionId: versionId, edits }));
  expect(await answeredDuring(will(), edited)).toBeGreaterThan(3);
  expect((await edited).body.artifact.versionNumber).toBe(2);
});

test('others are answered between the messages of a batch', async () => {
  const input = { artifactId: stale.id, expectedVersionId: stale.versionId, content: 'x' };
  const call = { method: 'tools/call', params: { name: 'workspace_artifact_update', arguments: input } };
  const batch = Array.from({ length: 10 }, (_, id) => ({ jsonrpc: '2.0', id, ...call }));
  const sent = fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mia().token}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });
  expect(await answeredDuring(will(), sent)).toBeGreaterThan(30);
  const answers = (await (await sent).json()) as { result: { isError: boolean } }[];
  expect(answers.map(({ result }) => result.isError)).toEqual(batch.map(() => true));
});
