import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Name, staffedGateway } from '../support/people.ts';
import { accessToken, runWorkspace, startGateway } from '../support/product.ts';
import { Random } from '../support/random.ts';
import { type Account, accountAt, type Reply } from '../support/rest.ts';

const people = staffedGateway();

/** An answer that a client keeps, by its reader and address. */
type Kept = Map<string, Reply>;

/** Asks with the tag of the answer before. Returns the answer that the client then has. */
async function reread(account: Account, path: string, kept: Reply): Promise<Reply> {
  const reply = await account.call(`GET ${path}`, undefined, { 'if-none-match': kept.headers.get('etag') ?? '"none"' });
  if (reply.status !== 304) return reply;
  expect(reply.bytes.length).toBe(0);
  expect(reply.headers.get('etag')).toBe(kept.headers.get('etag'));
  return kept;
}

const tagOf = (reply: Reply): Record<string, string> => ({ 'if-none-match': reply.headers.get('etag')! });

describe('a read', () => {
  test('has a weak tag, and is answered without a body while it is the same', async () => {
    const mia = people.as('mia');
    const { post } = await mia.done('POST /channels/news/posts', { body: 'Unloading starts at six.' });
    const { artifact } = await mia.done('POST /artifacts', {
      kind: 'markdown',
      title: 'Plan',
      content: '# Plan',
      idempotencyKey: 'plan',
    });
    const paths = ['/me', '/channels', '/channels/news', '/channels/news/feed', '/artifacts?limit=25'];
    for (const path of [
      ...paths,
      `/channels/news/posts/${post.id}`,
      `/artifacts/${artifact.id}`,
      '/search?q=unloading',
      '/files',
    ]) {
      const first = await mia.call(`GET ${path}`);
      expect([path, first.status]).toEqual([path, 200]);
      expect(first.headers.get('etag')).toMatch(/^W\/"[\w-]{22}"$/);
      for (const name of ['first look', 'second look']) {
        const again = await mia.call(`GET ${path}`, undefined, tagOf(first));
        expect([path, name, again.status, again.bytes.length]).toEqual([path, name, 304, 0]);
        for (const header of ['etag', 'cache-control', 'vary'])
          expect(again.headers.get(header)).toBe(first.headers.get(header));
      }
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect(first.headers.get('vary')).toBe('Authorization, Cookie');
    }
  });

  test('takes several tags, weak and strong ones, and any', async () => {
    const mia = people.as('mia');
    const tag = (await mia.call('GET /channels/news')).headers.get('etag')!;
    const statusOf = async (header: string) =>
      (await mia.call('GET /channels/news', undefined, { 'if-none-match': header })).status;
    expect(await statusOf(`"other", ${tag}`)).toBe(304);
    expect(await statusOf(tag.replace('W/', ''))).toBe(304);
    expect(await statusOf('*')).toBe(304);
    expect(await statusOf('"other"')).toBe(200);
    expect(await statusOf('')).toBe(200);
  });

  test('of what is unknown is refused, whatever tag is named', async () => {
    const { status } = await people.as('ned').call('GET /channels/board', undefined, { 'if-none-match': '*' });
    expect(status).toBe(404);
  });

  test('has the same tag for two callers only if their answers are the same', async () => {
    const tags = await Promise.all(
      (['mia', 'rita'] as const).map(async (name) => (await people.as(name).call('GET /me')).headers.get('etag')),
    );
    expect(tags[0]).not.toBe(tags[1]);
    const { status } = await people.as('rita').call('GET /me', undefined, { 'if-none-match': tags[0]! });
    expect(status).toBe(200);
  });

  test('a write has no tag and is not kept', async () => {
    const { headers } = await people.as('mia').call('POST /channels/news/posts', { body: 'Ten crates.' });
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
  });
});

test('figures that depend on the time change without a write', async () => {
  const mia = people.as('mia');
  const { dataSet } = await mia.done('POST /channels/news/data-sets', {
    name: 'Deadlines',
    fields: [{ key: 'due', type: 'date_time' }],
  });
  const { objectTypeId } = dataSet;
  const filters = [{ fieldKey: 'due', op: 'gt', value: 'PT0S' }];
  const { view } = await mia.done('POST /channels/news/views', {
    name: 'Due',
    objectTypeId,
    renderer: 'table',
    filters,
    columns: ['due'],
  });
  const due = new Date(Date.now() + 1_500).toISOString();
  await mia.done('POST /channels/news/records', { objectTypeId, title: 'Cargo', values: { due } });
  const path = `/channels/news/views/${view.id}/data`;
  let kept = await mia.call(`GET ${path}`);
  do {
    await sleep(100);
    kept = await reread(mia, path, kept);
  } while ((await mia.done(`GET ${path}`)).data.records!.length > 0);
  expect((await reread(mia, path, kept)).body.data.records).toEqual([]);
});

describe('a tag does not stand in for a token', () => {
  test('that has expired', async () => {
    const brief = accountAt(people.url, await accessToken(people.dataFolder, '--expires', '2s'));
    const known = await brief.call('GET /channels');
    while ((await brief.call('GET /me')).status !== 401) await sleep(100);
    expect((await brief.call('GET /channels', undefined, tagOf(known))).status).toBe(401);
  });

  test('whose user was signed out', async () => {
    const ned = people.as('ned');
    const known = await ned.call('GET /channels');
    expect((await ned.call('GET /channels', undefined, tagOf(known))).status).toBe(304);
    const signOut = ['admin', 'users', 'sign-out', '--user', people.idOf('ned'), '--data', people.dataFolder];
    expect(await runWorkspace(...signOut)).toMatchObject({ status: 0 });
    expect((await ned.call('GET /channels', undefined, tagOf(known))).status).toBe(401);
  });
});

/** Changes of texts, rights and existence, by people through either gateway of the folder. */
const changes: readonly ((mia: Account, random: Random) => Promise<unknown>)[] = [
  (mia) => mia.done('POST /channels/board/posts', { body: 'Numbers of the quarter.' }),
  (mia) => mia.done('PATCH /channels/board', { visibility: 'organization' }),
  (mia) => mia.done('PATCH /channels/board', { visibility: 'private' }),
  (mia, random) => mia.done('PATCH /channels/board', { name: `Board ${random.below(3)}` }),
  (mia) => mia.done(`DELETE /channels/board/members/${people.idOf('rita')}`),
  (mia) => mia.done(`PUT /channels/board/members/${people.idOf('rita')}`, { role: 'reader' }),
  (mia) => mia.done(`PUT /channels/board/members/${people.idOf('will')}`, { role: 'manager' }),
  (mia) => mia.done(`PUT /channels/board/members/${people.idOf('will')}`, { role: 'writer' }),
  async (mia) => {
    const { items } = await mia.done('GET /channels/board/feed');
    const [newest] = items.flatMap((item) => (item.type === 'post' ? [item.post] : []));
    if (newest) await mia.done(`DELETE /channels/board/posts/${newest.id}`);
  },
];

test('no answer is said to be the same that is another one, whoever changes what through which process', async () => {
  const random = new Random(17);
  const other = await startGateway(people.dataFolder);
  const readers = ['mia', 'will', 'rita', 'admin'] as const satisfies Name[];
  const paths = ['/channels', '/channels/board', '/channels/board/feed', '/channels/board/members'];
  const kept: Kept = new Map();
  const writers = [people.as('mia'), accountAt(other.url, people.as('mia').token)];
  let unchanged = 0;
  for (let step = 0; step < 60; step += 1) {
    if (random.happens(0.8)) await random.pick(changes)(random.pick(writers), random);
    for (const reader of readers) {
      const account = people.as(reader);
      for (const path of paths) {
        const key = `${reader} ${path}`;
        const before = kept.get(key);
        const held = before ? await reread(account, path, before) : await account.call(`GET ${path}`);
        if (held === before) unchanged += 1;
        const fresh = await account.call(`GET ${path}`);
        expect([key, step, held.status]).toEqual([key, step, fresh.status]);
        if (fresh.status === 200)
          expect([key, step, held.bytes.toString()]).toEqual([key, step, fresh.bytes.toString()]);
        kept.set(key, fresh);
      }
    }
  }
  expect(unchanged).toBeGreaterThan(0);
});
