import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { isSameWord, wordsOf } from '../../src/answer/language/words.ts';
import { canAnswer } from '../../src/answer/language/expected.ts';
import { takenOver } from '../../src/answer/follow-up.ts';
import { unknownAddresses } from '../../src/answer/models/prose.ts';
import { plainOf, statementsOf } from '../../src/answer/passages/statements.ts';
import { wordsOfLabel } from '../../src/answer/plain/named.ts';
import { cellNamed } from '../../src/answer/subjects/cells.ts';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import { stemOf } from '../../src/answer/language/stems.ts';
import { tokensOf } from '../../src/answer/table/words/words.ts';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

const filled = (begin: string, part: string, end: string, length: number): string =>
  begin + part.repeat(Math.floor((length - begin.length - end.length) / part.length)) + end;

describe('a question of hostile words is answered', () => {
  let sample: SampleWorkspace;

  beforeAll(async () => {
    sample = await openSample();
    await sample.indexed();
  });
  afterAll(() => sample.close());

  const question = (begin: string, part: string, end: string) => filled(begin, part, end, limits.question);

  test.each([
    ['asides', question('How many documents are there', ' are there', ' zzz?')],
    ['marks', question('How many documents are there', '?', ' zzz')],
    ['marks behind who wrote', question('Who wrote it', '?', 'x')],
    ['marks with blanks', question('How many', ' ?', ' x')],
    ['groups', question('Deals', ' by', ' 1')],
    ['one long word', question('', 'b', 'ed')],
  ])('%s', async (_, text) => {
    expect(await ask(sample.admin, text)).toHaveProperty('confidence');
  });

  test('words of combining marks only are not words, also beside a sheet', async () => {
    const { channel } = await sample.admin.channels.create({ name: 'Marks' });
    const sheet = { kind: 'csv' as const, title: 'Berths', content: 'Berth,Crane\n1,Old\n2,New\n' };
    await sample.admin.artifacts.create({ ...sheet, channelId: channel.id });
    await sample.indexed();
    const marks = '\u0344'.repeat(69);
    const berths = async (text: string) => (await ask(sample.admin, text, { channelId: channel.id })).answer;
    expect(await berths(`${marks} how many`)).not.toBe('');
    expect(await berths(`How many berths ${marks} are there?`)).toBe(await berths('How many berths are there?'));
  });

  test('asides in any number are ignored in a question', async () => {
    const { answer } = await ask(sample.admin, 'How many documents are there in total in the workspace now?');
    expect(answer).toMatch(/^There (?:is|are) \d+ documents?/);
    expect((await ask(sample.admin, 'How many documents can I read?')).answer).toBe(
      (await ask(sample.admin, 'How many documents are there?')).answer,
    );
  });

  test('large records of which the question names the beginning', async () => {
    const { channel } = await sample.admin.channels.create({ name: 'Archive' });
    const fields = [{ key: 'notes', label: 'Notes', type: 'long_text' as const }];
    const { dataSet } = await sample.admin.dataSets.create({ channelId: channel.id, name: 'Crates', fields });
    for (let at = 0; at < 8; at += 1) {
      const notes = filled('Quillfeather ', 'a ', '', limits.cell);
      const { objectTypeId } = dataSet;
      await sample.admin.records.create({
        channelId: channel.id,
        objectTypeId,
        title: `Crate ${at}`,
        values: { notes },
      });
    }
    await sample.indexed();
    expect(await ask(sample.admin, 'How many crates are of Quillfeather?')).toHaveProperty('confidence');
  });

  test('a choice is named by its words if it has 100 characters at most', async () => {
    const { channel } = await sample.admin.channels.create({ name: 'Parcels' });
    const longest = filled('brown', ' brown', ' box', 100).padEnd(100, 'y');
    const tooLong = filled('green', ' green', ' box', 100).padEnd(101, 'y');
    const choices = [longest, tooLong].map((label, at) => ({ key: `c${at}`, label }));
    const fields = [{ key: 'kind', label: 'Kind', type: 'select' as const, options: { choices } }];
    const { dataSet } = await sample.admin.dataSets.create({ channelId: channel.id, name: 'Parcels', fields });
    const { objectTypeId } = dataSet;
    for (const { key } of choices)
      await sample.admin.records.create({ channelId: channel.id, objectTypeId, title: key, values: { kind: key } });
    expect(await ask(sample.admin, `How many parcels are ${longest}?`)).toMatchObject({
      confidence: 'exact',
      values: [{ value: 1 }],
    });
    expect(await ask(sample.admin, `How many parcels are ${tooLong}?`)).not.toHaveProperty('confidence', 'exact');
  });
});

describe('a line of 16 KiB is taken apart', () => {
  const line = (begin: string, part: string, end: string) => filled(begin, part, end, 16_384);

  test.each([
    ['blanks and bars', `${' '.repeat(8_000)}${'|'.repeat(8_000)}x`],
    ['bars', line('', '|', 'x')],
    ['marks of a rule', line('', '- ', 'x')],
    ['a heading with blanks', line('# x', ' ', 'x')],
    ['a heading with hashes', line('# x', ' #', 'x')],
    ['an item with blanks', line('- ', ' ', 'x\u2028y')],
    ['an item with a box and blanks', line('- [x] ', ' ', 'x\u2028y')],
    ['a number with blanks', line('1.', ' ', 'x')],
    ['blanks before a fence', line('', ' ', '``')],
    ['shortened words', line('', 'no. a ', 'x')],
    ['separators behind a shortened word', line('no.', '\u2029', 'x')],
    ['opening brackets', line('', '[', 'x')],
    ['links without an end', line('', '[a](', 'x')],
    ['images without an end', line('', '![', ']')],
    ['digits', line('', '1', 'x')],
  ])('%s', (_, text) => {
    expect(statementsOf(text)).toBeInstanceOf(Array);
    expect(statementsOf(`${text}\n\nWe paint the gate.`).at(-1)!.text).toContain('We paint the gate.');
  });

  test('a number of many digits is not read as a duration', () => {
    expect(canAnswer('duration', line('', '1', ''), [], new Set())).toBe(false);
  });
});

describe('a text of 16 KiB', () => {
  const words = Array.from({ length: 2_000 }, (_, at) => at.toString(36)).join(' ');

  test.each([
    ['items under a long introduction', `Of ${words}:\n`, '- b\n'],
    ['numbered items under a long introduction', `Of ${words}:\n`, '1. b\n'],
    ['items under a long heading', `# ${words}\n`, '- b\n'],
    ['headings under a long heading', `# ${words}\n`, '## a\nb\n'],
  ])('of %s', (_, begin, part) => {
    const statements = statementsOf(filled(begin, part, '', 16_384));
    expect(statements.length).toBeGreaterThan(700);
    expect(statements.at(-1)!.headings.size).toBeGreaterThan(50);
  });
});

describe('the marks of Markdown', () => {
  const texts = (text: string) => statementsOf(text).map((one) => one.text);

  test.each([
    ['***', []],
    [' - - -', []],
    ['--', ['--']],
    ['| --- | :-: |', []],
    ['|', ['|']],
    ['||', []],
    ['a | b', ['a | b']],
    ['```ts', []],
    ['  ~~~', []],
    ['- one\n- [x] two\n3) three\n1.four', ['one', 'two', 'three 1.four']],
    ['Use e.g. paint. It is, approx.   half full. Ask.', ['Use e.g. paint.', 'It is, approx.   half full.', 'Ask.']],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test.each([
    ['# Gate #', ['gate']],
    ['###   Gate  ##  ', ['gate']],
    ['#Gate', undefined],
    ['####### Gate', undefined],
  ])('heading %j', (heading, roots) => {
    const last = statementsOf(`${heading}\n\nWe paint.`).at(-1)!;
    expect([...last.headings]).toEqual(roots ?? []);
  });

  test.each([
    ['See [the plan](http://a) and ![it](b)!', 'See the plan and it!'],
    ['[a] [b](c)', '[a] b'],
    ['[a [b](c)', 'a [b'],
    ['[a](b', '[a](b'],
    ['![] [x', '![] [x'],
    ['**bold** `code`', 'bold code'],
  ])('%j without them', (text, plain) => {
    expect(plainOf(text)).toBe(plain);
  });
});

describe('a hostile value of a cell', () => {
  const cell = (begin: string, part: string, end: string) => filled(begin, part, end, limits.cell);
  const indexOf = (...values: string[]) => {
    const field = { key: 'name', label: 'Name', type: 'text' as const };
    return new CellIndex({ fields: [field], rows: values.length, columns: new Map([['name', values]]) });
  };

  test.each([
    ['blanks', cell('Ida', ' ', 'x')],
    ['brackets', cell('Ida', ' (', 'x')],
    ['one word', cell('Ida ', 'x', '')],
    ['words of one letter', cell('Ida', ' s', '')],
  ])('of %s is indexed', (_, value) => {
    expect(indexOf(value).named(tokensOf('Where is Ida?'))).toMatchObject([{ holding: [value] }]);
    expect(cellNamed(wordsOf('Where is Ida?'), 'name', value)).toMatchObject({ isWhole: false });
  });

  test.each([
    ['Ida (Berlin)', true],
    ['Ida [a (b)]  ', true],
    ['Ida (a [b])', true],
    ['Ida (a) b', false],
    ['Ida (a))', false],
  ])('%j is named whole without brackets: %j', (value, isWhole) => {
    const [found] = indexOf(value).named(tokensOf('Where is Ida?'));
    expect(found!.whole).toEqual(isWhole ? [value] : []);
  });

  test('has stems', () => {
    expect(stemOf(cell('', 'ab', 'ing'))).toMatch(/^(?:ab)+$/);
  });
});

describe('other texts', () => {
  test('a long word is compared with a participle', () => {
    const [word] = wordsOf(filled('', 'b', 'ed', 100_000));
    const [label] = wordsOf('Closed');
    expect(isSameWord(word!, label!)).toBe(false);
    expect(isSameWord(wordsOf('closing')[0]!, label!)).toBe(true);
  });

  test.each([
    ['Area (km²)', ['Area']],
    ['Price per seat (EUR)', ['Price']],
    ['Length [m) ', ['Length']],
    ['(EUR)', ['EUR']],
    ['Area (km²) total', ['Area', 'km²', 'total']],
    ['Area (km²) per region (new)', ['Area', 'km²', 'per', 'region']],
    [filled('Area', ' (', 'x', 100), ['Area', 'x']],
    [filled('Area', ' (', 'x', 300), ['Area']],
  ])('a label %j', (label, words) => {
    expect(wordsOfLabel(label).map(({ text }) => text)).toEqual(words);
  });

  test.each([
    ['and', '?', 'x'],
    ['and', ' ', 'x'],
    ['and', ' by', ' 1'],
  ])('a follow-up of %j and many %j', (begin, part, end) => {
    const text = filled(begin, part, end, limits.question);
    const earlier = [{ role: 'user' as const, body: filled('Deals', part, end, limits.body) }];
    expect(takenOver({ asker: 'usr', text, earlier }, [])).not.toBe(text);
  });

  test('an address that ends in marks', () => {
    expect(unknownAddresses('See www.a.example!!!', '')).toEqual(['www.a.example']);
    expect(unknownAddresses(filled('www.a', '!', 'x', 160_000), '')).toHaveLength(1);
  });
});
