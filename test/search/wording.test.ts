import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedSurfaces, titles } from '../support/finding.ts';
import { hostWriter } from '../support/writers.ts';

const { host, surfaces } = sharedSurfaces();

const documents: [title: string, content: string][] = [
  ['Manual', 'The walrus is what it is. '.repeat(4)],
  ['Band', 'The Who played in Leeds.'],
  ['Budget', 'Expenses of IT and of the kitchen.'],
  ['Der Haushalt', 'Die Ausgaben der Küche und wie sie sich ändern.'],
  ['Order', 'Ship ACME-123 to the quay.'],
  ['Other order', `Ship ACME-124 and 123 crates; ${'ACME has 123 crates. '.repeat(3)}`],
  ['Address', 'Write to quentin.marsh@brightwater.example or not at all.'],
  ['Other address', 'Quentin lives by the marsh, in brightwater, for example.'],
  ['Prices', 'It costs 1,299.50 and weighs 12 kg.'],
  ['東京タワー', '東京都港区にある電波塔です。高さは333メートル。'],
  ['京都', '京都は東の都ではない。'],
  ['猫', '黒猫が寝ている。猫はいい。'],
  ['北京', '北京市是中华人民共和国的首都。'],
  ['서울', '서울에서 만나요.'],
  ['File', 'ガイドブック'.normalize('NFD')],
];

beforeAll(async () => {
  for (const [title, content] of documents) await hostWriter(host()).create(title, content);
});

describe.each(surfaces)('through %s', (_surface, find) => {
  const found = async (q: string) => titles(await find({ q }));

  test.each([
    ['what is the walrus', ['Manual']],
    ['wie ändern sich die Ausgaben der Küche?', ['Der Haushalt']],
    ['"what it is"', ['Budget', 'Manual', 'Prices']],
    ['is it', ['Budget', 'Manual', 'Prices']],
    ['IT in the kitchen', ['Budget', 'Manual', 'Prices']],
  ])('words such as "the" count in quotation marks, in capitals and alone: %s', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected);
  });

  test.each([
    ['ACME-123', 'Order'],
    ['acme 123 "acme 123"', 'Order'],
    ['quentin.marsh@brightwater.example', 'Address'],
    ['1,299.50', 'Prices'],
  ])('what belongs together ranks first: %s', async (q, title) => {
    expect((await found(q))[0]).toBe(title);
  });

  test(`so do the first ${limits.searchPhrases} that belong together`, async () => {
    const codes = Array.from({ length: limits.searchPhrases - 1 }, (_, number) => `x-${number}`).join(' ');
    expect((await found(`${codes} ACME-123`))[0]).toBe('Order');
    expect((await found(`${codes} y-1 ACME-123`))[0]).toBe('Other order');
  });

  test(`${limits.searchWords} words and ${limits.searchPhrases} of them that belong together are looked up, page after page`, async () => {
    const codes = Array.from({ length: limits.searchPhrases }, (_, number) => `q${number}-walrus`);
    const others = Array.from({ length: limits.searchWords - codes.length - 2 }, (_, number) => `other${number}x`);
    const q = [...codes, ...others, 'kitchen'].join(' ');
    const first = await find({ q, limit: 1 });
    const second = await find({ q, limit: 1, cursor: first.nextCursor! });
    expect([...titles(first), ...titles(second)]).toEqual(['Manual', 'Budget']);
  });

  test.each([
    ['東京', ['東京タワー']],
    ['東京都', ['東京タワー', '京都']],
    ['電波塔', ['東京タワー']],
    ['333メートル', ['東京タワー']],
    ['猫', ['猫']],
    ['都', ['京都', '北京', '東京タワー']],
    ['中华人民', ['北京']],
    ['서울', ['서울']],
    ['ガイドブック', ['File']],
    ['ブック', ['File']],
  ])('of a text without blanks any part is found: %s', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected.toSorted());
  });

  test('with the one that holds all of it first, and as it was written', async () => {
    const { results } = await find({ q: '東京都' });
    expect(results).toMatchObject([{ snippet: '東京都港区にある電波塔です。高さは333メートル。' }, { title: '京都' }]);
  });
});
