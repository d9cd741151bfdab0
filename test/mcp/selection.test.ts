import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectHost, type Host, startHost } from '../support/hosts.ts';
import { accessToken, newDataFolder, runWorkspace, temporaryFolder } from '../support/product.ts';
import { blobsIn, traces } from '../support/storage.ts';

const named = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map((name) => `workspace_${name}`);

const reading = [
  ...named('channels_list channel_get search artifact_get files_list file_get file_content session_get'),
  ...named('query_run view_data record_get feed discussion_get people inbox'),
];
const usual = [
  ...named('channels_list channel_get search artifact_get artifact_create artifact_update artifact_restore'),
  ...named('artifact_attach artifact_detach files_list file_get file_upload file_upload_prepare'),
  ...named('file_content file_attach file_detach session_get session_attach session_detach'),
  ...named('query_ask query_run view_data view_save records_write record_get data_set_save data_set_import'),
  ...named('feed discussion_get post_create people inbox'),
];
const feed =
  'members_list inbox_seen post_update post_delete reply_create comment_create comment_update comment_delete reaction_set activity';
const records = 'record_create record_update record_delete record_attachments trash restore delete data_set_create';
const views = 'views_list view_create view_update';
const sessions = 'session_start session_message feedback_submit';

async function toolsOf(host: Host) {
  return (await host.client.listTools()).tools.map((tool) => tool.name);
}

/** A folder with the sample. Tests that only read leave it as it is. */
let folder: string;
beforeAll(async () => {
  folder = await newDataFolder();
  await (await connectHost(folder, ['--sample'])).client.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('--tools', () => {
  test.each([
    ['', ''],
    ['feed', feed],
    ['records', records],
    ['views', views],
    ['sessions', sessions],
    ['channels', 'channel_create artifact_move'],
    ['channels, sessions', `${sessions} channel_create artifact_move`],
    ['sessions,channels,sessions', `${sessions} channel_create artifact_move`],
    ['all', `${feed} ${records} ${views} ${sessions} channel_create artifact_move`],
    ['feed,all', `${feed} ${records} ${views} ${sessions} channel_create artifact_move`],
  ])('"%s" adds its tools to the usual ones, in an order that is fixed', async (groups, added) => {
    const host = await startHost(folder, ...(groups ? ['--tools', groups] : []));
    expect(await toolsOf(host)).toEqual([...usual, ...named(added)]);
  });

  test.each(['nonsense', 'feed,nonsense', 'Feed'])(
    '"%s" ends with a sentence that names the groups',
    async (groups) => {
      const folder = await temporaryFolder();
      const { status, stdout, stderr } = await runWorkspace('mcp', '--data', folder, '--tools', groups);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/feed, records, views, sessions, channels/);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(existsSync(join(folder, 'workspace.db'))).toBe(false);
    },
  );

  test('the help names them too', async () => {
    const { stdout } = await runWorkspace('mcp', '--help');
    for (const group of ['feed', 'records', 'views', 'sessions', 'channels']) expect(stdout).toContain(` ${group}`);
  });

  test('the list does not depend on what was called before', async () => {
    const host = await startHost(await temporaryFolder());
    const before = await toolsOf(host);
    await host.call('workspace_artifact_create', { kind: 'csv', title: 'T', content: '' });
    await host.call('workspace_file_upload_prepare');
    expect(await toolsOf(host)).toEqual(before);
  });

  test('a tool that is not listed cannot be called', async () => {
    const host = await startHost(await temporaryFolder());
    const call = host.call('workspace_channel_create', { name: 'Hidden' });
    await expect(call).rejects.toThrow(/no tool workspace_channel_create/);
  });
});

describe('a name of the first release that is not listed', () => {
  const earlier = named('query_get feedback_submit');

  test('answers as before', async () => {
    const host = await startHost(await temporaryFolder());
    const { query } = await host.done('workspace_query_ask', { question: 'Anything?' });
    const got = await host.done('workspace_query_get', { queryId: query.id, waitSeconds: 20 });
    expect(got.query).toMatchObject({ id: query.id, status: 'completed' });
    const { feedback } = await host.done('workspace_feedback_submit', { description: 'Good' });
    expect(feedback.status).toBe('received');
    for (const name of earlier) expect(await toolsOf(host)).not.toContain(name);
  });

  test('is refused under --read-only when it stores', async () => {
    const host = await startHost(folder, '--read-only');
    const submitted = host.call('workspace_feedback_submit', { description: 'Good' });
    await expect(submitted).rejects.toThrow('There is no tool workspace_feedback_submit here');
    const { problem } = await host.call('workspace_query_get', { queryId: 'qry_00000000000000000000000000' });
    expect(problem?.code).toBe('not_found');
  });
});

describe('--read-only', () => {
  let reader: Host;
  beforeAll(async () => {
    reader = await connectHost(folder, ['--read-only', '--tools', 'all']);
    return () => reader.client.close();
  });

  test('lists no tool that stores anything, whichever groups are asked for', async () => {
    expect(await toolsOf(await startHost(folder, '--read-only'))).toEqual(reading);
    expect(await toolsOf(reader)).toEqual([
      ...reading,
      ...named('members_list activity record_attachments trash views_list'),
    ]);
    const { tools } = await reader.client.listTools();
    expect(tools.filter((tool) => !tool.annotations?.readOnlyHint)).toEqual([]);
  });

  test('refuses calls to the tools that store', async () => {
    const storing = usual.filter((tool) => !reading.includes(tool));
    const others = named(
      'session_start session_message channel_create artifact_move record_create record_update data_set_create view_create view_update post_update reaction_set',
    );
    for (const tool of [...storing, ...others])
      await expect(reader.call(tool, { name: 'x' })).rejects.toThrow(`There is no tool ${tool} here`);
  });

  test('reads what another host writes meanwhile', async () => {
    const writer = await startHost(folder);
    const document = { kind: 'markdown', title: 'Fresh', content: 'just written' };
    const { artifact } = await writer.done('workspace_artifact_create', document);
    const read = await reader.done('workspace_artifact_get', { artifactId: artifact.id });
    expect(read.artifact.content).toBe('just written');
  });

  test('reads channels, documents, files and their content, and leaves no trace', async () => {
    const before = { ...(await traces(folder)), folder: readdirSync(folder) };
    const host = await startHost(folder, '--read-only');
    const { channels } = await host.done('workspace_channels_list');
    const { results } = await host.done('workspace_search', { q: 'pricing' });
    const { files } = await host.done('workspace_files_list');
    const { text } = await host.done('workspace_file_content', { fileId: files[0]!.id });
    expect(channels.map(({ slug }) => slug)).toEqual(['general', 'product', 'sales']);
    expect(results[0]?.title).toBe('Pricing decision');
    expect(text).toContain('Interview with Priya');
    await host.client.close();
    expect({ ...(await traces(folder)), folder: readdirSync(folder) }).toEqual(before);
  });

  test('reads Data Sets and Views, asks typed queries, and leaves no trace', async () => {
    const before = await traces(folder);
    const host = await startHost(folder, '--read-only', '--tools', 'views,records');
    const { channel } = await host.done('workspace_channel_get', { channelId: 'sales' });
    const { views: saved } = await host.done('workspace_views_list', { channelId: 'sales' });
    const query = { channelId: 'sales', objectTypeId: channel.dataSets[0]!.objectTypeId, operation: 'records' };
    const { rows = [] } = (await host.done('workspace_query_run', query)).data;
    for (const { id: viewId } of saved) await host.done('workspace_view_data', { channelId: 'sales', viewId });
    const { record } = await host.done('workspace_record_get', { channelId: 'sales', recordId: rows[0]!.id });
    expect(saved).toHaveLength(4);
    expect(record.title).toBe(rows[0]!.title);
    await host.client.close();
    expect(await traces(folder)).toEqual(before);
  });

  test('takes no upload at its download address either', async () => {
    const token = await accessToken(folder);
    const { files } = await reader.done('workspace_files_list');
    const { downloadUrl } = await reader.done('workspace_file_content', { fileId: files[0]!.id });
    const before = await blobsIn(folder);
    const body = new FormData();
    body.append('file', new Blob(['not to be kept']), 'x.txt');
    const request = { method: 'POST', body, headers: { authorization: `Bearer ${token}` } };
    const response = await fetch(new URL('/api/workspace/files', downloadUrl), request);
    expect(response.status).toBe(403);
    expect(await blobsIn(folder)).toEqual(before);
  });

  test.each(['an empty folder', 'a folder that does not exist'])('on %s ends with a sentence', async (which) => {
    const folder = join(await temporaryFolder(), which === 'an empty folder' ? '' : 'missing');
    const { status, stdout, stderr } = await runWorkspace('mcp', '--data', folder, '--read-only');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no workspace in .*--data\.\n$/);
    expect(existsSync(join(folder, 'workspace.db'))).toBe(false);
  });
});

describe('--sample', () => {
  const titles = ['Price list', 'Pricing decision', 'Roadmap, first half'];
  const documentsOf = async (host: Host) =>
    (await host.done('workspace_search', { types: ['artifact'], limit: 50 })).results.map(({ title }) => title).sort();

  test('fills an empty workspace with channels, documents, a sheet, a file and a conversation', async () => {
    const host = await startHost(await temporaryFolder(), '--sample', '--tools', 'all');
    const { channels } = await host.done('workspace_channels_list');
    const { results } = await host.done('workspace_search', { types: ['artifact', 'file', 'session'], limit: 50 });
    const session = results.find(({ type }) => type === 'session');
    const { messages } = await host.done('workspace_session_get', { sessionId: session!.id });
    expect(channels.map(({ slug }) => slug)).toEqual(['general', 'product', 'sales']);
    expect(results.map(({ type }) => type).sort()).toEqual(['artifact', 'artifact', 'artifact', 'file', 'session']);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('fills it with deals that were closed over the past year, and Views on them', async () => {
    const host = await startHost(await temporaryFolder(), '--sample', '--tools', 'all');
    const { channel } = await host.done('workspace_channel_get', { channelId: 'sales' });
    const { views: saved } = await host.done('workspace_views_list', { channelId: 'sales' });
    const read = async (renderer: string) => {
      const viewId = saved.find((view) => view.renderer === renderer)!.id;
      return (await host.done('workspace_view_data', { channelId: 'sales', viewId })).data;
    };
    const { groups = [] } = await read('board');
    const { records: won = [] } = await read('table');
    const { periods = [], totals } = await read('pivot_table');
    const { widgets = [] } = await read('dashboard');
    const deals = groups.reduce((sum, { count }) => sum + count, 0);

    expect(channel.dataSets.map(({ objectType, name }) => [objectType, name])).toEqual([['deal', 'Deals']]);
    const renderers = saved.map((view) => view.renderer);
    expect(new Set(renderers)).toEqual(new Set(['board', 'dashboard', 'pivot_table', 'table']));
    expect(deals).toBeGreaterThanOrEqual(40);
    expect(groups.map(({ label }) => label)).toEqual(['Lead', 'Proposal', 'Won', 'Lost', 'No Stage']);
    expect(won).toHaveLength(groups[2]!.count);
    expect(periods).toHaveLength(12);
    expect(Object.values(totals?.columns ?? {}).filter((sum) => Number(sum) > 0).length).toBeGreaterThanOrEqual(10);
    expect(widgets.map(({ rows = [] }) => rows.length)).toEqual([1, 1, 1, 1, expect.any(Number), 4, 5]);
  });

  test('started again changes nothing', async () => {
    const folder = await temporaryFolder();
    await (await startHost(folder, '--sample')).client.close();
    const before = await traces(folder);
    const host = await startHost(folder, '--sample');
    expect(await documentsOf(host)).toEqual(titles);
    expect(await traces(folder)).toEqual(before);
  });

  test('started twice at once fills the workspace once', async () => {
    const folder = await temporaryFolder();
    const hosts = await Promise.all([startHost(folder, '--sample'), startHost(folder, '--sample')]);
    expect(await documentsOf(hosts[0])).toEqual(titles);
  });

  test.each([
    ['a document', 'workspace_artifact_create', { kind: 'csv', title: 'Mine', content: '' }],
    ['a file', 'workspace_file_upload', { fileName: 'f', contentType: 'text/plain', contentBase64: '' }],
    ['a channel', 'workspace_channel_create', { name: 'Mine' }],
    ['a session', 'workspace_session_start', { title: 'Mine' }],
    ['a Data Set', 'workspace_data_set_create', { channelId: 'general', name: 'Mine' }],
  ])('leaves a workspace alone that holds %s', async (_what, tool, input) => {
    const folder = await temporaryFolder();
    const first = await startHost(folder, '--tools', 'all');
    await first.done(tool, input);
    await first.client.close();
    const before = await traces(folder);
    await startHost(folder, '--sample');
    expect(await traces(folder)).toEqual(before);
  });
});
