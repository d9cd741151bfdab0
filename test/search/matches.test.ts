import { beforeAll, expect, test } from 'vitest';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

const documents: [title: string, content: string][] = [
  ['Prices', 'The price rises. “Prices” rose before; priceless, said the Café.'],
  ['東京タワー', '東京都港区にある電波塔です。'],
  ['Only in its title: zebra', 'Nothing else.'],
];

beforeAll(async () => {
  for (const [title, content] of documents)
    await gateway.admin.done('POST /artifacts', { kind: 'markdown', title, content, idempotencyKey: encodeURI(title) });
});

const found = async (parameters: Readonly<Record<string, string>>) =>
  (await gateway.admin.done(`GET /search?${new URLSearchParams(parameters).toString()}`)).results[0]!;

test.each([
  ['price', ['price', 'Prices']],
  ['CAFE rising', ['rises', 'Café']],
  ['"price rises"', ['price', 'rises', 'Prices']],
  ['電波塔', ['電波塔']],
  ['塔', ['塔で']],
  ['zebra', []],
])('a snippet says where it holds words of the search: %s', async (q, expected) => {
  const { snippet, matches = [] } = await found({ q, matches: 'true' });
  const marked = matches.map(({ start, end }) => snippet.slice(start, end));
  expect(marked).toEqual(expected);
});

test('it is silent about it unless it is asked', async () => {
  expect(await found({ q: 'price' })).not.toHaveProperty('matches');
  expect(await found({ matches: 'true' })).not.toHaveProperty('matches');
});
