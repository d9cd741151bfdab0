import { beforeAll, describe, expect, test } from 'vitest';
import { givePasswords, password } from '../support/authorization.ts';
import { definitionsOf } from '../support/data-sets.ts';
import { form, textFile } from '../support/forms.ts';
import { type Described, descriptionBy, operationsIn, probes, publicPages } from '../support/openapi.ts';
import { answered } from '../support/questions.ts';
import { type Reply, gatewayWith } from '../support/rest.ts';
import { askToAdminister } from './openapi-answers/administration.ts';

const mia = 'mia@workspace.test';
const gateway = gatewayWith(() => ['--webhook-hosts', '*'], { email: mia });
const fetched = publicPages(gateway);
let described: Described;

beforeAll(async () => {
  described = await descriptionBy(gateway);
});

const everyOperation = () => operationsIn(described.document);

test('an answer with what is not described is told from a good one', async () => {
  const reply = await gateway.admin.call('GET /me');
  expect(described.faultsOf('GET /api/workspace/me', reply)).toBeUndefined();
  const broken: Reply = { ...reply, body: { ...reply.body, maxUploadBytes: 'many' as never } };
  expect(described.faultsOf('GET /api/workspace/me', broken)).toMatchObject({ errors: [{ keyword: 'type' }] });
  expect(described.faultsOf('GET /api/workspace/me', { ...reply, status: 418 })).toMatch(/418/);
});

/** Asks, and has the answer compared with its description; `place` is the path with its parameters' names. */
async function ask(request: string, place: string, body?: unknown, by = gateway.admin) {
  const reply = await by.call(request, body);
  const [method] = request.split(' ');
  expect(described.faultsOf(`${method} /api/workspace${place}`, reply)).toBeUndefined();
  toured.add(`${method} /api/workspace${place}`);
  return reply.headers.get('content-type')?.includes('json') ? reply.body : ({} as Reply['body']);
}
const toured = new Set<string>();

describe('answers are as they are described:', () => {
  test('probes', async () => {
    for (const probe of probes) {
      expect(described.faultsOf(probe, await fetched(probe.replace('GET ', '')))).toBeUndefined();
      toured.add(probe);
    }
  });

  test('me and channels', async () => {
    await ask('GET /me', '/me');
    await ask('POST /channels', '/channels', { name: 'Sales' });
    await ask('POST /channels', '/channels', { name: 'Sales', slug: 'sales' });
    await ask('GET /channels?limit=1', '/channels');
    await ask('GET /channels?limit=0', '/channels');
    await ask('PATCH /channels/sales', '/channels/{channelId}', { description: 'Deals' });
    await ask('PATCH /channels/sales', '/channels/{channelId}', { name: 'Mine' }, gateway.as(mia));
    await ask(`PUT /channels/sales/members/${gateway.idOf(mia)}`, '/channels/{channelId}/members/{userId}', {
      role: 'writer',
    });
    await ask('GET /channels/sales/members', '/channels/{channelId}/members');
    await ask(`DELETE /channels/sales/members/${gateway.idOf(mia)}`, '/channels/{channelId}/members/{userId}');
    await ask('GET /channels/nowhere', '/channels/{channelId}');
  });

  test('people', async () => {
    await ask('GET /people?q=mia', '/people');
    await ask('GET /people?q=', '/people');
    const mentionedUserIds = [gateway.idOf(mia)];
    await gateway.admin.done('POST /channels/general/posts', { body: 'Look', mentionedUserIds });
    const { items } = await ask('GET /inbox?unseen=true', '/inbox', undefined, gateway.as(mia));
    expect(items).toHaveLength(1);
    await ask('GET /inbox?unseen=yes', '/inbox');
    await ask('POST /inbox/seen', '/inbox/seen', { until: items[0]!.at });
    await ask('POST /inbox/seen', '/inbox/seen', { until: 'now' });
    const opening = 'resourceType=channel&resourceId=general&visibility=private';
    await ask(`GET /access-preview?${opening}`, '/access-preview');
    await ask(`GET /access-preview?${opening}`, '/access-preview', undefined, gateway.as(mia));
    await ask('GET /access-preview?resourceType=file', '/access-preview');
    await ask('GET /me/sign-ins', '/me/sign-ins');
    await ask('DELETE /me/sign-ins/none', '/me/sign-ins/{signInId}');
    const passwords = { currentPassword: 'a guess', password: 'correct horse' };
    await ask('PUT /me/password', '/me/password', passwords);
    await ask('PUT /me/password', '/me/password', { password: 'short' });
    await givePasswords(gateway.dataFolder, mia);
    const token = { name: 'Report', scopes: ['workspace.read'], expiresInDays: 1 };
    const asMia = gateway.as(mia);
    await ask('POST /me/tokens', '/me/tokens', { ...token, currentPassword: password }, asMia);
    await ask('POST /me/tokens', '/me/tokens', { ...token, currentPassword: 'a guess' }, asMia);
    await ask('POST /me/tokens', '/me/tokens', { ...token, currentPassword: 'a guess' });
    await ask('GET /me/sign-ins', '/me/sign-ins', undefined, asMia);
    const receiver = { url: 'https://hooks.invalid/', channelId: 'general', types: ['post'] };
    const { webhook } = await ask('POST /me/webhooks', '/me/webhooks', receiver);
    await ask('POST /me/webhooks', '/me/webhooks', receiver);
    await ask('GET /me/webhooks', '/me/webhooks');
    const own = '/me/webhooks/{webhookId}';
    await ask(`GET /me/webhooks/${webhook.id}`, own);
    await ask(`PUT /me/webhooks/${webhook.id}/deliveries`, `${own}/deliveries`);
    await ask(`DELETE /me/webhooks/${webhook.id}`, own);
  });

  test('artifacts', async () => {
    const { artifact } = await ask('POST /artifacts', '/artifacts', {
      kind: 'markdown',
      title: 'Plan',
      content: 'one\n',
      channelId: 'general',
      idempotencyKey: 'tour-1',
    });
    const update = { expectedVersionId: artifact.versionId, content: 'two\n' };
    await ask(`PATCH /artifacts/${artifact.id}`, '/artifacts/{artifactId}', { ...update, idempotencyKey: 'tour-2' });
    await ask(`PATCH /artifacts/${artifact.id}`, '/artifacts/{artifactId}', { ...update, idempotencyKey: 'tour-3' });
    const move = { channelId: null, idempotencyKey: 'tour-5' };
    await ask(`PATCH /artifacts/${artifact.id}`, '/artifacts/{artifactId}', move);
    await ask(`GET /artifacts/${artifact.id}?length=4`, '/artifacts/{artifactId}');
    await ask('GET /artifacts', '/artifacts');
    await ask(`GET /artifacts/${artifact.id}/versions`, '/artifacts/{artifactId}/versions');
    await ask(
      `GET /artifacts/${artifact.id}/versions/${artifact.versionId}`,
      '/artifacts/{artifactId}/versions/{versionId}',
    );
    const { artifact: now } = await ask(`GET /artifacts/${artifact.id}`, '/artifacts/{artifactId}');
    const restore = `/artifacts/${artifact.id}/versions/${artifact.versionId}/restore`;
    const restoring = '/artifacts/{artifactId}/versions/{versionId}/restore';
    await ask(`POST ${restore}`, restoring, { expectedVersionId: now.versionId });
    await ask(`POST ${restore}`, restoring, { expectedVersionId: now.versionId });
    await ask(`GET /artifacts/${artifact.id}/diff?from=${now.versionId}`, '/artifacts/{artifactId}/diff');
    const link = { targetType: 'channel', targetId: 'general' };
    await ask(`POST /artifacts/${artifact.id}/links`, '/artifacts/{artifactId}/links', link);
    await ask(`DELETE /artifacts/${artifact.id}/links`, '/artifacts/{artifactId}/links', link);
    await ask('POST /artifacts', '/artifacts', { kind: 'markdown' });
    await ask(`DELETE /artifacts/${artifact.id}`, '/artifacts/{artifactId}');
    await ask('GET /trash', '/trash');
    await ask(`POST /trash/${artifact.id}/restore`, '/trash/{trashedId}/restore');
    await ask(`DELETE /artifacts/${artifact.id}`, '/artifacts/{artifactId}');
    await ask(`DELETE /trash/${artifact.id}`, '/trash/{trashedId}');
    const content = 'name,fee\nAda,"$1,200 (net)"\n';
    const { artifact: sheet } = await ask('POST /artifacts', '/artifacts', {
      kind: 'csv',
      title: 'Fees',
      content,
      idempotencyKey: 'tour-4',
    });
    await ask(`GET /artifacts/${sheet.id}/sheet`, '/artifacts/{artifactId}/sheet');
    await ask(`GET /artifacts/${artifact.id}/sheet`, '/artifacts/{artifactId}/sheet');
    const query = { mode: 'deterministic', artifactId: sheet.id, operation: 'records' };
    await ask('POST /queries', '/queries', { ...query, fields: ['fee_number'] });
    await ask('POST /queries', '/queries', { ...query, channelId: 'general' });
  });

  test('files', async () => {
    const { file } = await ask('POST /files', '/files', form(['file', textFile('hello'), 'a.txt']));
    await ask('POST /files', '/files', form(['sha256', 'a'.repeat(64)], ['file', textFile('hello'), 'a.txt']));
    await ask('POST /files', '/files', {});
    await ask('POST /files/prepare', '/files/prepare', {});
    await ask('GET /files', '/files');
    await ask(`GET /files/${file.id}`, '/files/{fileId}');
    await ask(`PATCH /files/${file.id}`, '/files/{fileId}', { fileName: 'b.txt' });
    await ask(`PATCH /files/${file.id}`, '/files/{fileId}', { fileName: '..' });
    await ask(`GET /files/${file.id}/content`, '/files/{fileId}/content');
    const beyond = await gateway.admin.call(`GET /files/${file.id}/content`, undefined, { range: 'bytes=9-' });
    expect(beyond.status).toBe(416);
    expect(described.faultsOf('GET /api/workspace/files/{fileId}/content', beyond)).toBeUndefined();
    await ask(`GET /files/${file.id}/text?length=4`, '/files/{fileId}/text');
    await ask(`GET /files/${file.id}/text?offset=9`, '/files/{fileId}/text');
    const link = { targetType: 'channel', targetId: 'general' };
    await ask(`POST /files/${file.id}/links`, '/files/{fileId}/links', link);
    await ask(`DELETE /files/${file.id}/links`, '/files/{fileId}/links', link);
  });

  test('the trash', async () => {
    const { channel } = await ask('POST /channels', '/channels', { name: 'Doomed' });
    const place = `/channels/${channel.id}`;
    const { dataSet } = await ask(`POST ${place}/data-sets`, '/channels/{channelId}/data-sets', { name: 'Deals' });
    const definition = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
    const { view } = await ask(`POST ${place}/views`, '/channels/{channelId}/views', definition);
    const { file } = await ask('POST /files', '/files', form(['file', textFile('hello'), 'a.txt']));
    const { session } = await ask('POST /sessions', '/sessions', { title: 'Talk' });
    await ask(`DELETE ${place}/views/${view.id}`, '/channels/{channelId}/views/{viewId}');
    await ask(`DELETE ${place}/data-sets/${dataSet.objectTypeId}`, '/channels/{channelId}/data-sets/{objectTypeId}');
    await ask(`DELETE ${place}`, '/channels/{channelId}');
    await ask(`DELETE /files/${file.id}`, '/files/{fileId}');
    await ask(`DELETE /sessions/${session.id}`, '/sessions/{sessionId}');
    await ask('DELETE /sessions/ses_none', '/sessions/{sessionId}');
    await ask('GET /trash?type=channel', '/trash');
    await ask(`POST /trash/${view.id}/restore`, '/trash/{trashedId}/restore');
    await ask(`DELETE /trash/${channel.id}`, '/trash/{trashedId}');
  });

  test('sessions and search', async () => {
    const { session } = await ask('POST /sessions', '/sessions', { title: 'Talk', channelId: 'general' });
    await ask('GET /sessions', '/sessions');
    await ask(`GET /sessions/${session.id}`, '/sessions/{sessionId}');
    await ask(`GET /sessions/${session.id}/messages`, '/sessions/{sessionId}/messages');
    await ask(`POST /sessions/${session.id}/channels`, '/sessions/{sessionId}/channels', { channelId: 'general' });
    await ask(`DELETE /sessions/${session.id}/channels`, '/sessions/{sessionId}/channels', { channelId: 'general' });
    await ask(`DELETE /sessions/${session.id}/channels/general`, '/sessions/{sessionId}/channels/{channelId}');
    const say = { body: 'What is the plan?' };
    const { query } = await ask(`POST /sessions/${session.id}/messages`, '/sessions/{sessionId}/messages', say);
    await ask(`GET /queries/${query.id}`, '/queries/{queryId}');
    await answered(gateway.admin, query.id);
    await ask(`GET /queries/${query.id}`, '/queries/{queryId}');
    await ask('GET /queries', '/queries');
    await ask(`GET /sessions/${session.id}/messages`, '/sessions/{sessionId}/messages');
    await ask('POST /queries', '/queries', { mode: 'session', question: 'What is the plan?' });
    await ask('POST /queries', '/queries', { mode: 'session', question: '' });
    await ask(`POST /queries/${query.id}/cancel`, '/queries/{queryId}/cancel');
    await ask('POST /queries/qry_1/cancel', '/queries/{queryId}/cancel');
    await ask('GET /search?q=talk', '/search');
    await ask('GET /search', '/search');
  });

  test('Data Sets, records, Views and queries', async () => {
    const place = '/channels/{channelId}';
    const { dataSet } = await ask('POST /channels/general/data-sets', `${place}/data-sets`, {
      name: 'Deals',
      fields: [
        { key: 'stage', type: 'select', options: { choices: [{ key: 'Open' }, { key: 'Won' }] } },
        { key: 'amount', type: 'number' },
      ],
    });
    const { objectTypeId } = dataSet;
    await ask(`GET /channels/general/data-sets/${objectTypeId}`, `${place}/data-sets/{objectTypeId}`);
    await ask(`GET /data-sets/${objectTypeId}`, '/data-sets/{objectTypeId}');
    await ask(`PATCH /channels/general/data-sets/${objectTypeId}`, `${place}/data-sets/{objectTypeId}`, {
      name: 'All deals',
    });
    const csv = (text: string) => ['file', textFile(text), 'deals.csv'] as [string, Blob, string];
    await ask(
      'POST /channels/general/data-sets/import',
      `${place}/data-sets/import`,
      form(['name', 'Leads'], csv('Name\nAda\n')),
    );
    await ask(
      'POST /channels/general/data-sets/preview-import',
      `${place}/data-sets/preview-import`,
      form(['objectTypeId', objectTypeId], csv('stage,amount,other\nWon,many,1\n')),
    );
    await ask(
      `POST /channels/general/data-sets/${objectTypeId}/import`,
      `${place}/data-sets/{objectTypeId}/import`,
      form(csv('stage,amount\nWon,3\n')),
    );
    await ask(
      `POST /channels/general/data-sets/${objectTypeId}/import`,
      `${place}/data-sets/{objectTypeId}/import`,
      form(csv('stage,amount\nWon,many\n')),
    );
    await ask(
      'POST /channels/general/data-sets/import',
      `${place}/data-sets/import`,
      form(['name', 'Leads'], csv('Name\nAda,3\n')),
    );
    const { artifact } = await ask('POST /artifacts', '/artifacts', {
      kind: 'csv',
      title: 'Leads',
      content: 'Name\nAda\n',
      idempotencyKey: 'leads',
    });
    await ask('POST /channels/general/data-sets/import', `${place}/data-sets/import`, { artifactId: artifact.id });
    const exported = `${place}/data-sets/{objectTypeId}/export`;
    await ask(`GET /channels/general/data-sets/${objectTypeId}/export?format=pdf`, exported);
    const file = await gateway.admin.call(`GET /channels/general/data-sets/${objectTypeId}/export`);
    expect(described.faultsOf(`GET /api/workspace${exported}`, file)).toBeUndefined();
    const archive = await gateway.admin.call('GET /channels/general/export');
    expect(described.faultsOf(`GET /api/workspace${place}/export`, archive)).toBeUndefined();
    await ask('GET /channels/nowhere/export', `${place}/export`);
    const values = { stage: 'Won', amount: 12.5 };
    const { record } = await ask('POST /channels/general/records', `${place}/records`, {
      objectTypeId,
      title: 'One',
      values,
    });
    await ask('POST /channels/general/records', `${place}/records`, {
      objectTypeId,
      title: 'Two',
      values: { amount: 'x' },
    });
    await ask(`GET /channels/general/records/${record.id}`, `${place}/records/{recordId}`);
    await ask(`PATCH /channels/general/records/${record.id}`, `${place}/records/{recordId}`, {
      values: { amount: 13 },
    });
    await ask(`PATCH /channels/general/records/${record.id}`, `${place}/records/{recordId}`, {
      values: {},
      expectedVersionNumber: 1,
    });
    await ask(`GET /channels/general/records/${record.id}/versions`, `${place}/records/{recordId}/versions`);
    await ask(`GET /channels/general/records/${record.id}/attachments`, `${place}/records/{recordId}/attachments`);
    const table = { name: 'Won', objectTypeId, renderer: 'table' };
    const { view } = await ask('POST /channels/general/views', `${place}/views`, table);
    const saved = { ...table, expectedCurrentVersionId: view.currentVersionId };
    await ask(`PATCH /channels/general/views/${view.id}`, `${place}/views/{viewId}`, { ...saved, name: 'All' });
    await ask(`PATCH /channels/general/views/${view.id}`, `${place}/views/{viewId}`, saved);
    await ask(`GET /channels/general/views/${view.id}`, `${place}/views/{viewId}`);
    const [at, history] = [`/channels/general/views/${view.id}`, `${place}/views/{viewId}`];
    const { versions } = await ask(`GET ${at}/versions`, `${history}/versions`);
    const [now, before] = versions.map(({ versionId }) => versionId);
    await ask(`GET ${at}/versions/${before}`, `${history}/versions/{versionId}`);
    await ask(`GET ${at}/diff?from=${before}`, `${history}/diff`);
    await ask(`GET ${at}/anchors`, `${history}/anchors`);
    const restoring = `${history}/versions/{versionId}/restore`;
    await ask(`POST ${at}/versions/${before}/restore`, restoring, { expectedCurrentVersionId: now });
    await ask(`POST ${at}/versions/${before}/restore`, restoring, { expectedCurrentVersionId: now });
    await ask('GET /channels/general/views', `${place}/views`);
    await ask('GET /channels/general', place);
    for (const definition of definitionsOf(objectTypeId)) {
      const { view: other } = await ask('POST /channels/general/views', `${place}/views`, definition);
      await ask(`GET /channels/general/views/${other.id}/data`, `${place}/views/{viewId}/data`);
    }
    const filters = encodeURIComponent('[{"fieldKey": "stage", "op": "eq", "value": "Won"}]');
    await ask(`GET /channels/general/views/${view.id}/data?filters=${filters}`, `${place}/views/{viewId}/data`);
    const query = { mode: 'deterministic', channelId: 'general', objectTypeId };
    await ask('POST /queries', '/queries', { ...query, operation: 'records' });
    const metrics = [{ alias: 'sum', function: 'sum', field: 'amount' }];
    await ask('POST /queries', '/queries', { ...query, operation: 'aggregate', groupBy: ['stage'], metrics });
    await ask('POST /queries', '/queries', { ...query, operation: 'aggregate', groupBy: ['nothing'] });
    const batch = { objectTypeId, create: [{ title: 'Two' }], update: [{ id: record.id, title: 'Other' }] };
    await ask('POST /channels/general/records/batch', `${place}/records/batch`, batch);
    await ask('POST /channels/general/records/batch', `${place}/records/batch`, { objectTypeId, delete: ['rec_1'] });
    const many = { objectTypeId, filters: [], values: { stage: 'Open' }, expectedCount: 3 };
    await ask('POST /channels/general/records/update', `${place}/records/update`, many);
    await ask('POST /channels/general/records/update', `${place}/records/update`, { ...many, expectedCount: 4 });
    await ask(`DELETE /channels/general/records/${record.id}`, `${place}/records/{recordId}`);
  });

  test('posts, discussions, the feed and feedback', async () => {
    const place = '/channels/{channelId}';
    const mentions = {
      mentionedUserIds: [gateway.idOf(mia)],
      mentionedChannelIds: [],
      mentionedDataSetIds: [],
      mentionedViewIds: [],
    };
    const { post } = await ask('POST /channels/general/posts', `${place}/posts`, { body: 'Hello', ...mentions });
    const at = `/channels/general/posts/${post.id}`;
    await ask(`GET ${at}`, `${place}/posts/{postId}`);
    await ask(`PATCH ${at}`, `${place}/posts/{postId}`, { body: 'Hello all', ...mentions });
    await ask(`PATCH ${at}`, `${place}/posts/{postId}`, { body: 'Mine', ...mentions }, gateway.as(mia));
    await ask('POST /channels/general/posts', `${place}/posts`, { body: '' });
    const { reply } = await ask(`POST ${at}/replies`, `${place}/posts/{postId}/replies`, { body: 'Hi' });
    await ask(`GET ${at}/replies`, `${place}/posts/{postId}/replies`);
    const thread = `/channels/general/feed/threads/post/${post.id}`;
    const threads = `${place}/feed/threads/{subjectType}/{subjectId}`;
    await ask(`GET ${thread}`, threads);
    await ask(`POST ${thread}/comments`, `${threads}/comments`, { body: 'And again' });
    await ask(`POST ${thread}/reactions`, `${threads}/reactions`, { reaction: 'eyes', active: true });
    const comment = `/channels/general/feed/comments/${reply.id}`;
    await ask(`GET ${comment}`, `${place}/feed/comments/{commentId}`);
    await ask(`PATCH ${comment}`, `${place}/feed/comments/{commentId}`, { body: 'Hi there' });
    await ask('GET /channels/general/feed', `${place}/feed`);
    await ask('GET /activity', '/activity');
    await ask(`DELETE ${comment}`, `${place}/feed/comments/{commentId}`);
    await ask(`DELETE ${at}`, `${place}/posts/{postId}`);
    await ask('POST /feedback', '/feedback', { description: 'Good' });
    await ask('POST /feedback', '/feedback', { description: 'Good', queryId: 'qry_00000000000000000000000000' });
  });

  test('administration', async () => {
    await askToAdminister(gateway, ask);
    await ask('POST /me/sign-out', '/me/sign-out', {}, gateway.as(mia));
  });

  test('no operation was left out', () => {
    const routes = everyOperation().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(routes.filter((route) => !toured.has(route))).toEqual([]);
  });
});
