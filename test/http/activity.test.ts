import { expect, test } from 'vitest';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();

test('each change comes once to those who may see it, oldest first', async () => {
  const [mia, ned] = [people.as('mia'), people.as('ned')];
  const { post } = await mia.done('POST /channels/board/posts', { body: 'Numbers of the quarter.' });
  const { artifact } = await mia.done('POST /artifacts', {
    kind: 'markdown',
    title: 'Plan',
    content: '# Plan',
    channelId: 'board',
    idempotencyKey: 'plan',
  });
  await mia.done(`DELETE /channels/board/posts/${post.id}`);
  const seen = async (account: typeof mia) => {
    const items = [];
    for (let after = ''; ; ) {
      const page = await account.done(`GET /activity?limit=1${after && `&after=${after}`}`);
      if (page.items.length === 0) return items;
      items.push(...page.items);
      after = (page as unknown as { nextCursor: string }).nextCursor;
    }
  };
  const board = (await seen(mia)) as unknown as { id: string; action: string; title?: string }[];
  expect(board.filter(({ id }) => [post.id, artifact.id].includes(id))).toMatchObject([
    { id: post.id, action: 'created' },
    { id: artifact.id, action: 'created', title: 'Plan' },
    { id: post.id, action: 'deleted' },
  ]);
  expect(JSON.stringify(await seen(ned))).not.toContain(artifact.id);
});
