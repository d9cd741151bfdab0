import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'channels');

async function create(content: string, more: Record<string, unknown> = {}) {
  const input = { kind: 'markdown', title: 'Notes', content, ...more };
  return (await host.done('workspace_artifact_create', input)).artifact;
}

async function read(artifactId: string, more: Record<string, unknown> = {}) {
  return (await host.done('workspace_artifact_get', { artifactId, ...more })).artifact;
}

const update = (cited: { id: string; versionId: string }, change: Record<string, unknown>) =>
  host.call('workspace_artifact_update', { artifactId: cited.id, expectedVersionId: cited.versionId, ...change });

test('splices change bytes of the cited version, and a sheet is not sent again', async () => {
  const sheet = await create('städte,n\nöl,1\n', { kind: 'csv' });
  const splices = [
    { start: 0, end: 7, text: 'Orte' },
    { start: 16, end: 16, text: 'ei,2\n' },
  ];
  const spliced = (await update(sheet, { splices })).structured.artifact;
  expect(await read(sheet.id)).toMatchObject({ content: 'Orte,n\nöl,1\nei,2\n', versionNumber: 2 });
  const within = await update(spliced, { splices: [{ start: 8, end: 9, text: '' }] });
  expect(within.problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/splices/0/start' }] });
  const both = await update(spliced, { splices, content: '' });
  expect(both.problem).toMatchObject({ code: 'invalid_request' });
});

test('three calls list and compare versions, and restore one', async () => {
  const first = await create('one\n');
  const second = (await update(first, { content: 'two\n' })).structured.artifact;
  await update(second, { title: 'Renamed', content: 'three\n' });
  const asked = { artifactId: first.id, versions: 3, diffFrom: first.versionId };
  const { artifact, versions, diff } = await host.done('workspace_artifact_get', asked);
  expect(artifact).not.toHaveProperty('content');
  expect(versions.map(({ title }) => title)).toEqual(['Renamed', 'Notes', 'Notes']);
  expect(versions[1]).toMatchObject({
    versionId: second.versionId,
    versionNumber: 2,
    createdAt: expect.any(String),
    via: 'test-host',
  });
  expect(diff).toContain('-one\n+three\n');
  const from = { artifactId: first.id, versionId: second.versionId, diffFrom: first.versionId };
  expect((await host.done('workspace_artifact_get', from)).diff).toContain('-one\n+two\n');
  const restoring = { artifactId: first.id, versionId: second.versionId, expectedVersionId: artifact.versionId };
  const restored = await host.done('workspace_artifact_restore', restoring);
  expect(restored.artifact).toMatchObject({ title: 'Notes', versionNumber: 4 });
  expect(await read(first.id)).toMatchObject({ content: 'two\n', versionId: restored.artifact.versionId });
  expect((await host.call('workspace_artifact_restore', restoring)).problem).toMatchObject({
    code: 'version_conflict',
  });
});

async function wholeDiff(asked: { artifactId: string; diffFrom: string }, offset = 0): Promise<string> {
  const { diff, nextOffset } = await host.done('workspace_artifact_get', { ...asked, offset });
  return nextOffset === undefined ? diff : diff + (await wholeDiff(asked, nextOffset));
}

test('a long diff is read a stretch at a time, each cut at a line', async () => {
  const first = await create('');
  const { artifact } = (await update(first, { content: `${'x'.repeat(99)}\n`.repeat(200) })).structured;
  const asked = { artifactId: artifact.id, diffFrom: first.versionId };
  const { diff, nextOffset } = await host.done('workspace_artifact_get', asked);
  expect(diff.length).toBe(nextOffset);
  expect(diff.length).toBeLessThan(8_200);
  expect(diff.endsWith(`+${'x'.repeat(99)}\n`)).toBe(true);
  const whole = await wholeDiff(asked);
  expect(whole.split(`+${'x'.repeat(99)}\n`)).toHaveLength(201);
  const { problem } = await host.call('workspace_artifact_get', { ...asked, offset: whole.length + 1 });
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/offset' }] });
});

test('a diff of one long line goes on within it, at a character', async () => {
  const first = await create('');
  const { artifact } = (await update(first, { content: 'ü'.repeat(9_001) })).structured;
  const asked = { artifactId: artifact.id, diffFrom: first.versionId };
  expect((await wholeDiff(asked)).match(/ü/g)).toHaveLength(9_001);
});

test('every version is reached, however many there are', async () => {
  let artifact = await create('0');
  for (let number = 1; number < 23; number += 1)
    artifact = (await update(artifact, { content: String(number) })).structured.artifact;
  const asked = { artifactId: artifact.id, versions: 20 };
  const { versions, nextCursor } = await host.done('workspace_artifact_get', asked);
  const rest = await host.done('workspace_artifact_get', { artifactId: artifact.id, cursor: nextCursor });
  expect([...versions, ...rest.versions].map(({ versionNumber }) => versionNumber)).toEqual(
    Array.from({ length: 23 }, (_, index) => 23 - index),
  );
  expect(rest).not.toHaveProperty('nextCursor');
});

describe('creating and reading', () => {
  test.each(['markdown', 'csv'])(
    'a new %s has a first version, a size and a digest, and the content sent',
    async (kind) => {
      const content = 'Größe,Wert\r\n1,"a ""b"""\r\n';
      const artifact = await create(content, { kind, channelId: 'general', clientApp: 'codex' });
      expect(artifact).toMatchObject({
        id: expect.stringMatching(/^art_[0-9a-z]{26}$/),
        kind,
        title: 'Notes',
        versionId: expect.stringMatching(/^artv_[0-9a-z]{26}$/),
        versionNumber: 1,
        size: Buffer.byteLength(content),
        sha256: createHash('sha256').update(content).digest('hex'),
        interfaceType: 'mcp',
        clientApp: 'codex',
      });
      expect(artifact).not.toHaveProperty('content');
      const { sha256: _digest, createdAt: _created, createdBy: _creator, ...shown } = artifact;
      expect(await read(artifact.id)).toMatchObject({ ...shown, content });
    },
  );

  test.each([
    ['nothing', ''],
    ['line ends of every kind', 'a\r\nb\rc\n\n\n'],
    ['a byte order mark', '\ufeff# Title\n'],
    ['emoji and joined ones', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ok'],
    ['combining and composed letters', 'e\u0301 é \u1112\u1161\u11ab 한'],
    ['control and private characters', '\u0001\u001b\u007f\u0085\u2028\ue000\uffff'],
    ['blanks at both ends', '  \t text \t  '],
  ])('content is stored byte for byte: %s', async (_what, content) => {
    const artifact = await create(content);
    expect((await read(artifact.id, { raw: true })).content).toBe(content);
    expect(artifact.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('an older version is read by its ID, as it was', async () => {
    const first = await create('first');
    await update(first, { title: 'Renamed', content: 'second' });
    expect(await read(first.id, { versionId: first.versionId })).toMatchObject({
      title: 'Notes',
      versionNumber: 1,
      content: 'first',
    });
  });

  test.each([
    ['artifact', { artifactId: 'art_unknown' }],
    ['version', { versionId: 'artv_unknown' }],
  ])('an unknown %s is not found', async (_what, unknown) => {
    const { id } = await create('x');
    const { problem } = await host.call('workspace_artifact_get', { artifactId: id, ...unknown });
    expect(problem).toMatchObject({ code: 'not_found' });
  });
});

describe('updating', () => {
  test('a title alone, or a content alone, leaves the other as it was', async () => {
    const first = await create('text');
    const { structured: renamed } = await update(first, { title: 'Better' });
    const { structured: rewritten } = await update(renamed.artifact, { content: 'more' });
    expect(await read(first.id)).toMatchObject({ title: 'Better', content: 'more', versionNumber: 3 });
    expect(rewritten.artifact.versionId).not.toBe(first.versionId);
  });

  test('content may become empty, and be filled again', async () => {
    const first = await create('text');
    const { structured } = await update(first, { content: '' });
    const emptied = await read(first.id);
    const { problem } = await update(structured.artifact, { content: 'filled' });
    expect(emptied).toMatchObject({ content: '', size: 0, versionNumber: 2 });
    expect(problem).toBeUndefined();
    expect(await read(first.id)).toMatchObject({ content: 'filled', versionNumber: 3 });
  });

  test.each([
    ['each to the outcome of the one before', 'a b', [edit('a', 'c'), edit('c b', 'done')], 'done'],
    ['taking text away', 'keep drop', [edit(' drop', '')], 'keep'],
    ['every occurrence with replaceAll', 'x.x.x', [{ ...edit('x', 'yy'), replaceAll: true }], 'yy.yy.yy'],
    ['literally, whatever the text looks like', 'a.c $1 [x]', [edit('a.c', '$&'), edit('[x]', '$1')], '$& $1 $1'],
    ['across lines, with their ends', 'a\r\nb\r\n', [edit('a\r\nb', 'a\nb')], 'a\nb\r\n'],
    ['to text beyond the basic plane', '🍏🍎', [edit('🍎', '🍋')], '🍏🍋'],
  ])('edits apply in order: %s', async (_what, before, edits, after) => {
    const first = await create(before);
    await update(first, { edits });
    expect((await read(first.id)).content).toBe(after);
  });

  test.each([
    ['text that is not there', [edit('one', '1'), edit('nine', '9')], 1],
    ['text that an earlier edit took away', [edit('one', '1'), edit('one', '2')], 1],
    ['text that occurs twice', [edit('two', '2')], 0],
    ['text that overlaps itself', [edit('aa', 'b')], 0],
    ['missing text with replaceAll', [{ ...edit('nine', '9'), replaceAll: true }], 0],
    ['empty text', [edit('', 'x')], 0],
  ])('edits are refused whole, naming the edit: %s', async (_what, edits, index) => {
    const content = 'one two two aaa';
    const first = await create(content);
    const { problem } = await update(first, { edits });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: `/edits/${index}/oldText` }] });
    expect(await read(first.id)).toMatchObject({ content, versionNumber: 1 });
  });

  test.each([
    ['nothing to change', {}],
    ['content and edits at once', { content: 'x', edits: [edit('text', 'x')] }],
    ['no edit at all', { edits: [] }],
  ])('an update with %s is refused', async (_what, change) => {
    const first = await create('text');
    const { problem } = await update(first, change);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: expect.stringMatching(/^\//) }] });
    expect(await read(first.id)).toMatchObject({ versionNumber: 1 });
  });
});

describe('attaching', () => {
  test('a document attached to two channels stays in the one when the other is taken away', async () => {
    const { id: artifactId } = await create('x');
    const { channel } = await host.done('workspace_channel_create', { name: 'Second' });
    const [first, second] = ['general', channel.slug].map((targetId) => ({
      artifactId,
      targetType: 'channel',
      targetId,
    }));
    expect(await host.done('workspace_artifact_attach', first)).toEqual({ attached: true });
    expect(await host.done('workspace_artifact_attach', second)).toEqual({ attached: true });
    expect(await host.done('workspace_artifact_attach', second)).toEqual({ attached: false });
    expect(await host.done('workspace_artifact_detach', first)).toEqual({ detached: true });
    expect(await host.done('workspace_artifact_detach', first)).toEqual({ detached: false });
    expect((await read(artifactId)).links).toMatchObject([{ targetType: 'channel', targetId: channel.id }]);
  });

  test('a document detached from everywhere still exists', async () => {
    const link = { artifactId: (await create('still here')).id, targetType: 'channel', targetId: 'general' };
    await host.done('workspace_artifact_attach', link);
    await host.done('workspace_artifact_detach', link);
    expect(await read(link.artifactId)).toMatchObject({ content: 'still here', links: [] });
  });

  test.each([
    ['channel', { targetType: 'channel', targetId: 'nowhere' }],
    ['record', { targetType: 'record', targetId: 'rec_unknown' }],
    ['artifact', { artifactId: 'art_unknown' }],
  ])('an unknown %s is not found', async (_what, unknown) => {
    const { id: artifactId } = await create('x');
    const link = { artifactId, targetType: 'channel', targetId: 'general', ...unknown };
    const answers = [
      await host.call('workspace_artifact_attach', link),
      await host.call('workspace_artifact_detach', link),
    ];
    expect(answers.map(({ problem }) => problem?.code)).toEqual(['not_found', 'not_found']);
  });
});

function edit(oldText: string, newText: string) {
  return { oldText, newText };
}
