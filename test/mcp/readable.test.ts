import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeedItem } from '../../schemas/feed.ts';
import { readable } from '../../tools/readable.ts';
import { channelText } from '../../tools/channel-text.ts';
import { marked } from '../../tools/marked.ts';

const read = (text: string, mostBytes = Infinity) => done(readable(text, mostBytes));

/** Does the work, and counts the places where others may go on. */
function done<Found>(work: Generator<void, Found, void>) {
  for (let places = 0; ; places += 1) {
    const { done, value } = work.next();
    if (done) return { found: value, places };
  }
}

test('a text of a mebibyte is read in pieces, however much of it is hidden', () => {
  for (const character of ['a', '\u200b', '😀', '\u{e0041}']) {
    const text = character.repeat(1_048_576 / character.length);
    expect(read(text).places).toBeGreaterThan(100);
  }
});

test('a text that becomes too long is read no further', () => {
  const { found, places } = read('\u200b'.repeat(1_000_000), 200_000);
  expect(found).toBeUndefined();
  expect(places).toBeLessThan(10);
});

test('a channel of long posts is written post by post', () => {
  const said = { id: 'post_1', body: 'word \u200b'.repeat(5_000), createdBy: {} };
  const item = {
    id: 'item_1',
    type: 'post',
    at: '2026-01-01T00:00:00.000Z',
    actor: { id: 'usr_1', name: 'Mia' },
    post: said,
  };
  const { found, places } = done(
    channelText(
      { channel: {} },
      Array.from({ length: 20 }, () => item as FeedItem),
    ),
  );
  expect(places).toBe(20);
  const { feed } = JSON.parse(found) as { feed: object[] };
  expect(feed).toHaveLength(20);
});

const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
const [plain, hidden] = [
  ['a', '7', ' ', '\n', '\r\n', '\t', '"', '\\', '\u20e3', '\u{1f3f4}'],
  ['\r', '\u001b', '\u200b', '\u200d', '\u202e', '\ufe0f', '\u{e0067}', '\ud83c'],
];
const needed = ['👩🏽\u200d🚀', '❤\ufe0f', '1\ufe0f\u20e3', 'می\u200cخ', '葛\u{e0100}', 'ᠠ\u180b', flag];
const part = fc.constantFrom(...plain, ...hidden, ...needed);

test('a long text is shown like a short one, wherever a piece ends', () => {
  const parts = fc.array(part, { minLength: 1, maxLength: 12 });
  const isAlike = fc.property(parts, fc.nat({ max: 40 }), (some, before) => {
    const text = `${'x'.repeat(8 * 1024 - before)}${some.join('')}${'x'.repeat(100)}`;
    expect(read(text).found).toEqual(marked({ text }, false).output);
  });
  fc.assert(isAlike, { numRuns: 300 });
});
