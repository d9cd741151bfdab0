import { describe, expect, test } from 'vitest';
import type { FeedItem } from '../../schemas/feed.ts';
import { limits } from '../../schemas/limits.ts';
import { runDirectly } from '../../src/store/sqlite/driver.ts';
import { homeOfChannel } from '../../src/search/homes.ts';
import { newId } from '../../src/store/ids.ts';
import { itemsBefore } from '../../src/workspace/feed/feed.ts';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const linked = (channel: string) => ({ targetType: 'channel', targetId: channel });
const idempotencyKey = () => crypto.randomUUID();

/** A channel of Will's own, which begins empty. */
async function newChannel(visibility = 'organization'): Promise<string> {
  return (await people.as('will').done('POST /channels', { name: crypto.randomUUID(), visibility })).channel.id;
}
const post = async (channel: string, body: string, by: Name = 'will') =>
  (await people.as(by).done(`POST /channels/${channel}/posts`, { body })).post;
const artifact = async (title: string, channelId?: string) =>
  (
    await people
      .as('will')
      .done('POST /artifacts', { kind: 'csv', title, content: '', channelId, idempotencyKey: idempotencyKey() })
  ).artifact;
const version = async (cited: { id: string; versionId: string }, title: string, by: Name = 'will') =>
  (
    await people.as(by).done(`PATCH /artifacts/${cited.id}`, {
      expectedVersionId: cited.versionId,
      title,
      idempotencyKey: idempotencyKey(),
    })
  ).artifact;
const file = async (name: string, channel?: string) =>
  (
    await people
      .as('will')
      .done(
        'POST /files',
        form(['file', textFile('x'), name], ...(channel ? [['channelId', channel] as [string, string]] : [])),
      )
  ).file;
const session = async (title: string) => (await people.as('will').done('POST /sessions', { title })).session;

const nameOf = (item: FeedItem): string => {
  if (item.type === 'post') return item.post.body;
  if (item.type === 'file') return item.file.fileName;
  return item.type === 'artifact' ? `${item.artifact.title} ${item.artifact.versionNumber}` : item.session.title;
};
const page = async (channel: string, by: Name = 'will', query = '') =>
  people.as(by).done(`GET /channels/${channel}/feed${query}`);
const names = async (channel: string, by: Name = 'will') => (await page(channel, by)).items.map(nameOf);

async function* pagesOf(channel: string, by: Name, limit: number) {
  let cursor: string | undefined;
  do {
    const found = await page(channel, by, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    yield found.items;
    cursor = found.nextCursor;
  } while (cursor !== undefined);
}

describe('the feed of a channel', () => {
  test('shows posts, versions, files and sessions, the newest first', async () => {
    const channel = await newChannel();
    await post(channel, 'Hello', 'mia');
    const sheet = await artifact('Prices', channel);
    await version(sheet, 'Prices of May', 'mia');
    const notes = await file('notes.txt', channel);
    const talk = await session('On prices');
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    const [will, mia] = [people.idOf('will'), people.idOf('mia')];
    const { items, nextCursor } = await page(channel, 'ned');
    expect(nextCursor).toBeUndefined();
    expect(items.map((item) => [item.type, nameOf(item), item.actor.id])).toEqual([
      ['session', 'On prices', will],
      ['file', 'notes.txt', will],
      ['artifact', 'Prices of May 2', mia],
      ['artifact', 'Prices 1', will],
      ['post', 'Hello', mia],
    ]);
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^feed_[0-9a-hjkmnp-tv-z]{26}$/),
      type: 'file',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { id: will, name: 'will@workspace.test' },
      file: {
        id: notes.id,
        fileName: 'notes.txt',
        contentType: 'text/plain',
        size: 1,
        interfaceType: 'api',
        createdAt: notes.createdAt,
        createdBy: { id: will, name: 'will@workspace.test' },
        url: notes.url,
        replyCount: 0,
        reactions: [],
      },
    });
    expect(items[3]).toMatchObject({
      artifact: { id: sheet.id, versionId: sheet.versionId, kind: 'csv', url: sheet.url },
    });
    expect(items[4]).toMatchObject({ post: { author: { id: mia }, interfaceType: 'api', replyCount: 0 } });
  });

  test('shows of each how much is said of it there', async () => {
    const channel = await newChannel();
    const { id } = await artifact('Plan', channel);
    const thread = `/channels/${channel}/feed/threads/artifact/${id}`;
    await people.as('mia').done(`POST ${thread}/comments`, { body: 'Fine' });
    await people.as('mia').done(`POST ${thread}/reactions`, { reaction: 'check', active: true });
    expect((await page(channel)).items).toMatchObject([
      { artifact: { replyCount: 1, reactions: [{ reaction: 'check', count: 1, reacted: false }] } },
    ]);
  });

  test('shows an artifact that is attached as it stood then, and each later version', async () => {
    const [home, other] = [await newChannel(), await newChannel()];
    const second = await version(await artifact('Draft', home), 'Offer');
    await people.as('will').done(`POST /artifacts/${second.id}/links`, linked(other));
    await version(second, 'Contract');
    expect(await names(other)).toEqual(['Contract 3', 'Offer 2']);
    expect(await names(home)).toEqual(['Contract 3', 'Offer 2', 'Draft 1']);
  });

  test('shows an artifact once that is attached to its home', async () => {
    const home = await newChannel();
    const { id } = await artifact('Draft', home);
    await people.as('will').done(`POST /artifacts/${id}/links`, linked(home));
    expect(await names(home)).toEqual(['Draft 1']);
    await people.as('will').done(`DELETE /artifacts/${id}/links`, linked(home));
    expect(await names(home)).toEqual(['Draft 1']);
  });

  test('leaves out what was detached, and shows it at the time when it comes back', async () => {
    const channel = await newChannel();
    const [notes, talk, sheet] = [await file('notes.txt', channel), await session('Talk'), await artifact('Sheet')];
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    await version(sheet, 'Better sheet');
    expect(await names(channel)).toEqual(['Better sheet 2', 'Sheet 1', 'Talk', 'notes.txt']);
    await people.as('will').done(`DELETE /files/${notes.id}/links`, linked(channel));
    await people.as('will').done(`DELETE /sessions/${talk.id}/channels/${channel}`);
    await people.as('will').done(`DELETE /artifacts/${sheet.id}/links`, linked(channel));
    expect(await names(channel)).toEqual([]);
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    await people.as('will').done(`POST /files/${notes.id}/links`, linked(channel));
    expect(await names(channel)).toEqual(['notes.txt', 'Better sheet 2']);
  });

  test('leaves out all versions of what was detached, however many they are', async () => {
    const channel = await newChannel();
    let sheet = await artifact('Sheet');
    await people.as('will').done(`POST /artifacts/${sheet.id}/links`, linked(channel));
    for (let more = 0; more <= limits.rowsRemovedAtOnce; more += 1) sheet = await version(sheet, `Sheet ${more}`);
    expect((await page(channel)).items).not.toEqual([]);
    await people.as('will').done(`DELETE /artifacts/${sheet.id}/links`, linked(channel));
    expect(await names(channel)).toEqual([]);
  });

  test('shows nothing twice when a link or a request is repeated', async () => {
    const channel = await newChannel();
    const notes = await file('notes.txt', channel);
    await people.as('will').done(`POST /files/${notes.id}/links`, linked(channel));
    for (const _again of [1, 2])
      await people.as('will').done(`POST /channels/${channel}/posts`, { body: 'Once' }, { 'idempotency-key': channel });
    expect(await names(channel)).toEqual(['Once', 'notes.txt']);
  });

  test('shows an edited post where it stood, and a deleted one nowhere', async () => {
    const channel = await newChannel();
    const [first, second] = [await post(channel, 'First'), await post(channel, 'Second')];
    const edit = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
    await people.as('will').done(`PATCH /channels/${channel}/posts/${first.id}`, { body: 'Edited', ...edit });
    expect(await names(channel)).toEqual(['Second', 'Edited']);
    await people.as('will').done(`DELETE /channels/${channel}/posts/${second.id}`);
    expect(await names(channel)).toEqual(['Edited']);
  });
});

describe('who sees what in a feed:', () => {
  test.each([
    ['board', 'mia will rita'],
    ['news', 'admin mia will rita ned'],
  ])('%s: %s', async (channel, expected) => {
    const body = crypto.randomUUID();
    await post(channel, body);
    expect(
      await whoever(async (name) => {
        const reply = await people.as(name).call(`GET /channels/${channel}/feed?limit=5`);
        if (reply.status !== 200) expectProblem(reply, 'not_found');
        return reply.status === 200 && reply.body.items.some((item) => nameOf(item) === body);
      }),
    ).toBe(expected);
  });

  test('an artifact that is at home in a private channel is left out for those outside, and pages stay full', async () => {
    const channel = await newChannel();
    const hidden = await artifact('Secret', 'board');
    await people.as('will').done(`POST /artifacts/${hidden.id}/links`, linked(channel));
    await post(channel, 'One');
    await version(hidden, 'Secret still');
    await post(channel, 'Two');
    expect(await names(channel, 'rita')).toEqual(['Two', 'Secret still 2', 'One', 'Secret 1']);
    expect(await names(channel, 'ned')).toEqual(['Two', 'One']);
    const { items, nextCursor } = await page(channel, 'ned', '?limit=2');
    expect([items.map(nameOf), nextCursor]).toEqual([['Two', 'One'], undefined]);
  });

  test('a file or session that is attached is shown because of that', async () => {
    const channel = await newChannel();
    await file('private.txt', channel);
    const talk = await session('Talk');
    await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel });
    expect(await names(channel, 'ned')).toEqual(['Talk', 'private.txt']);
  });

  test('a session that was only started there is shared with nobody', async () => {
    const channel = await newChannel();
    await people.as('will').done('POST /sessions', { title: 'Alone', channelId: channel });
    expect(await names(channel)).toEqual([]);
  });
});

describe('pages', () => {
  test(`hold ${limits.feedPageDefault} items, at most ${limits.feedPageMost}`, async () => {
    const channel = await newChannel();
    await addPosts(channel, limits.feedPageMost + 1);
    const [usual, most] = [await page(channel), await page(channel, 'will', `?limit=${limits.feedPageMost}`)];
    expect([usual.items.length, most.items.length]).toEqual([limits.feedPageDefault, limits.feedPageMost]);
    expect([typeof usual.nextCursor, typeof most.nextCursor]).toEqual(['string', 'string']);
    for (const limit of [0, limits.feedPageMost + 1])
      expectProblem(await people.as('will').call(`GET /channels/${channel}/feed?limit=${limit}`), 'invalid_request', [
        'limit',
      ]);
  });

  test('neither repeat nor skip an item while others are added, edited and deleted', async () => {
    const channel = await newChannel();
    const staying: string[] = [];
    const passing: string[] = [];
    for (let number = 0; number < 24; number += 1) {
      const { id, body } = await post(channel, `Post ${number}`);
      if (number % 3 === 1) passing.push(id);
      else staying.unshift(body);
    }
    const met: string[] = [];
    for await (const items of pagesOf(channel, 'mia', 3)) {
      met.push(...items.map(nameOf).filter((name) => staying.includes(name)));
      await post(channel, 'New');
      const gone = passing.shift();
      if (gone) await people.as('will').done(`DELETE /channels/${channel}/posts/${gone}`);
    }
    expect(met).toEqual(staying);
  });

  test('go on when their channel is named by its slug and then by its ID', async () => {
    const { channel } = await people.as('will').done('POST /channels', { name: crypto.randomUUID() });
    const { id } = await post(channel.id, 'Root');
    await addPosts(channel.id, 2);
    for (const body of ['One', 'Two', 'Three'])
      await people.as('mia').done(`POST /channels/${channel.id}/posts/${id}/replies`, { body });
    for (const title of ['A', 'B']) await artifact(title, channel.id);
    for (const name of ['a.txt', 'b.txt']) await file(name, channel.id);
    for (const title of ['A', 'B']) {
      const talk = await session(title);
      await people.as('will').done(`POST /sessions/${talk.id}/channels`, { channelId: channel.id });
    }
    await people.as('will').done(`PUT /channels/${channel.id}/members/${people.idOf('mia')}`, { role: 'writer' });
    for (const listOf of [
      (name: string) => `/channels/${name}/feed?`,
      (name: string) => `/channels/${name}/members?`,
      (name: string) => `/channels/${name}/posts/${id}/replies?`,
      (name: string) => `/channels/${name}/feed/threads/post/${id}?`,
      (name: string) => `/artifacts?channelId=${name}&`,
      (name: string) => `/files?channelId=${name}&`,
      (name: string) => `/sessions?channelId=${name}&`,
      (name: string) => `/search?channelId=${name}&`,
    ]) {
      const { body } = await people.as('will').call(`GET ${listOf(channel.slug)}limit=1`);
      const next = await people.as('will').call(`GET ${listOf(channel.id)}limit=1&cursor=${body.nextCursor}`);
      expect([listOf('…'), next.status]).toEqual([listOf('…'), 200]);
    }
  });

  test('a cursor is good for its own feed and reader alone', async () => {
    const [one, other] = [await newChannel(), await newChannel()];
    await addPosts(one, 3);
    const { nextCursor } = await page(one, 'will', '?limit=1');
    for (const [by, path] of [
      ['will', `/channels/${other}/feed`],
      ['mia', `/channels/${one}/feed`],
      ['will', `/channels/${one}/members`],
    ] as const)
      expectProblem(await people.as(by).call(`GET ${path}?cursor=${nextCursor}`), 'invalid_request', ['cursor']);
  });
});

/** Posts as if somebody had written them, one each millisecond. */
async function addPosts(channelId: string, count: number): Promise<string[]> {
  return inStorage(people.dataFolder, async (tx) => {
    const author = await tx
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'will@workspace.test')
      .executeTakeFirstOrThrow();
    const home = await homeOfChannel(tx, channelId);
    const bodies: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + number).toISOString();
      const id = newId('post');
      const said = {
        id,
        channel_id: channelId,
        author_id: author.id,
        body: `Post ${number}`,
        interface: 'api' as const,
        client_app: null,
      };
      const mentions = JSON.stringify({
        mentionedUserIds: [],
        mentionedChannelIds: [],
        mentionedDataSetIds: [],
        mentionedViewIds: [],
      });
      await tx
        .insertInto('posts')
        .values({
          ...said,
          mentions,
          organization_id: author.organization_id,
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .execute();
      await tx
        .insertInto('passages')
        .values({ resource_type: 'post', resource_id: id, version_id: '1', home, title: '', body: said.body })
        .execute();
      await tx
        .insertInto('feed_items')
        .values({ channel_id: channelId, at, id: newId('feed'), type: 'post', subject_id: id, actor_id: author.id })
        .execute();
      bodies.unshift(said.body);
    }
    return bodies;
  });
}

/** Of an artifact that is attached to a channel, items as if so many versions had been made since. */
/** Feed items of one version, which the product never writes twice. */
const planted: string[] = [];

const addVersions = (channelId: string, artifactId: string, count: number) =>
  inStorage(people.dataFolder, async (tx) => {
    const attached = await tx
      .selectFrom('feed_items')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('subject_id', '=', artifactId)
      .executeTakeFirstOrThrow();
    for (let number = 0; number < count; number += 1) {
      const id = newId('feed');
      planted.push(id);
      await tx
        .insertInto('feed_items')
        .values({ ...attached, id })
        .execute();
    }
  });

describe('a feed of 3,000 items', () => {
  test('is walked whole, each item once and in order', async () => {
    const channel = await newChannel();
    const bodies = await addPosts(channel, 3_000);
    const met: string[] = [];
    for await (const items of pagesOf(channel, 'mia', limits.feedPageMost)) met.push(...items.map(nameOf));
    expect(met).toEqual(bodies);
  });

  test('ends a page early in a long stretch that its reader may not see, and goes on behind it', async () => {
    const channel = await newChannel();
    const hidden = await artifact('Secret', 'board');
    await post(channel, 'First');
    await people.as('will').done(`POST /artifacts/${hidden.id}/links`, linked(channel));
    await addVersions(channel, hidden.id, limits.feedStretch);
    await post(channel, 'Last');
    const early = await page(channel, 'ned', '?limit=2');
    expect([early.items.map(nameOf), typeof early.nextCursor]).toEqual([['Last'], 'string']);
    const { items, nextCursor } = await page(channel, 'ned', `?limit=2&cursor=${early.nextCursor}`);
    expect([items.map(nameOf), nextCursor]).toEqual([['First'], undefined]);
  });

  test('shows nothing, yet where it goes on, of a stretch that its reader may not see at all', async () => {
    const channel = await newChannel();
    const hidden = await artifact('Secret', 'board');
    await post(channel, 'First');
    await people.as('will').done(`POST /artifacts/${hidden.id}/links`, linked(channel));
    await addVersions(channel, hidden.id, 2 * limits.feedStretch);
    const met: string[][] = [];
    for await (const items of pagesOf(channel, 'ned', limits.feedPageMost)) met.push(items.map(nameOf));
    expect(met).toEqual([[], [], ['First']]);
  });

  test('is read from one index, in its order, from wherever a page begins', async () => {
    const steps = await inStorage(people.dataFolder, async (db) => {
      const reader = { userId: 'usr', organizationId: 'org', role: 'member' as const };
      const place = { channelId: 'ch', at: '2026-01-01T00:00:00.000Z', id: 'feed_1', take: 26 };
      const { sql, parameters } = itemsBefore(db, { ...reader, ...place }).compile();
      const plan = runDirectly<{ detail: string }>(db, `explain query plan ${sql}`, parameters);
      return plan.map(({ detail }) => detail);
    });
    expect(steps[0]).toMatch(/^SEARCH feed_items USING PRIMARY KEY \(channel_id=\? AND \(at,id\)<\(\?,\?\)\)$/);
    expect(steps.join('\n')).not.toMatch(/TEMP B-TREE|SCAN/);
  });
});

test('after all of this the folder is sound', async () => {
  await inStorage(people.dataFolder, (tx) => tx.deleteFrom('feed_items').where('id', 'in', planted).execute());
  await expectSound(people.dataFolder);
});
