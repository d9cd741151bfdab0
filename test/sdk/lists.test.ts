import { expect, test } from 'vitest';
import { itemsOf, pagesOf, WorkspaceClient } from '../../src/sdk/index.ts';
import { type Answer, answer, answeringFirst } from '../support/networks.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

/** A gateway whose list says of each page what `next` says of its number, and a client of it. */
async function listing(next: (page: number) => unknown) {
  let page = 0;
  const say: Answer = (...exchange) =>
    answer(200, JSON.stringify({ files: [{ id: `${page}` }], nextCursor: next(page++) }))(...exchange);
  const { url, asked } = await answeringFirst(gateway.url, ...Array.from({ length: 400 }, () => say));
  return { asked, client: new WorkspaceClient({ baseUrl: url, token: gateway.admin.token! }) };
}

const isEndless = {
  name: 'WorkspaceError',
  code: 'unavailable',
  message: expect.stringMatching(/^The list does not end/),
};

test.each<[what: string, next: (page: number) => unknown, most: number]>([
  ['the same again and again', () => 'same', 2],
  ['one of two in turn', (page) => `${page % 2}`, 5],
  ['one of seven in turn, behind five others', (page) => `${page < 5 ? page : 5 + (page % 7)}`, 30],
  ['null', () => null, 1],
  ['a number', (page) => page, 1],
  ['an object', () => ({}), 1],
])('a list whose next cursor is %s ends with an error', async (_what, next, most) => {
  const { asked, client } = await listing(next);
  const reading = async () => {
    for await (const { id } of itemsOf(client.files.list, {})) expect(id).toEqual(expect.any(String));
  };
  await expect(reading()).rejects.toMatchObject(isEndless);
  expect(asked.length).toBeLessThanOrEqual(most);
});

test('pages end so too', async () => {
  const { client } = await listing(() => 'same');
  await expect(Array.fromAsync(pagesOf(client.files.list, {}))).rejects.toMatchObject(isEndless);
});

test('a long list is read to its end', async () => {
  const { client } = await listing((page) => (page < 299 ? `page ${page}` : undefined));
  expect(await Array.fromAsync(itemsOf(client.files.list, {}))).toHaveLength(300);
});
