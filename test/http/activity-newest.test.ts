import { expect, test } from 'vitest';
import type { ActivityItem } from '../../schemas/activity.ts';
import { follow } from '../support/activity.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();

/** All changes from the newest to the oldest, page by page. */
const backward = (limit: number, filters: Readonly<Record<string, string>> = {}) =>
  follow(people.as('rita'), { order: 'newest', ...filters }, limit);

const posted = async (body: string, clientApp?: string) =>
  (await people.as('mia').done('POST /channels/board/posts', { body, ...(clientApp && { clientApp }) })).post.id;

test('the newest changes come first, and pages of any size lead to the oldest', async () => {
  for (let count = 0; count < 5; count += 1) await posted(`Post ${count}`);
  const { artifact } = await people.as('will').done('POST /artifacts', {
    kind: 'markdown',
    title: 'Plan',
    content: '# Plan',
    channelId: 'board',
    idempotencyKey: 'plan',
  });
  await people.as('will').done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: 'news' });
  const forward = (await follow(people.as('rita'))).items;
  expect(forward.length).toBeGreaterThan(6);
  for (const limit of [1, 3, 100]) expect((await backward(limit)).items).toEqual(forward.toReversed());
  const inChannel = (await follow(people.as('rita'), { channelId: 'board' })).items;
  expect((await backward(2, { channelId: 'board' })).items).toEqual(inChannel.toReversed());
  expect((await backward(2, { after: 'now' })).items).toEqual(forward.toReversed());
});

test('changes since the first page neither repeat nor skip one of the next', async () => {
  const before = (await backward(100)).items;
  const { items, nextCursor } = await people.as('rita').done('GET /activity?order=newest&limit=2');
  await posted('Meanwhile');
  const rest = (await backward(2, { after: nextCursor! })).items;
  expect([...items, ...rest]).toEqual(before);
});

test('a cursor belongs to its order', async () => {
  const { nextCursor } = await people.as('rita').done('GET /activity?order=newest&limit=2');
  const refused = { status: 400, body: { errors: [{ path: 'after' }] } };
  expect(await people.as('rita').call(`GET /activity?after=${nextCursor}`)).toMatchObject(refused);
  expect(await people.as('rita').call('GET /activity?order=latest')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'order', message: expect.stringContaining('oldest or newest') }] },
  });
});

test('changes through agents are told apart from what people did themselves', async () => {
  const own = await posted('Mine');
  const agents = await posted('Of an agent', 'codex');
  const idsOf = ({ items }: { items: ActivityItem[] }) => items.map(({ id }) => id);
  const [byAgents, byPeople] = [
    idsOf(await backward(100, { isAgent: 'true' })),
    idsOf(await backward(100, { isAgent: 'false' })),
  ];
  expect([byAgents.includes(agents), byAgents.includes(own)]).toEqual([true, false]);
  expect([byPeople.includes(agents), byPeople.includes(own)]).toEqual([false, true]);
});

test('a comment is told with the root of its discussion', async () => {
  const post = await posted('Question');
  await people.as('will').done(`POST /channels/board/posts/${post}/replies`, { body: 'Answer' });
  const { items } = await people.as('rita').done('GET /activity?order=newest&limit=1');
  expect(items).toMatchObject([{ type: 'comment', action: 'created', root: { type: 'post', id: post } }]);
});
