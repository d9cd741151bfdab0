import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { withHidden } from '../../schemas/shown.ts';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost();

/** The notice of an answer that holds the text, and the text as it stands in the JSON. */
async function told(text: string) {
  const { content, structured } = await host.call('workspace_post_create', { channelId: 'general', body: text });
  const json = content[0]!.text!;
  expect(JSON.parse(json)).toEqual(structured);
  expect(withHidden(structured.post.body).text).toBe(text);
  const { hiddenCharacters } = structured as { hiddenCharacters?: { count: number; kinds: string[] } };
  return { json, ...hiddenCharacters };
}

test.each([
  ['a direction that is turned', '\u202e', ['U+202E']],
  [
    'isolates and marks of direction',
    '\u2066\u2069\u200e\u200f\u061c',
    ['U+2066', 'U+2069', 'U+200E', 'U+200F', 'U+061C'],
  ],
  ['what has no width', '\u200b\u2060\ufeff', ['U+200B', 'U+2060', 'U+FEFF']],
  ['text in tag characters', '\u{e0049}\u{e0067}', ['U+E0049', 'U+E0067']],
  ['tag characters behind a flag that is none', '\u{1f3f4}\u{e0069}\u{e007f}', ['U+E0069', 'U+E007F']],
  ['bytes in variation selectors', '😀\ufe0f\u{e0100}\u{e0101}', ['U+E0100', 'U+E0101']],
  ['a selector of nothing', 'a\ufe0f', ['U+FE0F']],
  ['joiners that join nothing', 'a\u200db\u200c', ['U+200D', 'U+200C']],
  ['bits in joiners', 'می\u200c\u200d\u200d', ['U+200D']],
  ['bits in selectors of Mongolian', 'ᠠ\u180b\u180c\u180d', ['U+180C', 'U+180D']],
  ['joiners behind punctuation', '،\u200d', ['U+200D']],
  ['blanks that are no spaces', '\u2800\ufffc\u{1d159}', ['U+2800', 'U+FFFC', 'U+1D159']],
  ['a soft hyphen', 'ig\u00adnore', ['U+00AD']],
  ['separators of lines', 'a\u2028b\u2029c', ['U+2028', 'U+2029']],
  ['what controls a terminal', '\u001b[8m\u009b\u007f', ['U+001B', 'U+009B', 'U+007F']],
  ['what JSON has short escapes for', 'a\bb\fc\rd\r\n', ['U+0008', 'U+000C', 'U+000D']],
  ['private characters', '\ue000\u{f0000}', ['U+E000', 'U+F0000']],
  ['letters that are drawn as nothing', '\u3164\u115f\uffa0\u034f', ['U+3164', 'U+115F', 'U+FFA0', 'U+034F']],
  ['invisible operators', '2\u2062x', ['U+2062']],
  ['noncharacters', '\ufffe', ['U+FFFE']],
])('%s: shown by number, and counted', async (_what, text, kinds) => {
  const { json, ...hidden } = await told(`Before ${text} after`);
  expect(hidden.kinds).toEqual(kinds);
  expect(hidden.count).toBeGreaterThanOrEqual(kinds.length);
  for (const kind of kinds) {
    const code = Number.parseInt(kind.slice(2), 16);
    expect(json).toContain(`\\\\u{${code.toString(16)}}`);
    const { post } = JSON.parse(json) as { post: { body: string } };
    expect(post.body.replaceAll('\r\n', '\n')).not.toContain(String.fromCodePoint(code));
  }
});

test.each([
  ['emoji of several', '👨‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 🏴‍☠️ 🧑‍🤝‍🧑 🚶🏽‍♀️‍➡️ 👁️‍🗨️'],
  ['emoji and signs as pictures or as text', '❤️ ✔︎ 1️⃣ #️⃣'],
  ['flags of regions', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['Persian', 'می‌خواهم کتاب‌ها را بخوانم'],
  ['Hebrew and Arabic', 'שלום עולם, مَرْحَبًا'],
  ['Indic joiners', 'क्‍ष ক্‌ষ ශ්‍රී നന്‍മ'],
  ['variants of ideographs', '葛\u{e0100}城市'],
  ['spaces, dashes and accents', 'a\u00a0b\u2009c – “d” e\u0301 ﬁ'],
  ['lines and tabs', 'a\r\n\tb\n'],
  ['what only looks like an escape', 'C:\\users \\u202e "\\\\u200b" \\b\\f\\r'],
])('%s: left as written', async (_what, text) => {
  const { json, count } = await told(text);
  expect(count).toBeUndefined();
  expect(json).toContain(JSON.stringify(text));
});

test('of very many kinds the first ten are named', async () => {
  const text = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0xe000 + index)).join('');
  const { kinds, count } = await told(text);
  expect(kinds).toHaveLength(10);
  expect(count).toBe(400);
});

test('a text that is nothing else is read in short answers, every character once', async () => {
  const content = '\u{e0041}\u{e0042}\u202e'.repeat(9_000);
  const { artifact } = await host.done('workspace_artifact_create', { kind: 'markdown', title: 'Hidden', content });
  const read: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer = await host.call('workspace_artifact_get', { artifactId: artifact.id, offset });
    expect(Buffer.byteLength(answer.content[0]!.text!)).toBeLessThanOrEqual(24 * 1024);
    read.push(withHidden(answer.structured.artifact.content).text);
    offset = answer.structured.artifact.nextOffset;
  }
  expect(read.join('') === content).toBe(true);
});

test('so is a long post, which is cut between characters', async () => {
  const body = `Hidden${'\u{e0041}'.repeat(19_990)}`;
  const { post: written } = await host.done('workspace_post_create', { channelId: 'general', body });
  const discussion = { channelId: 'general', subjectType: 'post', subjectId: written.id };
  let shown = '';
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer = await host.call('workspace_discussion_get', { ...discussion, offset });
    expect(Buffer.byteLength(answer.content[0]!.text!)).toBeLessThanOrEqual(24 * 1024);
    const post = answer.structured.root as unknown as { body: string; nextOffset?: number };
    expect(post.body.isWellFormed()).toBe(true);
    shown += withHidden(post.body).text;
    offset = post.nextOffset;
  }
  expect(shown === body).toBe(true);
});

describe('a document whose line hides something', () => {
  const line = 'Pay 100\u202e to\u{e0041}\r Anna';
  const hiding = async (content = `First\n${line}\nLast`) =>
    (await host.done('workspace_artifact_create', { kind: 'markdown', title: 'Hiding', content })).artifact;
  const contentOf = async (artifactId: string, raw: boolean) =>
    (await host.done('workspace_artifact_get', { artifactId, raw })).artifact.content;
  const edit = (artifact: { id: string; versionId: string }, edits: object[]) =>
    host.call('workspace_artifact_update', { artifactId: artifact.id, expectedVersionId: artifact.versionId, edits });

  test('is shown with escapes, and byte for byte when asked', async () => {
    const { id } = await hiding();
    expect(await contentOf(id, false)).toBe('First\nPay 100\\u{202e} to\\u{e0041}\\u{d} Anna\nLast');
    expect(await contentOf(id, true)).toBe(`First\n${line}\nLast`);
  });

  test('is edited by what was shown; escapes that were quoted stay what they stand for', async () => {
    const artifact = await hiding();
    const newText = 'Pay 200\\u{202e} to\\u{d} Ben, not \\u{200b}';
    const { problem } = await edit(artifact, [{ oldText: 'Pay 100\\u{202e} to\\u{e0041}\\u{d} Anna', newText }]);
    expect(problem).toBeUndefined();
    expect(await contentOf(artifact.id, true)).toBe('First\nPay 200\u202e to\r Ben, not \\u{200b}\nLast');
  });

  test('that holds such an escape in letters is edited as it stands', async () => {
    const artifact = await hiding('The escape \\u{202e} in letters');
    await edit(artifact, [{ oldText: '\\u{202e} in', newText: '\\u{202e} by' }]);
    expect(await contentOf(artifact.id, true)).toBe('The escape \\u{202e} by letters');
  });

  test.each([
    ['what nobody is shown as an escape', 'Pay 100\\u{41}'],
    ['no character', 'Pay 100\\u{110000}'],
    ['half a character', 'Pay 100\\u{d800}'],
  ])('does not hold %s', async (_what, oldText) => {
    const { problem } = await edit(await hiding(), [{ oldText, newText: oldText }]);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/edits/0/oldText' }] });
  });

  test('is not looked through for escapes by an edit longer than any answer', async () => {
    const long = (length: number) => {
      const oldText = `Pay 100\\u{202e}`;
      return { oldText, newText: 'x'.repeat(length - oldText.length) };
    };
    expect((await edit(await hiding(), [long(4 * limits.windowMost)])).problem).toBeUndefined();
    expect((await edit(await hiding(), [long(4 * limits.windowMost + 1)])).problem?.code).toBe('invalid_request');
  });
});
