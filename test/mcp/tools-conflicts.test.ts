import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'all');

const lines = (count: number, text = (number: number) => `line ${number}`) =>
  Array.from({ length: count }, (_, index) => `${text(index + 1)}\n`).join('');

const sixth = (text: string) => (number: number) => (number % 6 ? `${number}` : text);

async function create(content: string, kind = 'markdown') {
  return (await host.done('workspace_artifact_create', { kind, title: 'Notes', content })).artifact;
}

interface Cited {
  id: string;
  versionId: string;
}
const updateOf = ({ id, versionId }: Cited, change: object) => ({
  artifactId: id,
  expectedVersionId: versionId,
  ...change,
});
const update = (cited: Cited, change: object) => host.call('workspace_artifact_update', updateOf(cited, change));

/** Updates twice from the first version; the answer is the refusal of the second. */
async function conflict(before: string, after: string, kind?: string) {
  const first = await create(before, kind);
  const { structured } = await update(first, { content: after });
  return { first, current: structured.artifact, ...(await update(first, { content: 'mine' })) };
}

describe('an update of a stale version', () => {
  test('is refused with the current version and a unified diff to it', async () => {
    const before = lines(20);
    const { first, current, problem } = await conflict(before, before.replace('line 10\n', 'line ten\n'));
    expect(problem).toMatchObject({
      code: 'version_conflict',
      status: 409,
      current: {
        versionId: current.versionId,
        versionNumber: 2,
        updatedAt: current.updatedAt,
        updatedBy: current.updatedBy,
      },
    });
    expect(problem?.changes).toMatch(/^--- version 1.*\n\+\+\+ version 2/m);
    expect(problem?.changes?.split('\n').slice(-10)).toEqual([
      '@@ -7,7 +7,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+line ten',
      ' line 11',
      ' line 12',
      ' line 13',
      '',
    ]);
    const { artifact } = await host.done('workspace_artifact_get', { artifactId: first.id });
    expect(artifact).toMatchObject({ versionNumber: 2, versionId: current.versionId });
  });

  test('shows all that changed since, over several versions', async () => {
    const first = await create('a\nb\nc\n');
    const { structured } = await update(first, { content: 'A\nb\nc\n' });
    await update(structured.artifact, { content: 'A\nb\nC\n' });
    const { problem } = await update(first, { title: 'Mine' });
    expect(problem?.current).toMatchObject({ versionNumber: 3 });
    expect(problem?.changes).toMatch(/-a\n\+A\n b\n-c\n\+C\n$/);
  });

  test('shows a change of the title alone', async () => {
    const first = await create('text\n');
    await update(first, { title: 'Renamed meanwhile' });
    const { problem } = await update(first, { title: 'Mine' });
    expect(problem?.changes).toContain('Renamed meanwhile');
  });

  test('is refused by edits as by content', async () => {
    const first = await create('text');
    await update(first, { content: 'texts' });
    const { problem } = await update(first, { edits: [{ oldText: 'text', newText: 'x' }] });
    expect(problem).toMatchObject({ code: 'version_conflict' });
  });

  test('that never existed is refused with the current version', async () => {
    const first = await create('text');
    const { problem } = await update({ ...first, versionId: 'artv_unknown' }, { content: 'x' });
    expect(problem).toMatchObject({ code: 'version_conflict', current: { versionId: first.versionId } });
  });

  test.each([
    ['every line of a long document', lines(30_000), lines(30_000, (number) => `other ${number}`), 'markdown'],
    ['many short lines', lines(4_000, sixth('old')), lines(4_000, sixth('new')), 'csv'],
    ['one line of a megabyte', 'a'.repeat(1_000_000), 'b'.repeat(1_000_000), 'markdown'],
    ['characters of several bytes', lines(900), lines(900, (number) => `${'漢字🍋'.repeat(9)} ${number}`), 'markdown'],
  ])('shows at most 16 KiB of a huge change: %s', async (_what, before, after, kind) => {
    const { problem } = await conflict(before, after, kind);
    expect(problem).toMatchObject({ code: 'version_conflict', current: { versionNumber: 2 } });
    expect(Buffer.byteLength(problem?.changes ?? '')).toBeLessThanOrEqual(16 * 1024);
    expect(problem?.changes).not.toBe('');
    expect(problem?.changes).not.toContain('\ufffd');
  });

  test('shows the change of a text of 100,000 lines, and of none that has or had more', async () => {
    const most = lines(100_000, () => 'x');
    const shown = await conflict(most, `${most}end`);
    expect(shown.problem?.changes).toMatch(/\n\+end\n/);
    for (const [before, after] of [
      [`${most}\n`, most],
      [most, `${most}\n`],
    ] as const) {
      const { problem } = await conflict(before, after);
      expect(problem).toMatchObject({ code: 'version_conflict', current: { versionNumber: 2 } });
      expect(problem?.changes).toBe('The change is too large to be shown; read the current version.');
    }
  });
});

describe('an idempotency key', () => {
  const countTitled = async (title: string) =>
    (await host.done('workspace_search', { q: title, limit: 50 })).results.length;

  test('used twice makes one document and the same answer', async () => {
    const input = { kind: 'csv', title: 'Oncealone', content: 'a\n', channelId: 'general', idempotencyKey: 'once-1' };
    const first = await host.done('workspace_artifact_create', input);
    const second = await host.done('workspace_artifact_create', { ...input });
    expect(second).toEqual(first);
    expect(await countTitled('Oncealone')).toBe(1);
  });

  test('used at once by many requests makes one document', async () => {
    const input = { kind: 'csv', title: 'Manyatonce', content: 'a\n', idempotencyKey: 'once-2' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => host.done('workspace_artifact_create', input)));
    expect(new Set(answers.map(({ artifact }) => artifact.id)).size).toBe(1);
    expect(await countTitled('Manyatonce')).toBe(1);
  });

  test.each([
    ['title', { title: 'Another' }],
    ['content', { content: 'b\n' }],
    ['kind', { kind: 'markdown' }],
    ['home', { channelId: 'general' }],
  ])('used before with another %s is refused', async (what, other) => {
    const input = { kind: 'csv', title: 'First', content: 'a\n', idempotencyKey: `reused-${what}` };
    await host.done('workspace_artifact_create', input);
    const { problem } = await host.call('workspace_artifact_create', { ...input, ...other });
    expect(problem).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  });

  test('makes the retry of an update that succeeded a replay and no conflict', async () => {
    const change = { edits: [{ oldText: 'one', newText: 'two' }], idempotencyKey: 'retry-1' };
    const first = await create('one');
    const { structured } = await update(first, change);
    await update(structured.artifact, { content: 'three' });
    const retried = await update(first, change);
    expect(retried.structured).toEqual(structured);
    const { artifact } = await host.done('workspace_artifact_get', { artifactId: first.id });
    expect(artifact).toMatchObject({ content: 'three', versionNumber: 3 });
  });

  test('of a refused request may be used again', async () => {
    const first = await create('one');
    const key = { idempotencyKey: 'refused-1' };
    const refused = await update(first, { edits: [{ oldText: 'nine', newText: '9' }], ...key });
    const mended = await update(first, { edits: [{ oldText: 'one', newText: '1' }], ...key });
    expect(refused.problem).toMatchObject({ code: 'invalid_request' });
    expect(mended.structured.artifact).toMatchObject({ versionNumber: 2 });
  });

  test('is known by tool, so that two tools may use the same', async () => {
    const key = { idempotencyKey: 'shared-1' };
    const { artifact } = await host.done('workspace_artifact_create', { kind: 'csv', title: 'T', content: '', ...key });
    const { session } = await host.done('workspace_session_start', { title: 'T', ...key });
    expect([artifact.id, session.id]).toEqual([expect.stringMatching(/^art_/), expect.stringMatching(/^ses_/)]);
  });

  test.each([
    ['workspace_channel_create', () => ({ name: 'Made once' })],
    ['workspace_session_start', () => ({ title: 'Started once' })],
    ['workspace_file_upload', () => ({ fileName: 'once.txt', contentType: 'text/plain', contentBase64: 'YQ==' })],
    [
      'workspace_artifact_attach',
      async () => ({ ...(await attachment()), targetType: 'channel', targetId: 'general' }),
    ],
  ])('makes a retry of %s answer the same', async (tool, input) => {
    const asked = { ...(await input()), idempotencyKey: 'retried-1' };
    expect(await host.done(tool, asked)).toEqual(await host.done(tool, asked));
  });

  const attachment = async () => ({ artifactId: (await create('x')).id });
});
