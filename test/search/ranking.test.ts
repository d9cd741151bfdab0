import { beforeAll, describe, expect, test } from 'vitest';
import { sharedSurfaces, titles } from '../support/finding.ts';
import { hostWriter } from '../support/writers.ts';

const { host, surfaces } = sharedSurfaces();

const filler = (words: number) => Array.from({ length: words }, (_, index) => `filler${index % 7}`).join(' ');

const documents: [title: string, content: string][] = [
  ['About the walrus', `${filler(30)} nothing else of note`],
  ['On arctic life', `${filler(15)} the walrus sleeps ${filler(15)}`],
  ['Ledger one', `apricot ${filler(30)}`],
  ['Ledger two', `apricot ${filler(30)}`],
  ['Ledger three', `apricot ${filler(30)}`],
  ['Ledger four', `quince ${filler(30)}`],
  ['Ledger five', `apricot quince ${filler(30)}`],
  ['Kitchen', 'The cook was baking and had invoiced for twelve cakes.'],
  ['Journey', 'Über Zürich nach Ångström, dann ins Café; ΑΘΗΝΑ и МОСКВА.'],
  ['Decomposed', 'Cre\u0300me bru\u0302le\u0301e'],
  ['Long report', `${filler(2_000)}\n\nDeep inside stands the hippopotamus, quietly.\n\n${filler(2_000)}`],
  ['Zebra crossing', `${filler(400)}\n\nOf the zebra this paragraph tells the stripes.\n\n${filler(400)}`],
  ['Only the title names ocelots', filler(40)],
  ['Wi-Fi 6E set-up', 'Model X_200/b costs 3.50 and the port is 8080.'],
];

beforeAll(async () => {
  const writer = hostWriter(host());
  for (const [title, content] of documents) await writer.create(title, content);
});

describe.each(surfaces)('through %s', (_surface, find) => {
  test('a word of the title weighs more than one of the text', async () => {
    expect(titles(await find({ q: 'walrus' }))).toEqual(['About the walrus', 'On arctic life']);
  });

  test('any word may match; more of them, and rarer ones, rank higher', async () => {
    const found = titles(await find({ q: 'apricot quince' }));
    expect(found.slice(0, 2)).toEqual(['Ledger five', 'Ledger four']);
    expect(found.slice(2).sort()).toEqual(['Ledger one', 'Ledger three', 'Ledger two']);
  });

  test('scores fall from the first result to the last and are above zero', async () => {
    const { results } = await find({ q: 'apricot quince walrus filler1' });
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  test.each([
    ['bake', 'Kitchen'],
    ['baked cake', 'Kitchen'],
    ['invoices', 'Kitchen'],
    ['ANGSTROM', 'Journey'],
    ['zurich', 'Journey'],
    ['ZÜRICH', 'Journey'],
    ['cafe\u0301', 'Journey'],
    ['αθηνα', 'Journey'],
    ['москва', 'Journey'],
    ['creme', 'Decomposed'],
    ['crème', 'Decomposed'],
    ['BRÛLÉE', 'Decomposed'],
    ['wi-fi', 'Wi-Fi 6E set-up'],
    ['X_200', 'Wi-Fi 6E set-up'],
    ['3.50', 'Wi-Fi 6E set-up'],
  ])('%s is found whatever its ending, case and marks', async (q, title) => {
    expect(titles(await find({ q }))).toEqual([title]);
  });

  test.each(['walr', 'alrus', 'cakery'])('%s, only part of a word or a longer one, is not', async (q) => {
    expect(titles(await find({ q }))).toEqual([]);
  });

  test('a result shows the passage that matches, and links to what it is of', async () => {
    const [result] = (await find({ q: 'hippopotamus' })).results;
    expect(result).toEqual({
      type: 'artifact',
      id: expect.stringMatching(/^art_/),
      kind: 'markdown',
      title: 'Long report',
      versionId: expect.stringMatching(/^artv_/),
      url: expect.stringContaining(`/artifacts/${result?.id}`),
      snippet: expect.stringContaining('stands the hippopotamus, quietly'),
      score: expect.any(Number),
      actor: { id: expect.stringMatching(/^usr_/), name: expect.any(String) },
      interfaceType: expect.stringMatching(/^(api|mcp)$/),
      via: expect.objectContaining({ interface: expect.stringMatching(/^(api|mcp)$/) }),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(result!.snippet.length).toBeLessThan(1_000);
  });

  test('a word of title and text shows the passage of the text that holds it', async () => {
    const [result] = (await find({ q: 'zebra' })).results;
    expect(result).toMatchObject({ title: 'Zebra crossing', snippet: expect.stringContaining('zebra this paragraph') });
  });

  test('a word of the title alone shows how the text begins', async () => {
    const [result] = (await find({ q: 'ocelots' })).results;
    expect(result).toMatchObject({ title: 'Only the title names ocelots', snippet: expect.stringMatching(/^filler0/) });
  });

  test('one resource is one result, however many of its passages match', async () => {
    const found = titles(await find({ q: 'filler1' }));
    expect(found.toSorted()).toEqual([...new Set(found)].toSorted());
    expect(found).toContain('Long report');
  });
});
