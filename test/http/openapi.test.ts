import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations, operationsByRoute } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { form, textFile } from '../support/forms.ts';
import { Described } from '../support/openapi.ts';
import { answered } from '../support/questions.ts';
import { type Reply, replyOf, sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const fetched = async (path: string, headers: Record<string, string> = {}) =>
  replyOf(await fetch(gateway.url + path, { headers }));
let document: OpenApi;
let described: Described;

beforeAll(async () => {
  document = (await fetched('/openapi.json')).body as unknown as OpenApi;
  described = new Described(document);
});

const probes = ['GET /health', 'GET /ready'];

const everyOperation = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

test('every operation of the table is described at its method and path, and nothing else', () => {
  const table = [...operations.flatMap(({ operation }) => [operation.http].flat()), ...probes];
  const routes = everyOperation().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(routes.sort()).toEqual([...new Set(table)].sort());
});

test('every address has the methods that the server says it has', async () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const url = gateway.url + path.replaceAll(/\{\w+\}/g, 'x_1');
    const reply = await replyOf(await fetch(url, { method: 'OPTIONS' }));
    const allowed = reply.headers.get('allow')?.split(', ').sort();
    expect([path, allowed]).toEqual([
      path,
      Object.keys(item)
        .map((method) => method.toUpperCase())
        .sort(),
    ]);
  }
});

test('Idempotency-Key is described where a key is taken, and the replay that it brings', () => {
  for (const { method, path, operation } of everyOperation()) {
    const { entries } = operationsByRoute.find(({ route }) => route === `${method.toUpperCase()} ${path}`) ?? {
      entries: [],
    };
    const taking = entries.filter(({ operation: { input } }) =>
      JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })).includes('"idempotencyKey":'),
    );
    const isAsked = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    const replayed = Object.entries(operation.responses).filter(
      ([, { headers = {} }]) => 'Idempotency-Replayed' in headers,
    );
    expect([method, path, isAsked, replayed.map(([status]) => Number(status))]).toEqual([
      method,
      path,
      taking.length > 0,
      taking.map(({ operation: { status = 200 } }) => status),
    ]);
  }
});

test('operations at one method and path share their scope, and differ in mode and status', () => {
  const shared = operationsByRoute.filter(({ entries }) => entries.length > 1);
  expect(shared.map(({ route }) => route)).toEqual(['POST /api/workspace/queries']);
  for (const { entries } of shared) {
    const distinct = (of: (operation: Operation) => unknown) =>
      new Set(entries.map(({ operation }) => of(operation))).size;
    expect(distinct(({ scope }) => scope)).toBe(1);
    expect(distinct(({ mode }) => mode ?? '')).toBe(entries.length);
    expect(distinct(({ status }) => status)).toBe(entries.length);
    for (const { operation } of entries) expect(operation.mode).toBeDefined();
  }
});

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every schema is valid JSON Schema whose references resolve', () => {
  for (const name of Object.keys(document.components.schemas)) described.validatorAt('components', 'schemas', name);
  for (const { method, path, operation } of everyOperation()) {
    const at = ['paths', path, method];
    for (const type of Object.keys(operation.requestBody?.content ?? {})) {
      described.validatorAt(...at, 'requestBody', 'content', type, 'schema');
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const type of Object.keys(content))
        described.validatorAt(...at, 'responses', status, 'content', type, 'schema');
    }
  }
});

test('operations are told apart, and each path parameter is described', () => {
  const ids = everyOperation().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of everyOperation()) {
    const named = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`);
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('every refusal is described as a problem', () => {
  for (const { method, path, operation } of everyOperation()) {
    const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    for (const [status, { content = {} }] of refusals)
      expect([method, path, status, Object.keys(content)]).toEqual([
        method,
        path,
        status,
        ['application/problem+json'],
      ]);
  }
});

test('a probe needs no token, and every other operation does', () => {
  for (const { method, path, operation } of everyOperation())
    expect([path, operation.security.length === 0]).toEqual([path, probes.includes(`${method.toUpperCase()} ${path}`)]);
});

test('examples are what their operations take', () => {
  const examples = everyOperation().filter(({ operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).some(({ examples }) => examples !== undefined),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const { method, path, operation } of examples) {
    const [type, { examples = {} }] = Object.entries(operation.requestBody!.content)[0]!;
    const validate = described.validatorAt('paths', path, method, 'requestBody', 'content', type, 'schema');
    for (const { value } of Object.values(examples)) {
      validate(value);
      expect([path, validate.errors]).toEqual([path, null]);
    }
  }
});

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
    await ask(`GET /artifacts/${artifact.id}?length=4`, '/artifacts/{artifactId}');
    await ask('GET /artifacts', '/artifacts');
    await ask(`GET /artifacts/${artifact.id}/versions`, '/artifacts/{artifactId}/versions');
    await ask(
      `GET /artifacts/${artifact.id}/versions/${artifact.versionId}`,
      '/artifacts/{artifactId}/versions/{versionId}',
    );
    const link = { targetType: 'channel', targetId: 'general' };
    await ask(`POST /artifacts/${artifact.id}/links`, '/artifacts/{artifactId}/links', link);
    await ask(`DELETE /artifacts/${artifact.id}/links`, '/artifacts/{artifactId}/links', link);
    await ask('POST /artifacts', '/artifacts', { kind: 'markdown' });
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
    const table = { name: 'Won', objectTypeId, renderer: 'table' };
    const { view } = await ask('POST /channels/general/views', `${place}/views`, table);
    const saved = { ...table, expectedCurrentVersionId: view.currentVersionId };
    await ask(`PATCH /channels/general/views/${view.id}`, `${place}/views/{viewId}`, { ...saved, name: 'All' });
    await ask(`PATCH /channels/general/views/${view.id}`, `${place}/views/{viewId}`, saved);
    await ask(`GET /channels/general/views/${view.id}`, `${place}/views/{viewId}`);
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
    await ask(`DELETE ${comment}`, `${place}/feed/comments/{commentId}`);
    await ask(`DELETE ${at}`, `${place}/posts/{postId}`);
    await ask('POST /feedback', '/feedback', { description: 'Good' });
    await ask('POST /feedback', '/feedback', { description: 'Good', queryId: 'qry_00000000000000000000000000' });
  });

  test('no operation was left out', () => {
    const routes = everyOperation().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(routes.filter((route) => !toured.has(route))).toEqual([]);
  });
});

const definitionsOf = (objectTypeId: string) => [
  { name: 'Board', objectTypeId, renderer: 'board', groupByFieldKey: 'stage' },
  {
    name: 'Figures',
    objectTypeId,
    renderer: 'dashboard',
    widgets: [
      { id: 'sum', title: 'Sum', type: 'number', metrics: [{ alias: 'sum', function: 'sum', field: 'amount' }] },
    ],
  },
  {
    name: 'Months',
    objectTypeId,
    renderer: 'pivot_table',
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'created_at', interval: 'month' },
    metric: { function: 'count_rows' },
  },
];

describe('the pages', () => {
  test.each(['/openapi.json', '/docs', '/problems/not_found'])(
    '%s is public, and is not sent again to whoever has it',
    async (path) => {
      const reply = await fetched(path);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
      const again = await fetched(path, { 'if-none-match': reply.headers.get('etag')! });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    },
  );

  test('/docs names every operation, links to the problems of each, and runs nothing', async () => {
    const reply = await fetched('/docs');
    const page = reply.bytes.toString();
    for (const { operation, method, path } of everyOperation()) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    }
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    for (const id of new Set(anchors)) expect(page).toContain(`id="${id}"`);
    expect(page).not.toMatch(/<script|\son\w+=|style="/);
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  });

  test('every code that an operation may answer has its page, which names the operation', async () => {
    const operationsByCode = Object.entries(codesToOperations());
    expect(operationsByCode.length).toBeGreaterThan(10);
    for (const [code, ids] of operationsByCode) {
      const reply = await fetched(`/problems/${code}`);
      expect([code, reply.status]).toEqual([code, 200]);
      expect(reply.bytes.toString()).toContain('<h2>What to do</h2>');
      for (const id of ids) expect(reply.bytes.toString()).toContain(`href="/docs#${id}"`);
    }
    expect((await fetched('/problems/none')).status).toBe(404);
  });
});

/** Which operations may answer each code. */
function codesToOperations(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { operation } of everyOperation()) {
    for (const { content } of Object.values(operation.responses)) {
      const codes = content?.['application/problem+json']?.schema.properties?.code?.enum ?? [];
      for (const code of codes as string[]) (found[code] ??= []).push(operation.operationId);
    }
  }
  return found;
}
