import { expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();

test('a feed holds what its filters ask for, and its cursor belongs to them', async () => {
  const [mia, will] = [people.as('mia'), people.as('will')];
  const { post } = await mia.done('POST /channels/board/posts', { body: 'First' });
  const { file } = await will.done('POST /files', form(['channelId', 'board'], ['file', textFile('x'), 'a.txt']));
  const { post: second } = await will.done('POST /channels/board/posts', { body: 'Second' });
  const named = async (filters: string) => {
    const { items } = await mia.done(`GET /channels/board/feed?${filters}`);
    return (items as unknown as ({ type: string } & Record<string, { id: string }>)[]).map(
      (item) => item[item.type]!.id,
    );
  };
  expect(await named('')).toEqual([second.id, file.id, post.id]);
  expect(await named('types=["post"]')).toEqual([second.id, post.id]);
  expect(await named('types=["file","session"]')).toEqual([file.id]);
  expect(await named('types=[]')).toEqual([second.id, file.id, post.id]);
  expect(await named(`actorId=${people.idOf('will')}`)).toEqual([second.id, file.id]);
  expect(await named(`actorId=${people.idOf('will')}&types=["post"]`)).toEqual([second.id]);
  expect(await named('actorId=usr_unknown')).toEqual([]);
  expect(await named(`since=${post.createdAt}`)).toEqual([second.id, file.id, post.id]);
  expect(await named(`since=${second.createdAt}`)).toEqual([second.id]);
  expect(await named('since=2099-01-01')).toEqual([]);
  expect(await named(`since=${post.createdAt.slice(0, 10)}`)).toHaveLength(3);

  const { nextCursor } = await mia.done('GET /channels/board/feed?types=["post"]&limit=1');
  expect(await named(`types=["post"]&limit=1&cursor=${nextCursor}`)).toEqual([post.id]);
  for (const [refused, path] of [
    [`cursor=${nextCursor}`, 'cursor'],
    ['since=yesterday', 'since'],
    ['types=["record"]', 'types'],
    ['types=["post","post","post","post","post"]', 'types'],
    ['actorId=', 'actorId'],
  ])
    expect(await mia.call(`GET /channels/board/feed?${refused}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    });
});
