import { beforeAll, expect, test } from 'vitest';
import type { ActivityItem } from '../../schemas/activity.ts';
import { limits } from '../../schemas/limits.ts';
import { follow } from '../support/activity.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();
const rita = () => people.as('rita');

/** More changes of one kind, by one person, than one statement passes over, between a few of others. */
beforeAll(async () => {
  const mia = people.as('mia');
  const { dataSet } = await mia.done('POST /channels/board/data-sets', { name: 'Deals', fields: [] });
  const { objectTypeId } = dataSet;
  const create = Array.from({ length: 1_000 }, (_, number) => ({ title: `Deal ${number}` }));
  for (let passed = 0; passed <= limits.activityPassed; passed += create.length) {
    await people.as('will').done('POST /channels/board/posts', { body: `Post ${passed}`, clientApp: 'codex' });
    const document = { kind: 'markdown', title: 'Plan', content: '# Plan', idempotencyKey: crypto.randomUUID() };
    const { artifact } = await people.as('will').done('POST /artifacts', document);
    for (const targetId of ['news', 'board'])
      await people.as('will').done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId });
    await people.as('lea').done('POST /channels', { name: `Elsewhere ${passed}` });
    await mia.done('POST /channels/board/records/batch', { objectTypeId, create });
  }
});

const shown = (items: readonly ActivityItem[]) => items.map(({ at, id, action }) => `${at} ${action} ${id}`);

test('filters leave the same as a look at every change, in both orders and in pages of any size', async () => {
  const { items } = await follow(rita());
  expect(items.length).toBeGreaterThan(limits.activityPassed);
  const willId = people.idOf('will');
  const filters: [Record<string, string>, (item: ActivityItem) => boolean][] = [
    [{ types: '["artifact","post"]' }, ({ type }) => type === 'artifact' || type === 'post'],
    [{ actorId: willId }, ({ actor }) => actor.id === willId],
    [{ agent: 'codex' }, ({ via }) => via.agent?.name === 'codex'],
    [{ isAgent: 'true', types: '["post"]', actorId: willId }, ({ type }) => type === 'post'],
    [{ agent: 'nobody' }, () => false],
    [{ types: '["session"]' }, () => false],
  ];
  for (const [given, isLeft] of filters) {
    const left = shown(items.filter(isLeft));
    expect(shown((await follow(rita(), given)).items)).toEqual(left);
    expect(shown((await follow(rita(), { ...given, order: 'newest' })).items)).toEqual(left.toReversed());
  }
  const posts = shown(items.filter(({ type }) => type === 'post'));
  expect(shown((await follow(rita(), { types: '["post"]', channelId: 'board' }, 2)).items)).toEqual(posts);
});

test('a filter that fits nothing answers the end, behind which what comes is found', async () => {
  const filters = { types: '["post"]', actorId: people.idOf('rita') };
  const { items, nextCursor } = await follow(rita(), filters);
  expect(items).toEqual([]);
  await people.as('will').done('POST /channels/board/posts', { body: 'Of another' });
  expect((await follow(rita(), { ...filters, after: nextCursor })).items).toEqual([]);
  const [newest] = (await follow(rita(), { types: '["post"]', order: 'newest' }, 1)).items;
  expect(newest).toMatchObject({ type: 'post', actor: { id: people.idOf('will') } });
});
