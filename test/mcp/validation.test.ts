import { beforeAll, describe, expect, test } from 'vitest';
import { dealFields, newDataSet } from '../support/deals.ts';
import { sharedHost } from '../support/mcp.ts';
import { traces } from '../support/storage.ts';
import { saidIn } from '../support/problems.ts';

const host = sharedHost('--tools', 'all');

const document = { kind: 'markdown', title: 'T', content: 'text' };
const file = { fileName: 'f', contentType: 'text/plain', contentBase64: 'YQ==' };
const link = { targetType: 'channel', targetId: 'general' };
const artifact = { artifactId: '' };
const cited = { artifactId: '', expectedVersionId: '' };
const record = { channelId: 'general', recordId: 'x' };
let objectTypeId = '';
const deals = () => ({ channelId: 'general', objectTypeId });
const aggregate = () => ({ ...deals(), operation: 'aggregate', metrics: [{ alias: 'n', function: 'count_rows' }] });
const view = () => ({ ...deals(), name: 'N', renderer: 'table' });

beforeAll(async () => {
  const { id, versionId } = (await host.done('workspace_artifact_create', document)).artifact;
  artifact.artifactId = cited.artifactId = id;
  cited.expectedVersionId = versionId;
  objectTypeId = await newDataSet(host, dealFields);
});

const times = (count: number) => 'x'.repeat(count);
const named = { channelId: 'general', name: 'Deals' };
const rows = (length: number) => Array.from({ length }, () => ({ title: 'T', values: { company: 'C' } }));
const edits = (count: number) => Array.from({ length: count }, () => ({ oldText: 'e', newText: 'e' }));

type Case = [tool: string, paths: string[], input: () => object];

const wrong: Case[] = [
  ['workspace_channels_list', ['/limit'], () => ({ limit: '10' })],
  ['workspace_channels_list', ['/limit'], () => ({ limit: 1.5 })],
  ['workspace_channels_list', ['/limit'], () => ({ limit: 0 })],
  ['workspace_channels_list', ['/cursor'], () => ({ cursor: 'made-up' })],
  ['workspace_channels_list', ['/fields'], () => ({ fields: 'name' })],
  ['workspace_channels_list', ['/fields/1'], () => ({ fields: ['name', 1] })],
  ['workspace_channels_list', ['/Limit'], () => ({ Limit: 1 })],
  ['workspace_channel_get', ['/channelId'], () => ({})],
  ['workspace_channel_get', ['/channelId'], () => ({ channelId: null })],
  ['workspace_search', ['/q'], () => ({ q: ['a'] })],
  ['workspace_search', ['/q'], () => ({ q: '' })],
  ['workspace_search', ['/types/1'], () => ({ types: ['file', 'folder'] })],
  ['workspace_artifact_get', ['/artifactId'], () => ({})],
  ['workspace_artifact_get', ['/offset'], () => ({ ...artifact, offset: -1 })],
  ['workspace_artifact_get', ['/length'], () => ({ ...artifact, length: 3 })],
  ['workspace_artifact_create', ['/kind', '/title', '/content'], () => ({})],
  ['workspace_artifact_create', ['/kind'], () => ({ ...document, kind: 'html' })],
  ['workspace_artifact_create', ['/content'], () => ({ ...document, content: { text: 'x' } })],
  ['workspace_artifact_create', ['/clientApp'], () => ({ ...document, clientApp: 'other' })],
  ['workspace_artifact_create', ['/title'], () => ({ ...document, title: '' })],
  ['workspace_artifact_create', ['/title'], () => ({ ...document, title: ' \t ' })],
  ['workspace_artifact_create', ['/title'], () => ({ ...document, title: '\ud800' })],
  ['workspace_artifact_create', ['/contents', '/a~1b~0c'], () => ({ ...document, contents: '', 'a/b~c': 1 })],
  ['workspace_artifact_create', ['/content'], () => ({ ...document, content: 'a\0b' })],
  ['workspace_artifact_create', ['/content'], () => ({ ...document, content: 'a\ud83cb' })],
  ['workspace_artifact_create', ['/content'], () => ({ ...document, content: '\udf4f\ud83c' })],
  ['workspace_artifact_create', ['/idempotencyKey'], () => ({ ...document, idempotencyKey: '' })],
  ['workspace_artifact_create', ['/idempotencyKey'], () => ({ ...document, idempotencyKey: 'a\nb' })],
  ['workspace_artifact_update', ['/expectedVersionId'], () => ({ ...artifact, content: '' })],
  ['workspace_artifact_update', ['/edits/0/newText'], () => ({ ...cited, edits: [{ oldText: 'text' }] })],
  [
    'workspace_artifact_update',
    ['/edits/1/all'],
    () => ({ ...cited, edits: [...edits(1), { ...edits(1)[0], all: true }] }),
  ],
  ['workspace_artifact_update', ['/content'], () => ({ ...cited, content: 'a\0' })],
  [
    'workspace_artifact_update',
    ['/edits/0/newText'],
    () => ({ ...cited, edits: [{ oldText: 'text', newText: '\0' }] }),
  ],
  [
    'workspace_artifact_update',
    ['/edits/0/newText'],
    () => ({ ...cited, edits: [{ oldText: 'text', newText: '\ud800' }] }),
  ],
  ['workspace_data_set_save', ['/channelId'], () => ({ name: 'Deals' })],
  ['workspace_data_set_save', ['/name'], () => ({ channelId: 'general' })],
  ['workspace_data_set_save', ['/fields/0/type'], () => ({ ...named, fields: [{ key: 'a' }] })],
  ['workspace_data_set_save', ['/fields/0/type'], () => ({ objectTypeId, fields: [{ key: 'another' }] })],
  ['workspace_data_set_save', ['/fields/0/type'], () => ({ objectTypeId, fields: [{ key: 'stage', type: 'text' }] })],
  [
    'workspace_data_set_save',
    ['/fields/0/options/choices'],
    () => ({ objectTypeId, fields: [{ key: 'amount', options: { choices: [{ key: 'a' }] } }] }),
  ],
  ['workspace_records_write', [''], () => ({ objectTypeId })],
  ['workspace_records_write', ['/create/0/title'], () => ({ objectTypeId, create: [{}] })],
  ['workspace_records_write', ['/update/0/values'], () => ({ objectTypeId, update: [{ id: 'x', values: [] }] })],
  ['workspace_records_write', ['/upsert/matchFieldKey'], () => ({ objectTypeId, upsert: { records: [] } })],
  [
    'workspace_records_write',
    ['/updateWhere/expectedCount'],
    () => ({ objectTypeId, updateWhere: { filters: [], values: {} } }),
  ],
  [
    'workspace_records_write',
    ['/updateWhere/filters/0/field'],
    () => ({
      objectTypeId,
      updateWhere: { filters: [{ field: 'x', operator: 'eq', value: 1 }], values: { notes: 'x' }, expectedCount: 0 },
    }),
  ],
  [
    'workspace_records_write',
    ['/updateWhere/values/stagee'],
    () => ({ objectTypeId, updateWhere: { filters: [], values: { stagee: 'x' }, expectedCount: 0 } }),
  ],
  ['workspace_records_write', ['/delete'], () => ({ objectTypeId, delete: 'x' })],
  ['workspace_artifact_attach', ['/targetType'], () => ({ ...artifact, ...link, targetType: 'session' })],
  ['workspace_artifact_detach', ['/targetId'], () => ({ ...artifact, targetType: 'channel' })],
  ['workspace_files_list', ['/channelId'], () => ({ channelId: 7 })],
  ['workspace_file_upload', ['/fileName', '/contentType'], () => ({})],
  ['workspace_file_upload', ['/text'], () => ({ ...file, contentBase64: undefined })],
  ['workspace_file_upload', ['/text'], () => ({ ...file, text: 'a' })],
  ['workspace_file_upload', ['/text'], () => ({ ...file, contentBase64: undefined, text: '\ud800' })],
  ['workspace_file_upload', ['/contentBase64'], () => ({ ...file, contentBase64: '%' })],
  ['workspace_file_upload', ['/file'], () => ({ ...file, fileName: '' })],
  ['workspace_file_upload', ['/file'], () => ({ ...file, fileName: 'folder/' })],
  ['workspace_file_upload', ['/sha256'], () => ({ ...file, sha256: times(64) })],
  ['workspace_file_upload_prepare', ['/channel'], () => ({ channel: 'general' })],
  ['workspace_file_content', ['/as'], () => ({ fileId: 'x', as: 'image' })],
  ['workspace_file_attach', ['/fileId'], () => link],
  ['workspace_session_attach', ['/sessionId', '/channelId'], () => ({})],
  ['workspace_session_detach', ['/sessionId'], () => ({ channelId: 'y', idempotencyKey: 'z' })],
  ['workspace_channel_get', ['/limit'], () => ({ channelId: 'general', limit: 0 })],
  ['workspace_query_run', ['/operation'], () => ({})],
  ['workspace_query_run', ['/metrics/0/alias'], () => ({ ...aggregate(), metrics: [{ function: 'count_rows' }] })],
  [
    'workspace_query_run',
    ['/orderBy/0/direction'],
    () => ({ ...aggregate(), orderBy: [{ field: 'n', direction: 'up' }] }),
  ],
  ['workspace_query_run', ['/filters/0/extra'], () => ({ ...aggregate(), filters: [{ extra: 1 }] })],
  ['workspace_query_run', ['/limit'], () => ({ ...aggregate(), limit: '10' })],
  ['workspace_view_data', ['/viewId'], () => ({ channelId: 'general' })],
  ['workspace_view_data', ['/filters'], () => ({ channelId: 'general', viewId: 'x', filters: '[]' })],
  ['workspace_record_create', ['/objectTypeId', '/title'], () => ({ channelId: 'general' })],
  ['workspace_record_create', ['/values'], () => ({ ...deals(), title: 'T', values: [] })],
  ['workspace_record_create', ['/title'], () => ({ ...deals(), title: '' })],
  ['workspace_record_create', ['/company'], () => ({ ...deals(), title: 'T', company: 'C' })],
  ['workspace_record_get', ['/offset'], () => ({ channelId: 'general', recordId: 'x', offset: -1 })],
  ['workspace_record_update', ['/expectedVersionNumber'], () => ({ ...record, expectedVersionNumber: 0 })],
  ['workspace_record_attachments', ['/recordId'], () => ({ channelId: 'general' })],
  ['workspace_record_delete', ['/recordId'], () => ({ channelId: 'general' })],
  ['workspace_delete', ['/type', '/id'], () => ({ channelId: 'general' })],
  ['workspace_delete', ['/type'], () => ({ type: 'post', id: 'post_1' })],
  ['workspace_trash', ['/type'], () => ({ type: 'post' })],
  ['workspace_restore', ['/id'], () => ({})],
  [
    'workspace_data_set_create',
    ['/fields/0/type'],
    () => ({ channelId: 'general', name: 'N', fields: [{ key: 'a' }] }),
  ],
  ['workspace_data_set_import', ['/channelId'], () => ({ fileId: 'file_1' })],
  ['workspace_data_set_import', ['/fileId'], () => ({ channelId: 'general' })],
  ['workspace_data_set_import', ['/fileId'], () => ({ channelId: 'general', fileId: 'file_1', artifactId: 'art_1' })],
  ['workspace_data_set_import', ['/types/Age'], () => ({ channelId: 'general', fileId: 'x', types: { Age: 'int' } })],
  ['workspace_data_set_import', ['/name'], () => ({ ...deals(), fileId: 'file_1', name: 'N' })],
  ['workspace_views_list', ['/cursor'], () => ({ channelId: 'general', cursor: 'made-up' })],
  ['workspace_view_create', ['/name', '/renderer'], () => deals()],
  [
    'workspace_view_create',
    ['/widgets/0/type'],
    () => ({ ...view(), widgets: [{ id: 'a', title: 'A', type: 'pie' }] }),
  ],
  ['workspace_view_create', ['/columns'], () => ({ ...view(), columns: 'company' })],
  ['workspace_view_update', ['/viewId', '/expectedCurrentVersionId'], () => view()],
  ['workspace_feed', ['/limit'], () => ({ channelId: 'general', limit: 101 })],
  ['workspace_post_create', ['/body'], () => ({ channelId: 'general', body: '' })],
  ['workspace_post_create', ['/author'], () => ({ channelId: 'general', body: 'x', author: 'usr_1' })],
  [
    'workspace_post_create',
    ['/mentionedUserIds/0'],
    () => ({ channelId: 'general', body: 'x', mentionedUserIds: ['usr_1'] }),
  ],
  [
    'workspace_post_update',
    ['/mentionedUserIds', '/mentionedChannelIds', '/mentionedDataSetIds', '/mentionedViewIds'],
    () => ({ channelId: 'general', postId: 'x', body: 'x' }),
  ],
  ['workspace_discussion_get', ['/subjectType'], () => ({ channelId: 'general', subjectType: 'x', subjectId: 'x' })],
  [
    'workspace_reaction_set',
    ['/reaction', '/active'],
    () => ({ channelId: 'general', subjectType: 'post', subjectId: 'x', reaction: 'rocket' }),
  ],
  ['workspace_feedback_submit', ['/description'], () => ({})],
  ['workspace_artifact_move', ['/channelId'], () => ({ artifactId: 'x' })],
  ['workspace_channel_create', ['/slug'], () => ({ name: 'N', slug: 'Not A Slug' })],
];

test.each(wrong)('%s refuses a wrong argument at %j', async (tool, paths, input) => {
  const before = await traces(host.dataFolder);
  const { problem, content, structured } = await host.call(tool, { ...input() });
  expect(problem).toMatchObject({
    type: '/problems/invalid_request',
    title: expect.stringMatching(/\w/),
    status: 400,
    code: 'invalid_request',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retryable: false,
  });
  expect(problem?.errors?.map(({ path }) => path)).toEqual(paths);
  for (const { path, message } of problem?.errors ?? []) {
    expect(problem?.detail).toContain(path || 'the request');
    expect(problem?.detail).not.toContain(message);
  }
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(problem) }]);
  expect(structured).toBeUndefined();
  expect(await traces(host.dataFolder)).toEqual(before);
});

const most: [tool: string, path: string, limit: number, input: (count: number) => object][] = [
  ['workspace_artifact_create', '/title', 300, (count) => ({ ...document, title: times(count) })],
  ['workspace_artifact_update', '/title', 300, (count) => ({ ...cited, title: times(count) })],
  ['workspace_session_start', '/title', 300, (count) => ({ title: times(count) })],
  ['workspace_channel_create', '/name', 300, (count) => ({ name: times(count) })],
  ['workspace_channel_create', '/slug', 64, (count) => ({ name: 'N', slug: 's'.repeat(count) })],
  ['workspace_artifact_create', '/idempotencyKey', 255, (count) => ({ ...document, idempotencyKey: times(count) })],
  ['workspace_file_upload', '/idempotencyKey', 255, (count) => ({ ...file, idempotencyKey: times(count) })],
  ['workspace_channels_list', '/limit', 200, (limit) => ({ limit })],
  ['workspace_files_list', '/limit', 200, (limit) => ({ limit })],
  ['workspace_search', '/limit', 200, (limit) => ({ limit })],
  ['workspace_members_list', '/limit', 200, (limit) => ({ channelId: 'general', limit })],
  ['workspace_inbox', '/limit', 200, (limit) => ({ limit })],
  ['workspace_people', '/limit', 200, (limit) => ({ limit })],
  ['workspace_activity', '/limit', 200, (limit) => ({ limit })],
  ['workspace_people', '/q', 1_000, (count) => ({ q: times(count) })],
  ['workspace_views_list', '/limit', 200, (limit) => ({ channelId: 'general', limit })],
  ['workspace_channel_get', '/limit', 200, (limit) => ({ channelId: 'general', limit })],
  ['workspace_query_run', '/limit', 1_000, (limit) => ({ ...aggregate(), limit })],
  [
    'workspace_record_create',
    '/title',
    300,
    (count) => ({ ...deals(), title: times(count), values: { company: 'C' } }),
  ],
  ['workspace_view_create', '/name', 300, (count) => ({ ...view(), name: times(count) })],
  ['workspace_artifact_get', '/length', 32_768, (length) => ({ ...artifact, length })],
  ['workspace_search', '/q', 1_000, (count) => ({ q: times(count) })],
  ['workspace_files_list', '/q', 1_000, (count) => ({ q: times(count) })],
  ['workspace_records_write', '', 500, (count) => ({ objectTypeId, create: rows(count) })],
  ['workspace_artifact_update', '/edits', 100, (count) => ({ ...cited, edits: edits(count) })],
];

describe.each(most)('%s %s', (tool, path, limit, input) => {
  test(`takes ${limit} and no more`, async () => {
    const past = await host.call(tool, { ...input(limit + 1) });
    const at = await host.call(tool, { ...input(limit) });
    expect(past.problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] });
    expect(at.problem).toBeUndefined();
    if (tool === 'workspace_artifact_update') cited.expectedVersionId = at.structured.artifact.versionId;
  });
});

test.each([
  ['workspace_channels_list', '/limit', { limit: 201 }, '200'],
  ['workspace_search', '/limit', { limit: 201 }, '200'],
  ['workspace_artifact_get', '/length', { artifactId: 'x', length: 32_769 }, '32768'],
  ['workspace_artifact_create', '/title', { ...document, title: times(301) }, '300'],
])('the refusal of %s %s names the most', async (tool, _path, input, mostAllowed) => {
  expect(saidIn((await host.call(tool, input)).problem!)).toContain(mostAllowed);
});

test('a title of 300 characters may be of characters beyond the basic plane', async () => {
  const title = '🍋'.repeat(300);
  const { problem } = await host.call('workspace_artifact_create', { ...document, title });
  expect(problem).toBeUndefined();
});

const sizes: [kind: string, maxBytes: number][] = [
  ['markdown', 1.5 * 1024 * 1024],
  ['csv', 10 * 1024 * 1024],
];

test.each(sizes)('a %s holds %i bytes, which are not characters, and no more', async (kind, maxBytes) => {
  const content = 'ü'.repeat(maxBytes / 2);
  const past = await host.call('workspace_artifact_create', { kind, title: 'Past', content: `${content}x` });
  const { artifact: at } = await host.done('workspace_artifact_create', { kind, title: 'At', content });
  const grown = { artifactId: at.id, expectedVersionId: at.versionId, content: `${content}x` };
  expect(past.problem).toMatchObject({ code: 'too_large', status: 413, maxBytes });
  expect(at.size).toBe(maxBytes);
  expect((await host.call('workspace_artifact_update', grown)).problem).toMatchObject({ code: 'too_large', maxBytes });
});

test.each([
  ['one edit', [{ oldText: 'text', newText: times(1_572_865) }]],
  ['replacing every occurrence', [{ oldText: 't', newText: times(900_000), replaceAll: true }]],
])('a document that %s would make too large is refused', async (_what, tooMuch) => {
  const { artifact: fresh } = await host.done('workspace_artifact_create', document);
  const input = { artifactId: fresh.id, expectedVersionId: fresh.versionId, edits: tooMuch };
  const { problem } = await host.call('workspace_artifact_update', input);
  expect(problem).toMatchObject({ code: 'too_large', maxBytes: 1_572_864 });
});
