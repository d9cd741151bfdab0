import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { dealFields, newDataSet, newRecord } from '../support/deals.ts';
import type { Structured } from '../support/hosts.ts';
import { sharedHost } from '../support/mcp.ts';
import { tools as declared } from '../../tools/index.ts';

const host = sharedHost('--tools', 'all', '--public-url', 'https://work.example.com');

const KiB = 1024;
const count = 130;
const document = { kind: 'markdown', title: 'T', content: 'text' };
const file = { fileName: 'f.txt', contentType: 'text/plain', contentBase64: 'YQ==' };
const linkTo = (targetType: string, targetId: string) => ({ targetType, targetId });
const ids = {
  artifactId: '',
  versionId: '',
  fileId: '',
  sessionId: '',
  postId: '',
  commentId: '',
  queryId: '',
  sheetId: '',
};
const data = { objectTypeId: '', recordId: '', spareId: '', viewId: '', currentVersionId: '' };
const inGeneral = () => ({ channelId: 'general', objectTypeId: data.objectTypeId });
const table = () => ({ ...inGeneral(), name: 'Table', renderer: 'table' });

/** Enough of everything that no list fits into one answer. */
const post = { channelId: 'general', body: 'Long '.repeat(8_000) };
const onPost = () => ({ channelId: 'general', subjectType: 'post', subjectId: ids.postId });
const many = (length: number) => Array.from({ length }, () => ({ title: 'Many', values: { company: 'C' } }));
const changed = { artifactId: '', firstVersionId: '', versionId: '' };
const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };

beforeAll(async () => {
  for (let number = 0; number < count; number += 1) {
    const name = `Number ${number} ${'words '.repeat(30)}`.slice(0, 200);
    const description = 'long '.repeat(60);
    await host.done('workspace_channel_create', { name, slug: `number-${number}`, description });
    await host.done('workspace_file_upload', { ...file, fileName: `${name}.txt`, channelId: 'general' });
    await host.done('workspace_artifact_create', { ...document, title: name, content: 'common ' });
  }
  const { artifact } = await host.done('workspace_artifact_create', document);
  ids.artifactId = artifact.id;
  ids.versionId = artifact.versionId;
  const sheet = { kind: 'csv', title: 'Rows', content: 'Name\nAda\n', channelId: 'general' };
  ids.sheetId = (await host.done('workspace_artifact_create', sheet)).artifact.id;
  const { artifact: first } = await host.done('workspace_artifact_create', document);
  const update = { artifactId: first.id, expectedVersionId: first.versionId, title: 'Changed' };
  const { versionId } = (await host.done('workspace_artifact_update', update)).artifact;
  Object.assign(changed, { artifactId: first.id, firstVersionId: first.versionId, versionId });
  ids.fileId = (await host.done('workspace_file_upload', file)).file.id;
  ids.sessionId = (await host.done('workspace_session_start', {})).session.id;
  ids.postId = (await host.done('workspace_post_create', { ...post, mentionedDataSetIds: [] })).post.id;
  ids.commentId = (
    await host.done('workspace_comment_create', { ...onPost(), body: 'Long '.repeat(8_000) })
  ).comment.id;
  ids.queryId = (await host.done('workspace_query_ask', { question: 'What is common?' })).query.id;
  data.objectTypeId = await newDataSet(host, dealFields);
  for (let number = 0; number < count; number += 1) {
    const values = { company: `Company ${number}`, notes: 'words '.repeat(100) };
    data.spareId = data.recordId;
    data.recordId = (await newRecord(host, data.objectTypeId, { title: `Deal ${number}`, values })).id;
    const { view } = await host.done('workspace_view_create', { ...table(), name: `View ${'of words '.repeat(20)}` });
    data.viewId = view.id;
    data.currentVersionId = view.currentVersionId;
  }
});

const calls: [tool: string, input: () => object][] = [
  ['workspace_channels_list', () => ({})],
  ['workspace_channel_get', () => ({ channelId: 'general' })],
  ['workspace_search', () => ({ q: 'common' })],
  ['workspace_artifact_get', () => ({ artifactId: ids.artifactId })],
  ['workspace_artifact_create', () => document],
  ['workspace_artifact_attach', () => ({ artifactId: ids.artifactId, ...linkTo('channel', 'general') })],
  ['workspace_artifact_detach', () => ({ artifactId: ids.artifactId, ...linkTo('channel', 'general') })],
  [
    'workspace_artifact_restore',
    () => ({
      artifactId: changed.artifactId,
      versionId: changed.firstVersionId,
      expectedVersionId: changed.versionId,
    }),
  ],
  ['workspace_artifact_update', () => ({ artifactId: ids.artifactId, expectedVersionId: ids.versionId, title: 'U' })],
  ['workspace_files_list', () => ({})],
  ['workspace_file_get', () => ({ fileId: ids.fileId })],
  ['workspace_file_upload', () => file],
  ['workspace_file_upload_prepare', () => ({ fileName: 'f', channelId: 'general' })],
  ['workspace_file_content', () => ({ fileId: ids.fileId })],
  ['workspace_file_attach', () => ({ fileId: ids.fileId, ...linkTo('session', ids.sessionId) })],
  ['workspace_file_detach', () => ({ fileId: ids.fileId, ...linkTo('session', ids.sessionId) })],
  ['workspace_session_attach', () => ({ sessionId: ids.sessionId, channelId: 'general' })],
  ['workspace_session_detach', () => ({ sessionId: ids.sessionId, channelId: 'general' })],
  ['workspace_query_ask', () => ({ question: 'What is common?' })],
  ['workspace_query_get', () => ({ queryId: ids.queryId })],
  ['workspace_session_message', () => ({ sessionId: ids.sessionId, body: 'What is common?' })],
  ['workspace_query_run', () => ({ ...inGeneral(), operation: 'records' })],
  ['workspace_view_data', () => ({ channelId: 'general', viewId: data.viewId })],
  ['workspace_record_create', () => ({ ...inGeneral(), title: 'New', values: { company: 'C' } })],
  ['workspace_record_get', () => ({ channelId: 'general', recordId: data.recordId })],
  [
    'workspace_records_write',
    () => ({ objectTypeId: data.objectTypeId, create: many(limits.toolRecords), idempotencyKey: 'many' }),
  ],
  ['workspace_record_update', () => ({ channelId: 'general', recordId: data.recordId, title: 'Renamed' })],
  ['workspace_record_attachments', () => ({ channelId: 'general', recordId: data.recordId })],
  ['workspace_record_delete', () => ({ channelId: 'general', recordId: data.spareId })],
  ['workspace_data_set_save', () => ({ objectTypeId: data.objectTypeId, fields: [{ key: 'stage', label: 'Phase' }] })],
  ['workspace_delete', () => ({ type: 'artifact', id: changed.artifactId })],
  ['workspace_trash', () => ({})],
  ['workspace_restore', () => ({ id: changed.artifactId })],
  ['workspace_data_set_create', () => ({ channelId: 'general', name: 'Others', fields: dealFields })],
  ['workspace_data_set_import', () => ({ channelId: 'general', artifactId: ids.sheetId, name: 'Rows' })],
  ['workspace_views_list', () => ({ channelId: 'general' })],
  ['workspace_view_create', table],
  ['workspace_view_save', table],
  [
    'workspace_view_update',
    () => ({ ...table(), viewId: data.viewId, expectedCurrentVersionId: data.currentVersionId }),
  ],
  ['workspace_feed', () => ({ channelId: 'general' })],
  ['workspace_post_create', () => post],
  ['workspace_feedback_submit', () => ({ description: 'Good' })],
  ['workspace_members_list', () => ({ channelId: 'general' })],
  ['workspace_people', () => ({ q: 'local' })],
  ['workspace_inbox', () => ({})],
  ['workspace_inbox_seen', () => ({ until: '2026-01-01T00:00:00Z' })],
  ['workspace_discussion_get', onPost],
  ['workspace_post_update', () => ({ ...post, postId: ids.postId, ...noMentions })],
  ['workspace_reply_create', () => ({ ...post, postId: ids.postId })],
  ['workspace_comment_create', () => ({ ...onPost(), body: 'Yes' })],
  ['workspace_comment_update', () => ({ ...post, commentId: ids.commentId })],
  ['workspace_reaction_set', () => ({ ...onPost(), commentId: ids.commentId, reaction: 'heart', active: true })],
  ['workspace_activity', () => ({ types: ['post', 'comment'], limit: 100 })],
  ['workspace_comment_delete', () => ({ channelId: 'general', commentId: ids.commentId })],
  ['workspace_post_delete', () => ({ channelId: 'general', postId: ids.postId })],
  ['workspace_session_start', () => ({ title: 'S' })],
  ['workspace_session_get', () => ({ sessionId: ids.sessionId })],
  ['workspace_channel_create', () => ({ name: 'C' })],
  ['workspace_artifact_move', () => ({ artifactId: ids.artifactId, channelId: null })],
];

test('the calls below are of every tool there is', async () => {
  expect(calls.map(([tool]) => tool).sort()).toEqual(declared.map(({ name }) => name).sort());
});

test.each(calls)('%s answers as its output schema says, and its text is the same', async (tool, input) => {
  const { content, structured, problem } = await host.call(tool, { ...input() });
  expect(problem).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
  expect(declared.find(({ name }) => name === tool)?.output.safeParse(structured).error).toBeUndefined();
  expect(Buffer.byteLength(content[0]?.text ?? '')).toBeLessThanOrEqual(24 * KiB);
});

interface Paged {
  tool: string;
  input: object;
  itemsOf: (page: Structured) => readonly { id: string }[];
}
const lists: Paged[] = [
  { tool: 'workspace_channels_list', input: {}, itemsOf: (page) => page.channels },
  { tool: 'workspace_files_list', input: {}, itemsOf: (page) => page.files },
  { tool: 'workspace_files_list', input: { channelId: 'general' }, itemsOf: (page) => page.files },
  { tool: 'workspace_files_list', input: { q: 'number words' }, itemsOf: (page) => page.files },
  { tool: 'workspace_views_list', input: { channelId: 'general' }, itemsOf: (page) => page.views },
  { tool: 'workspace_search', input: { types: ['record'] }, itemsOf: (page) => page.results },
  { tool: 'workspace_search', input: { types: ['artifact'] }, itemsOf: (page) => page.results },
  { tool: 'workspace_search', input: { q: 'common' }, itemsOf: (page) => page.results },
  { tool: 'workspace_search', input: { channelId: 'general' }, itemsOf: (page) => page.results },
];

describe.each(lists)('$tool $input', ({ tool, input, itemsOf }) => {
  async function pages(more: object) {
    const found: Structured[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await host.done(tool, { ...input, ...more, ...(cursor && { cursor }) });
      found.push(page);
      cursor = page.nextCursor;
      if (cursor === undefined) return found;
    }
  }

  test.each([{}, { limit: 200 }, { limit: 7 }])(
    'paging with %j meets every item once, in short answers',
    async (more) => {
      const found = await pages(more);
      const all = found.flatMap((page) => itemsOf(page).map(({ id }) => id));
      expect(all.length).toBeGreaterThanOrEqual(count);
      expect(new Set(all).size).toBe(all.length);
      for (const page of found) {
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(24 * KiB);
        expect(itemsOf(page).length).toBeGreaterThan(0);
      }
    },
  );

  test('pages of another size are the same items in the same order', async () => {
    const inOrder = async (more: object) => (await pages(more)).flatMap((page) => itemsOf(page).map(({ id }) => id));
    expect(await inOrder({ limit: 11 })).toEqual(await inOrder({ limit: 40 }));
  });

  test('fields keeps what is named of each item, and its ID', async () => {
    const page = await host.done(tool, { ...input, limit: 3, fields: ['url'] });
    expect(itemsOf(page)).toHaveLength(3);
    for (const item of itemsOf(page)) expect(Object.keys(item).sort()).toEqual(['id', 'url']);
  });

  test('fields that the items do not have are refused, with those there are', async () => {
    const { problem } = await host.call(tool, { ...input, fields: ['id', 'nothing'] });
    const message = expect.stringMatching(/^"nothing" names no field that there is; the fields are \w+, /);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/fields/1', message }] });
  });

  test('a cursor is good for its own list and filter alone', async () => {
    const { nextCursor } = await host.done(tool, { ...input, limit: 1 });
    const other = tool === 'workspace_search' ? { q: 'other' } : undefined;
    const { problem } = other
      ? await host.call(tool, { ...other, cursor: nextCursor })
      : await host.call('workspace_members_list', { channelId: 'general', cursor: nextCursor });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/cursor' }] });
  });
});

test('an item that comes between two pages neither repeats nor hides another', async () => {
  const first = await host.done('workspace_files_list', { limit: 5 });
  await host.done('workspace_file_upload', file);
  const second = await host.done('workspace_files_list', { limit: 5, cursor: first.nextCursor });
  const { files } = await host.done('workspace_files_list', { limit: 11 });
  expect([...first.files, ...second.files].map(({ id }) => id)).toEqual(files.slice(1).map(({ id }) => id));
});

test('an artifact in very many channels is still read in short answers', async () => {
  const { artifact } = await host.done('workspace_artifact_create', { ...document, content: 'words '.repeat(1_000) });
  const { fileId } = { fileId: (await host.done('workspace_file_upload', file)).file.id };
  for (let number = 0; number < 250; number += 1) {
    const { channel } = await host.done('workspace_channel_create', { name: `Crowd ${number}` });
    const to = linkTo('channel', channel.id);
    await host.done('workspace_artifact_attach', { artifactId: artifact.id, ...to });
    if (number < limits.audiences) await host.done('workspace_file_attach', { fileId, ...to });
  }
  const answers = [
    await host.done('workspace_file_get', { fileId }),
    await host.done('workspace_artifact_get', { artifactId: artifact.id }),
  ];
  for (const answer of answers) expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(24 * KiB);
  expect(answers[0]?.file).toMatchObject({ linkCount: limits.audiences });
  expect(answers[1]?.artifact).toMatchObject({ linkCount: 250, length: 6_000 });
});

describe('a long text', () => {
  const texts: [what: string, text: string][] = [
    ['plain', 'a line of plain words\n'.repeat(4_000)],
    ['that JSON writes six times as long', '\u0001'.repeat(60_000)],
    ['of three bytes a character', '漢字'.repeat(12_000)],
    ['of quotes and backslashes', '"\\'.repeat(30_000)],
  ];

  test.each(texts)('%s is read in short answers, every byte once', async (_what, text) => {
    const { artifact } = await host.done('workspace_artifact_create', { ...document, content: text });
    const parts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer = await host.done('workspace_artifact_get', { artifactId: artifact.id, offset, raw: true });
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(24 * KiB);
      parts.push(answer.artifact.content);
      offset = answer.artifact.nextOffset;
    }
    expect(parts.join('')).toBe(text);
  });

  test('is as long as asked when a length is named', async () => {
    const content = '\u0001'.repeat(40_000);
    const { artifact } = await host.done('workspace_artifact_create', { ...document, content });
    const input = { artifactId: artifact.id, length: 32_768 };
    expect((await host.done('workspace_artifact_get', input)).artifact).toMatchObject({
      length: 32_768,
      nextOffset: 32_768,
    });
  });

  test.each(['application/octet-stream', 'text/plain'])(
    'of a file of type %s is read in short answers',
    async (contentType) => {
      const bytes = contentType === 'text/plain' ? Buffer.from('\u0002'.repeat(32_768)) : randomBytes(32_768);
      const upload = { fileName: 'long', contentType, contentBase64: bytes.toString('base64') };
      const { id: fileId } = (await host.done('workspace_file_upload', upload)).file;
      const parts: Buffer[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const answer = await host.done('workspace_file_content', { fileId, offset, raw: true });
        expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(24 * KiB);
        parts.push(
          answer.text === undefined ? Buffer.from(answer.contentBase64 ?? '', 'base64') : Buffer.from(answer.text),
        );
        offset = answer.nextOffset;
      }
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    },
  );
});
