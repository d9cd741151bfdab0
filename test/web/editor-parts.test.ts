import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continuationOf } from '../../web/editor/continuation.ts';
import { lineEndOf, withLineEnds } from '../../web/editor/line-ends.ts';
import { lineChanges } from '../../web/editor/line-changes.ts';
import { linkTo } from '../../web/editor/links.ts';
import { bothOf, merged } from '../../web/editor/merge.ts';
import { replacing } from '../../web/editor/replacing.ts';
import { parse } from '../../web/read/parse.ts';

const piece = fc.constantFrom('a', 'b c', '\n', '\r\n', '\r', '\t', '\uFEFF', '\u200B', '\u2028', '- ', '👍🏽');
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const stateOf = (doc: string) => EditorState.create({ doc, extensions: EditorState.lineSeparator.of(lineEndOf(doc)) });

test('a text that is opened has all its bytes', () => {
  fc.assert(
    fc.property(text, (doc) => {
      expect(stateOf(doc).sliceDoc()).toBe(doc);
    }),
  );
});

test('a text that takes the place of another has all its bytes', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [first, next] = [withLineEnds(before, '\n'), withLineEnds(after, '\n')];
      const state = stateOf(first);
      expect(state.update(replacing(state, next)).state.sliceDoc()).toBe(next);
    }),
  );
});

/** A long text of which each sixth line is another, from one on, and with the same blank lines. */
const withEachSixth = (from: number, word: string) =>
  Array.from({ length: 600 }, (_, at) => `${at % 6 === from ? `${word} ` : ''}${at}\n\n`).join('');

test('many changes of a long text stand beside as many in other places', () => {
  const [base, theirs, mine] = [withEachSixth(9, ''), withEachSixth(1, 'theirs'), withEachSixth(4, 'mine')];
  const both = theirs.replaceAll(/^\d+$/gm, (line) => (Number(line) % 6 === 4 ? `mine ${line}` : line));
  expect(merged(base, theirs, mine)).toEqual({ text: both, overlaps: [] });
});

test('paragraphs that one side moved and rewrote keep each word of the other side', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 599 }), fc.integer({ min: 0, max: 599 }), (half, at) => {
      const paragraphs = withEachSixth(9, '').split(/(?<=\n\n)/);
      const theirs = [...paragraphs.slice(half), ...paragraphs.slice(0, half)].map((one) => `${one.trim()}.\n\n`);
      const mine = paragraphs.toSpliced(at, 0, 'mine\n\n').join('');
      const { text, overlaps } = merged(paragraphs.join(''), theirs.join(''), mine);
      expect(text.match(/^mine$/gm)).toHaveLength(1);
      expect(overlaps).toHaveLength(1);
    }),
    { numRuns: 10 },
  );
});

const pieces = fc.array(fc.constantFrom('a', 'b', 'c', '', '1', '2', '3'), { maxLength: 300 });

test('the changes of lines make one text of another', () => {
  fc.assert(
    fc.property(pieces, pieces, (before, after) => {
      const made = lineChanges(before, after).reduceRight<readonly string[]>(
        (lines, { from, to, newFrom, newTo }) => lines.toSpliced(from, to - from, ...after.slice(newFrom, newTo)),
        before,
      );
      expect(made).toEqual(after);
    }),
  );
});

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { minLength: 5, maxLength: 20 });

test('one change alone stands, and two in other places both do', () => {
  fc.assert(
    fc.property(lines, (words) => {
      const base = `${words.join('\n')}\n`;
      const [theirs, mine] = [`theirs\n${base}`, `${base}mine\n`];
      expect(merged(base, theirs, base)).toEqual({ text: theirs, overlaps: [] });
      expect(merged(base, base, mine)).toEqual({ text: mine, overlaps: [] });
      expect(merged(base, theirs, mine)).toEqual({ text: `theirs\n${base}mine\n`, overlaps: [] });
    }),
  );
});

test('where both change a line, mine stands, and the place is known', () => {
  expect(merged('a\nb\nc\n', 'a\nx\nc\n', 'a\ny\nc\n')).toEqual({
    text: 'a\ny\nc\n',
    overlaps: [{ from: 2, to: 4, theirs: 'x\n', base: 'b\n' }],
  });
  expect(merged('a\nb\n', 'x\nb\n', 'a\ny\n')).toBe(merged('a\nb\n', 'x\nb\n', 'a\ny\n'));
  expect(merged('a\nb\nc\n', 'a\nx\nc\n', 'a\nx\nc\n')).toEqual({ text: 'a\nx\nc\n', overlaps: [] });
});

test.each([
  ['One.\n', 'One. theirs\n', 'One. mine\n', 'One. theirs mine\n'],
  ['One two three.\n', 'Their two three.\n', 'One two mine.\n', 'Their two mine.\n'],
  ['One.\n', 'Theirs.\n', 'Mine.\n', 'Theirs.\nMine.\n'],
  ['One.', 'Theirs.', 'Mine.', 'Theirs.\nMine.'],
])('both changes of %j, to %j and to %j, are %j', (base, theirs, mine, both) => {
  expect(bothOf({ from: 0, to: mine.length, base, theirs }, mine, '\n')).toBe(both);
});

test.each([
  ['- a', '- '],
  ['  * a', '  * '],
  ['9. a', '10. '],
  ['3) a', '4) '],
  ['- [x] a', '- [ ] '],
  ['> - a', '> - '],
  ['> a', '> '],
  ['- ', undefined],
  ['- [ ] ', undefined],
])('behind %j the list goes on with %j', (line, next) => {
  expect(continuationOf(line)?.next).toBe(next);
});

test.each(['a', '', '    ', '-a', '1.a'])('%j is part of no list', (line) => {
  expect(continuationOf(line)).toBeUndefined();
});

test('a link has its name as words, whatever is in it', () => {
  const name = fc
    .array(fc.constantFrom('a', 'B', '[', ']', '*', '_', '`', '\\', '<', '~', '(', ')'))
    .map((all) => `x${all.join('')}x`);
  fc.assert(
    fc.property(name, (name) => {
      const [paragraph] = parse(linkTo(name, '/people/usr_1')).children;
      expect(paragraph).toMatchObject({
        type: 'paragraph',
        children: [{ type: 'link', url: '/people/usr_1', children: [{ type: 'text', value: name }] }],
      });
    }),
  );
});
