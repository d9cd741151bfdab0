import { expect, test } from 'vitest';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { multiply } from '../trust/fairness/cases/rows.ts';

const gateway = sharedGateway();

const shown = async (id: string) => {
  const { items } = await gateway.admin.done('GET /channels/general/feed?limit=100');
  return items.filter((item) => item.type === 'artifact' && item.artifact.id === id).length;
};

/** A document whose every version is in the feed of a channel. */
async function longInFeed(): Promise<string> {
  const document = { kind: 'markdown', title: 'Often', content: 'Often', idempotencyKey: crypto.randomUUID() };
  const { artifact } = await gateway.admin.done('POST /artifacts', document);
  await gateway.admin.done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: 'general' });
  await inStorage(gateway.dataFolder, async (tx) => {
    const [item] = await tx.selectFrom('feed_items').select('id').where('subject_id', '=', artifact.id).execute();
    await multiply(tx, 'feed_items', ['id'], item!.id, 20_000);
  });
  expect(await shown(artifact.id)).toBe(100);
  return artifact.id;
}

test('a document with many versions leaves a feed whole, once for each key, also when asked for twice at once', async () => {
  const id = await longInFeed();
  const target = { targetType: 'channel', targetId: 'general', idempotencyKey: 'leave' };
  const detach = () => gateway.admin.call(`DELETE /artifacts/${id}/links`, target);
  const answers = await Promise.all([detach(), detach(), detach()]);
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { detached: true }]));
  expect(await shown(id)).toBe(0);
  expect((await gateway.admin.done(`GET /artifacts/${id}`)).artifact.links).toEqual([]);
  expect((await detach()).body).toEqual({ detached: true });
});
