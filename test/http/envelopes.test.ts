import { beforeAll, describe, expect, test } from 'vitest';
import { form } from '../support/forms.ts';
import { replyOf, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const upload = () => form(['file', new Blob(['text']), 'a.txt']);
const artifact = (title: string) => ({ kind: 'markdown', title, content: 'text', idempotencyKey: crypto.randomUUID() });
/** The IDs that stand in braces in the tables below. */
const ids: Record<string, string> = {};
const filled = (request: string) => request.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name]!);

beforeAll(async () => {
  const { done } = gateway.admin;
  const created = (await done('POST /artifacts', artifact('Plan'))).artifact;
  Object.assign(ids, {
    artifact: created.id,
    version: created.versionId,
    file: (await done('POST /files', upload())).file.id,
    session: (await done('POST /sessions', {})).session.id,
    user: (await done('GET /me')).userId,
    post: (await done('POST /channels/general/posts', { body: 'Plan' })).post.id,
  });
  await done(filled('POST /files/{file}/links'), { targetType: 'channel', targetId: 'general' });
});

type Envelope = 'channel' | 'artifact' | 'file' | 'session' | 'post' | 'reply' | 'comment';

describe('a creation answers 201 with a Location:', () => {
  test.each<[request: string, envelope: Envelope, body: () => unknown, kept?: Envelope]>([
    ['POST /channels', 'channel', () => ({ name: 'Deals' })],
    ['POST /artifacts', 'artifact', () => artifact('Offer')],
    ['POST /files', 'file', upload],
    ['POST /sessions', 'session', () => ({ title: 'Questions' })],
    ['POST /channels/general/posts', 'post', () => ({ body: 'Hello' })],
    ['POST /channels/general/posts/{post}/replies', 'reply', () => ({ body: 'Hello' }), 'comment'],
    ['POST /channels/general/feed/threads/file/{file}/comments', 'comment', () => ({ body: 'Hello' })],
  ])('%s', async (request, envelope, body, kept = envelope) => {
    const { status, headers, body: created } = await gateway.admin.call(filled(request), body());
    expect(status).toBe(201);
    expect(Object.keys(created)).toEqual([envelope]);
    expect(created[envelope].id).toMatch(/^(ch|art|file|ses|post|cmt)_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(created[envelope].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const located = new URL(headers.get('location')!, `${gateway.url}${new URL(gateway.url).pathname}`);
    const found = await replyOf(await fetch(located, { headers: { authorization: `Bearer ${gateway.admin.token}` } }));
    expect(found.body[kept]).toMatchObject(created[envelope]);
  });
});

describe('everything else answers 200 under its own name:', () => {
  test.each<[request: string, envelope: string, body?: unknown]>([
    ['GET /me', 'userId name organization scopes maxUploadBytes'],
    ['GET /channels', 'channels'],
    ['GET /channels/general', 'channel'],
    ['PATCH /channels/general', 'channel', { description: 'All' }],
    ['GET /channels/general/members', 'members'],
    ['GET /people', 'people'],
    ['GET /me/sign-ins', 'signIns'],
    ['DELETE /me/sign-ins/none', 'deleted'],
    ['GET /inbox', 'items'],
    ['POST /inbox/seen', 'seenUntil', { until: '2026-01-01T00:00:00Z' }],
    ['PUT /channels/general/members/{user}', 'member', { role: 'manager' }],
    ['DELETE /channels/general/members/usr_unknown', 'deleted'],
    ['GET /artifacts', 'artifacts'],
    ['GET /artifacts/{artifact}', 'artifact'],
    ['GET /artifacts/{artifact}/versions', 'versions'],
    ['GET /artifacts/{artifact}/versions/{version}', 'version'],
    ['GET /files', 'files'],
    ['GET /files/{file}', 'file'],
    ['POST /files/{file}/links', 'file', { targetType: 'channel', targetId: 'general' }],
    ['GET /sessions', 'sessions'],
    ['GET /sessions/{session}', 'session'],
    ['GET /sessions/{session}/messages', 'messages'],
    ['GET /search?q=plan', 'results'],
    ['GET /channels/general/posts/{post}', 'post'],
    ['GET /channels/general/posts/{post}/replies', 'replies'],
    ['GET /channels/general/feed', 'items'],
    ['GET /channels/general/feed/threads/post/{post}', 'root comments reactions'],
    [
      'POST /channels/general/feed/threads/post/{post}/reactions',
      'reaction active count',
      { reaction: 'eyes', active: true },
    ],
    ['POST /feedback', 'feedback', { description: 'Good' }],
  ])('%s', async (request, envelope, body) => {
    const { status, headers, body: answer } = await gateway.admin.call(filled(request), body);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Object.keys(answer)).toEqual(envelope.split(' '));
  });

  test('an update too', async () => {
    const body = { expectedVersionId: ids.version, title: 'Better plan', idempotencyKey: 'better' };
    const { status, body: answer } = await gateway.admin.call(filled('PATCH /artifacts/{artifact}'), body);
    expect([status, answer.artifact.title]).toEqual([200, 'Better plan']);
  });
});

test('an absent value is left out, never null, and a list of artifacts leaves the content out', async () => {
  for (const list of [
    '/channels',
    '/artifacts',
    '/files',
    '/sessions',
    '/channels/general/members',
    '/people',
    '/inbox',
    '/search?q=plan',
  ]) {
    const { bytes } = await gateway.admin.call(`GET ${list}`);
    expect(bytes.toString()).not.toMatch(/:null|"content":/);
  }
});

describe('a link ends by DELETE with a body, with query parameters, or in the path:', () => {
  const inBody = (body: Record<string, string>) => (path: string) => gateway.admin.call(`DELETE ${path}`, body);
  const inQuery = (query: Record<string, string>) => (path: string) =>
    gateway.admin.call(`DELETE ${path}?${new URLSearchParams(query).toString()}`);
  const toGeneral = { targetType: 'channel', targetId: 'general' };
  const inBoth = (path: string) => gateway.admin.call(`DELETE ${path}?targetType=channel`, { targetId: 'general' });

  test.each([
    ['body', inBody(toGeneral)],
    ['query', inQuery(toGeneral)],
    ['a part of each', inBoth],
  ])('artifact, %s', async (_way, unlink) => {
    const links = filled('/artifacts/{artifact}/links');
    expect((await gateway.admin.done(`POST ${links}`, toGeneral)).attached).toBe(true);
    expect((await gateway.admin.done(`POST ${links}`, toGeneral)).attached).toBe(false);
    expect((await unlink(links)).body).toEqual({ detached: true });
    expect((await unlink(links)).body).toEqual({ detached: false });
  });

  test.each([
    ['body', inBody(toGeneral)],
    ['query', inQuery(toGeneral)],
    ['a part of each', inBoth],
  ])('file, %s', async (_way, unlink) => {
    const links = filled('/files/{file}/links');
    expect((await gateway.admin.done(`POST ${links}`, toGeneral)).file.links).toHaveLength(1);
    for (const _again of [1, 2]) expect((await unlink(links)).body.file.links).toEqual([]);
  });

  test.each([
    ['body', inBody({ channelId: 'general' })],
    ['query', inQuery({ channelId: 'general' })],
    ['path', (path: string) => gateway.admin.call(`DELETE ${path}/general`)],
  ])('session, %s', async (_way, unlink) => {
    const channels = filled('/sessions/{session}/channels');
    expect((await gateway.admin.done(`POST ${channels}`, { channelId: 'general' })).attached).toBe(true);
    expect((await gateway.admin.done(`POST ${channels}`, { channelId: 'general' })).attached).toBe(false);
    expect((await unlink(channels)).body).toEqual({ detached: true });
    expect((await unlink(channels)).body).toEqual({ detached: false });
  });
});

test('a change over HTTP is audited once, as one through the api, and a repeated link not again', async () => {
  const events = () =>
    inStorage(gateway.dataFolder, (tx) =>
      tx.selectFrom('audit_events').select(['action', 'interface', 'user_id', 'client_app']).orderBy('id').execute(),
    );
  const before = (await events()).length;
  const { session } = await gateway.admin.done('POST /sessions', {});
  for (const _again of [1, 2])
    await gateway.admin.done(`POST /sessions/${session.id}/channels`, { channelId: 'general' });
  await gateway.admin.done('POST /artifacts', { ...artifact('By an agent'), clientApp: 'codex' });
  const by = { interface: 'api', user_id: ids.user };
  expect((await events()).slice(before)).toEqual([
    { ...by, action: 'session.started', client_app: null },
    { ...by, action: 'session.attached', client_app: null },
    { ...by, action: 'artifact.created', client_app: 'codex' },
  ]);
});

describe('HEAD answers what GET answers, without the body:', () => {
  test.each(['/health', '/ready', '/problems/forbidden', '/api/workspace/me', '/api/workspace/channels'])(
    '%s',
    async (path) => {
      const headers = { authorization: `Bearer ${gateway.admin.token}` };
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => replyOf(await fetch(gateway.url + path, { method, headers }))),
      );
      expect([head!.status, head!.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'cache-control']) {
        expect([name, head!.headers.get(name)]).toEqual([name, get!.headers.get(name)]);
      }
    },
  );
});

test('health and readiness need no token', async () => {
  for (const path of ['/health', '/ready']) {
    const { status, body } = await replyOf(await fetch(gateway.url + path));
    expect([status, typeof body]).toEqual([200, 'object']);
  }
});

test("the page that a problem's type names explains it, without a token", async () => {
  const { type } = (await gateway.admin.call('GET /files/file_unknown')).body;
  const page = await fetch(new URL(type, gateway.url));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toMatch(/not_found.*404/s);
  expect((await fetch(`${gateway.url}/problems/constructor`)).status).toBe(404);
});

test("a resource's url lies on the gateway, and its page is the same for what does not exist", async () => {
  const { channel } = await gateway.admin.done('GET /channels/general');
  const { artifact } = await gateway.admin.done('POST /artifacts', {
    kind: 'markdown',
    title: 'Linked',
    content: 'x',
    idempotencyKey: 'linked',
  });
  const pages = [channel.url!, artifact.url!, `${gateway.url}/files/file_unknown`, `${channel.url}/posts/post_unknown`];
  const answers = await Promise.all(pages.map((url) => fetch(url)));
  for (const { status, headers } of answers)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(pages[0]).toMatch(new RegExp(`^${gateway.url}/`));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
});
