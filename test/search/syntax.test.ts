import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { sharedSurfaces, titles } from '../support/finding.ts';
import { hostWriter } from '../support/writers.ts';

const { host, surfaces } = sharedSurfaces();

beforeAll(async () => {
  const writer = hostWriter(host());
  await writer.create('One', 'a walrus on the ice');
  await writer.create('Two', 'a penguin on the shore');
  await writer.create('Three', 'walrus and penguin meet near the title body column');
  await writer.create('Four', 'walruslike creatures');
});

const walrus = ['One', 'Three'];
const penguin = ['Three', 'Two'];
const either = ['One', 'Three', 'Two'];

describe.each(surfaces)('through %s', (_surface, find, pathOf) => {
  const others = (count: number) => Array.from({ length: count }, (_, index) => `other${index} other0`).join(' ');

  test('a search looks up its first 32 different words', async () => {
    expect(titles(await find({ q: `${others(limits.searchWords - 1)} walrus` })).sort()).toEqual(walrus);
    expect(titles(await find({ q: `${others(limits.searchWords)} walrus` }))).toEqual([]);
  });

  test.each([
    ['"walrus"', walrus],
    ['"walrus penguin"', either],
    ['"walrus', walrus],
    ['walrus"', walrus],
    ['""walrus""', walrus],
    ["'walrus'", walrus],
    ['walrus AND ice', walrus],
    ['walrus NOT penguin', either],
    ['NOT walrus', walrus],
    ['walrus OR', walrus],
    ['OR', []],
    ['walrus OR penguin', either],
    ['NEAR(walrus penguin)', either],
    ['NEAR(walrus penguin, 1)', either],
    ['walrus*', walrus],
    ['walr*', []],
    ['^penguin', penguin],
    ['(walrus', walrus],
    ['walrus)', walrus],
    ['((walrus) AND (penguin))', either],
    ['ice:walrus', walrus],
    ['{ice shore} : walrus', either],
    ['-walrus', walrus],
    ['- {ice} : walrus', walrus],
    ['walrus + penguin', either],
    ['walrus -penguin', either],
    ['walrus; DROP TABLE artifacts; --', walrus],
    ['wal%rus', []],
    ['walrus\u0000penguin', either],
    ['\\walrus\\', walrus],
    ['walrus,penguin', either],
    ['🦭 walrus 🐧', walrus],
    ['\u200bwalrus\u200b', walrus],
    ['walrus\n\tpenguin', either],
  ])('%j is plain text', async (q, expected) => {
    const found = await find({ q });
    expect(found.problem).toBeUndefined();
    expect(titles(found).sort()).toEqual(expected);
  });

  test.each(['"', '""', '()', '*', '-', ':', '^', '+', '. . .', '«»', '🦭', ' ', '\u0301', '%', '\u0000'])(
    '%j, which holds no word, finds nothing',
    async (q) => {
      expect(await find({ q })).toEqual({ results: [] });
    },
  );

  test.each([
    ['one long word', 'w'.repeat(1_000)],
    ['many words', 'penguin '.repeat(125)],
    ['very many words', 'the b c on e f g h k j '.repeat(43)],
    ['characters of several units', '🦭'.repeat(490) + ' penguin'],
  ])('a query of up to 1,000 characters is answered: %s', async (_what, q) => {
    const found = await find({ q });
    expect(found.problem).toBeUndefined();
    expect(titles(found).includes('Two')).toBe(q.includes('penguin') || q.includes('shore'));
  });

  test.each([
    ['too long', 'w'.repeat(1_001)],
    ['empty', ''],
  ])('a query that is %s is refused, naming it', async (_what, q) => {
    expect((await find({ q })).problem).toMatchObject({ code: 'invalid_request', errors: [{ path: pathOf('q') }] });
  });

  test('an unknown type and an unknown channel are refused', async () => {
    expect((await find({ types: ['invoice'] })).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: pathOf('types', '0') }],
    });
    expect((await find({ q: 'walrus', channelId: 'none' })).problem?.code).toBe('not_found');
  });
});
