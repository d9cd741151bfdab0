import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/store/ids.ts';
import { form, textFile } from '../support/forms.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { type Account, type Body, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });

type ListName =
  | 'channels'
  | 'members'
  | 'people'
  | 'artifacts'
  | 'versions'
  | 'files'
  | 'sessions'
  | 'messages'
  | 'results';
interface List {
  readonly name: ListName;
  readonly path: string;
  /** Makes one item more, which no page that is still to come may hold or hide others by. */
  readonly add: () => Promise<unknown>;
}

const document = (title: string, more: object = {}) => ({ kind: 'markdown', title, content: 'text', ...more });
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const newArtifact = (title = 'Plan', more: object = {}) =>
  gateway.admin.done('POST /artifacts', document(title, more), keyed());
const newFile = (name = 'plan.txt') => gateway.admin.done('POST /files', form(['file', textFile('text'), name]));
const newSession = (title = 'Plan') => gateway.admin.done('POST /sessions', { title });
/** The last of all by name. */
const newChannel = () => gateway.admin.done('POST /channels', { name: 'Zz' });

async function newVersion(artifactId: string) {
  const { artifact } = await gateway.admin.done(`GET /artifacts/${artifactId}`);
  const body = { expectedVersionId: artifact.versionId, content: crypto.randomUUID() };
  return gateway.admin.done(`PATCH /artifacts/${artifactId}`, body, keyed());
}

const newMessage = (sessionId: string) =>
  inStorage(gateway.dataFolder, (tx) => {
    const message = {
      id: newId('msg'),
      session_id: sessionId,
      role: 'user' as const,
      body: 'More?',
      created_at: '2026-01-01T00:00:00.000Z',
    };
    return tx.insertInto('messages').values(message).execute();
  });

async function newMember() {
  const id = newId('usr');
  await inStorage(gateway.dataFolder, async (tx) => {
    const { organization_id } = await tx.selectFrom('users').select('organization_id').executeTakeFirstOrThrow();
    const created_at = '2026-01-01T00:00:00.000Z';
    await tx
      .insertInto('users')
      .values({ id, organization_id, name: 'New', email: null, role: 'member', created_at })
      .execute();
  });
  return gateway.admin.done(`PUT /channels/general/members/${id}`, { role: 'reader' });
}

const lists: List[] = [];
const listNames: ListName[] = [
  'channels',
  'members',
  'people',
  'artifacts',
  'versions',
  'files',
  'sessions',
  'messages',
  'results',
];
const listOf = (name: ListName) => lists.find((list) => list.name === name)!;

beforeAll(async () => {
  const artifactId = (await newArtifact()).artifact.id;
  const sessionId = (await newSession()).session.id;
  lists.push(
    { name: 'channels', path: '/channels', add: newChannel },
    { name: 'members', path: '/channels/general/members', add: newMember },
    { name: 'people', path: '/people', add: newMember },
    { name: 'artifacts', path: '/artifacts', add: newArtifact },
    { name: 'versions', path: `/artifacts/${artifactId}/versions`, add: () => newVersion(artifactId) },
    { name: 'files', path: '/files', add: newFile },
    { name: 'sessions', path: '/sessions', add: newSession },
    { name: 'messages', path: `/sessions/${sessionId}/messages`, add: () => newMessage(sessionId) },
    { name: 'results', path: '/search', add: newArtifact },
  );
  for (const { add } of lists) for (let count = 0; count < 7; count += 1) await add();
});

interface Item {
  readonly id?: string;
  readonly userId?: string;
  readonly versionId?: string;
}
/** The IDs of the items. A version's is `versionId`. */
const idsIn = (list: ListName, body: Body) =>
  (body[list] as Item[]).map(({ id, userId, versionId }) => id ?? userId ?? versionId!);

const page = (path: string, query: Record<string, string>, by: Account = gateway.admin) =>
  by.call(`GET ${path}?${new URLSearchParams(query).toString()}`);

/** All pages from the first to the last. */
async function walk({ name, path }: List, query: Record<string, string>, between: () => unknown = () => {}) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await page(path, { ...query, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    pages.push(idsIn(name, body));
    cursor = body.nextCursor;
    await between();
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

describe.each(listNames)('the list of %s', (name) => {
  test('comes whole, page by page, with a cursor only while another page exists', async () => {
    const list = listOf(name);
    const [all] = await walk(list, { limit: '200' });
    expect(all!.length).toBeGreaterThan(6);
    for (const limit of [1, 3, all!.length - 1, all!.length]) {
      const pages = await walk(list, { limit: String(limit) });
      expect(
        pages
          .map((ids) => ids.length)
          .slice(0, -1)
          .every((length) => length === limit),
      ).toBe(true);
      expect(pages.at(-1)).not.toEqual([]);
      expect(pages.flat()).toEqual(all);
    }
  });

  test('neither repeats nor skips what was there when more is added between pages', async () => {
    const list = listOf(name);
    const [before] = await walk(list, { limit: '200' });
    let added = 0;
    const pages = await walk(list, { limit: '2' }, () => added++ < 3 && list.add());
    const seen = pages.flat();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before!.includes(id))).toEqual(before);
  });

  test('takes a limit of 200 and refuses 201, naming the most', async () => {
    const { path } = listOf(name);
    expect((await page(path, { limit: '200' })).status).toBe(200);
    expect(saidIn(expectProblem(await page(path, { limit: '201' }), 'invalid_request'))).toContain('200');
  });
});

test('a search neither repeats nor skips what was there when more is found between pages', async () => {
  const list = { name: 'results', path: '/search', add: newArtifact } as const;
  const [before] = await walk(list, { q: 'text', limit: '200' });
  let added = 0;
  const pages = await walk(list, { q: 'text', limit: '2' }, () => added++ < 3 && list.add());
  const seen = pages.flat();
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => before!.includes(id)).sort()).toEqual(before!.toSorted());
});

test('without a limit a page holds 50', async () => {
  await Promise.all(Array.from({ length: 51 }, () => newSession()));
  const { body } = await page('/sessions', {});
  expect([body.sessions.length, typeof body.nextCursor]).toEqual([50, 'string']);
});

test('newest first', async () => {
  const ids = [(await newFile()).file.id, (await newFile()).file.id, (await newFile()).file.id];
  expect(idsIn('files', (await page('/files', { limit: '3' })).body)).toEqual(ids.toReversed());
});

describe('a cursor is refused', () => {
  const cursorOf = async (path: string, query: Record<string, string> = {}) =>
    (await page(path, { ...query, limit: '1' })).body.nextCursor!;
  const refused = async (path: string, query: Record<string, string>, by?: Account) =>
    expectProblem(await page(path, query, by), 'invalid_request');

  test('that was issued to another user', async () => {
    const cursor = await cursorOf('/channels');
    await refused('/channels', { cursor }, gateway.as(mia));
  });

  test.each([
    ['/channels', '/files'],
    ['/files', '/artifacts'],
    ['/artifacts', '/search'],
    ['/search', '/sessions'],
  ])('that was issued for another list: of %s for %s', async (from, to) => {
    await refused(to, { cursor: await cursorOf(from) });
  });

  test('that was issued for the versions of another artifact', async () => {
    const other = (await newArtifact()).artifact.id;
    await refused(`/artifacts/${other}/versions`, { cursor: await cursorOf(listOf('versions').path) });
  });

  test.each<[path: string, issued: Record<string, string>, used: Record<string, string>]>([
    ['/artifacts', {}, { kind: 'markdown' }],
    ['/artifacts', { kind: 'markdown' }, {}],
    ['/artifacts', { q: 'plan' }, { q: 'plans' }],
    ['/artifacts', {}, { channelId: 'general' }],
    ['/search', { types: '["artifact"]' }, { types: '["artifact","file"]' }],
    ['/search', { q: 'plan' }, { q: 'text' }],
  ])('that was issued for %s with %o, with %o', async (path, issued, used) => {
    await refused(path, { ...used, cursor: await cursorOf(path, issued) });
  });

  test.each(['', '.', 'x', 'WyJ4Il0.', 'WyJ4Il0.AAAAAAAAAAAAAAAAAAAAAA', '%00'])(
    'that is made up: %j',
    async (cursor) => {
      await refused('/files', { cursor });
    },
  );

  test('that was changed by one character', async () => {
    const cursor = await cursorOf('/files');
    for (const at of [0, 5, cursor.length - 1]) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      await refused('/files', { cursor: changed });
    }
    for (const behind of ['.', '.more', `.${cursor}`]) await refused('/files', { cursor: cursor + behind });
  });

  test('but not with another limit', async () => {
    const cursor = await cursorOf('/files');
    expect((await page('/files', { cursor, limit: '5' })).status).toBe(200);
  });
});
