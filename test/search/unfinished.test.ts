import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

beforeAll(async () => {
  for (const [title, content] of [
    ['Bills', 'The invoices of May.'],
    ['Parrots', 'A macaw invites nobody.'],
    ['Harbour', 'The quay at noon.'],
    ['Android', 'Its anchor.'],
  ])
    await gateway.admin.done('POST /artifacts', {
      kind: 'markdown',
      title,
      content,
      idempotencyKey: crypto.randomUUID(),
    });
});

const found = async (q: string, more = '&unfinished=true') => {
  const { results } = await gateway.admin.done(`GET /search?q=${encodeURIComponent(q)}&types=["artifact"]${more}`);
  return (results as unknown as { title: string }[]).map(({ title }) => title).toSorted();
};

test.each([
  ['inv', ['Bills', 'Parrots']],
  ['invo', ['Bills']],
  ['invoic', ['Bills']],
  ['invoice', ['Bills']],
  ['harbour quay inv', ['Bills', 'Harbour', 'Parrots']],
  ['inv quay', ['Harbour']],
  ['quay and', ['Harbour']],
  ['inv ', []],
  ['i'.repeat(limits.searchBeginning - 1), []],
])('while %j is typed, its last word may begin another', async (q, titles) => {
  expect(await found(q)).toEqual(titles);
});

test('without it words are found whole, with any ending', async () => {
  expect(await found('invo', '')).toEqual([]);
  expect(await found('invoice', '')).toEqual(['Bills']);
});

test('the snippet is cut around what begins so, and its places are told', async () => {
  const { results } = await gateway.admin.done('GET /search?q=invo&unfinished=true&matches=true');
  const [{ snippet, matches }] = results as unknown as [{ snippet: string; matches: { start: number; end: number }[] }];
  expect(snippet).toContain('invoices');
  expect(matches).toHaveLength(1);
});
