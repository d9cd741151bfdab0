import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { parse } from '../../web/read/parse.ts';
import { stretchesOf } from '../../web/read/stretches.ts';

const block = fc.constantFrom(
  '# One #',
  '## Two *words*',
  'A paragraph\nof two lines',
  '- a\n- b\n\n  more of b',
  '1. first\n   - inner',
  '```sh\n# not a heading\n\n~~~\n```',
  '~~~~\n# nor this\n~~~\n~~~~',
  '> quoted\n> # inside',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '    # indented code',
  'See [this] and [that][].',
  '[this]: https://example.org/this',
  '[that]: https://example.org/that',
);

/** A tree without places, and without the definitions that parts share. */
const bare = (node: Nodes): unknown => {
  const { position: _position, ...others } = node;
  return 'children' in node
    ? { ...others, children: node.children.filter(({ type }) => type !== 'definition').map(bare) }
    : others;
};

test('a document in parts says the same as the whole', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (blocks, lineEnd) => {
      const text = blocks.join('\n\n').replaceAll('\n', lineEnd);
      const parts = stretchesOf(text, 1).map((part) => bare(parse(part.text)) as { children: unknown[] });
      const whole = bare(parse(text)) as { children: unknown[] };
      expect(parts.flatMap(({ children }) => children)).toEqual(whole.children);
    }),
  );
});

test.each(['\n', '\r\n'])('its headings are those of the text, not of code in it: lines end with %j', (lineEnd) => {
  const text = '# A `b` [c](d)\n\n```\n# no\n```\n\ntext\n## E ##\n'.replaceAll('\n', lineEnd);
  expect(stretchesOf(text, 1).flatMap(({ headings }) => headings)).toEqual([
    { depth: 1, text: 'A b c', line: 0 },
    { depth: 2, text: 'E', line: 7 },
  ]);
});
