import { expect, test } from 'vitest';
import type { FeedItem } from '../../schemas/feed.ts';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { patience } from '../support/patience.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { rowsIn } from '../support/storage.ts';

const channelCount = 2 * limits.feedsAtOnce + 10;

const idempotencyKey = () => crypto.randomUUID();

/** A gateway, and the IDs of many channels that one document is attached to. */
async function attachedDocument(dataFolder: string) {
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  const account = accountAt(gateway.url, token);
  const first = (
    await account.done('POST /artifacts', { kind: 'markdown', title: 'v1', content: '', idempotencyKey: 'new' })
  ).artifact;
  const channels: string[] = [];
  for (let number = 0; number < channelCount; number += 1) channels.push(await newChannel(account, `c${number}`));
  for (const channel of channels) await attach(account, first.id, channel);
  return { account, token, gateway, first, channels };
}

const newChannel = async (account: Account, name: string): Promise<string> =>
  (await account.done('POST /channels', { name })).channel.id;

const attach = (account: Account, id: string, targetId: string) =>
  account.done(`POST /artifacts/${id}/links`, { targetType: 'channel', targetId });

const updated = async (account: Account, { id, versionId }: { id: string; versionId: string }, title: string) =>
  (
    await account.done(`PATCH /artifacts/${id}`, {
      expectedVersionId: versionId,
      title,
      idempotencyKey: idempotencyKey(),
    })
  ).artifact;

const titles = async (account: Account, channel: string): Promise<string[]> =>
  (await account.done(`GET /channels/${channel}/feed`)).items.map((item: FeedItem) =>
    item.type === 'artifact' ? item.artifact.title : item.type,
  );

test('a version is in the feeds of all channels that its artifact is attached to', async () => {
  const dataFolder = await temporaryFolder();
  const { account, first, channels } = await attachedDocument(dataFolder);
  const detached = channels.pop()!;
  await account.done(`DELETE /artifacts/${first.id}/links?targetType=channel&targetId=${detached}`);
  const second = await updated(account, first, 'v2');
  const late = await newChannel(account, 'late');
  await attach(account, first.id, late);
  await updated(account, second, 'v3');

  for (const channel of channels) expect(await titles(account, channel)).toEqual(['v3', 'v2', 'v1']);
  expect(await titles(account, late)).toEqual(['v3', 'v2']);
  expect(await titles(account, detached)).toEqual([]);
  await expectSound(dataFolder);
});

test('a process shows a version in the feeds that a killed one left out', async () => {
  const dataFolder = await temporaryFolder();
  const { account, token, gateway, first, channels } = await attachedDocument(dataFolder);
  const { versionId } = await updated(account, first, 'v2');
  await stop(gateway.process);
  const shownTo = channels[limits.feedsAtOnce]!;
  await rowsIn(dataFolder, 'delete from feed_items where version_id = ? and channel_id > ?', versionId, shownTo);
  await rowsIn(dataFolder, 'insert into unshown_versions (version_id, shown_to) values (?, ?)', versionId, shownTo);

  const next = accountAt((await startGateway(dataFolder)).url, token);
  await expect.poll(() => titles(next, channels.at(-1)!), patience).toEqual(['v2', 'v1']);
  for (const channel of channels) expect(await titles(next, channel)).toEqual(['v2', 'v1']);
  await expectSound(dataFolder);
});
