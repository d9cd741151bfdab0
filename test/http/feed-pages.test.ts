import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { runDirectly } from '../../src/store/engine.ts';
import { homeOfChannel } from '../../src/search/homes-sql.ts';
import { addPassages } from '../../src/search/passage-rows.ts';
import { newId } from '../../src/store/ids.ts';
import { itemsBefore } from '../../src/workspace/feed/feed.ts';
import { expectSound } from '../support/check.ts';
import { feedsAmong, linked, nameOf } from '../support/feed.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const { newChannel, post, artifact, file, session, page } = feedsAmong(people);

async function* pagesOf(channel: string, by: Name, limit: number) {
  let cursor: string | undefined;
  do {
    const found = await page(channel, by, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    yield found.items;
    cursor = found.nextCursor;
  } while (cursor !== undefined);
}

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
      await addPassages(tx, { type: 'post', id, versionId: '1', title: '', home }, [said.body]);
      await tx
        .insertInto('feed_items')
        .values({ channel_id: channelId, at, id: newId('feed'), type: 'post', subject_id: id, actor_id: author.id })
        .execute();
      bodies.unshift(said.body);
    }
    return bodies;
  });
}

/** Feed items of one version, which the product never writes twice. */
const planted: string[] = [];

/** Adds items of an attached artifact, as if it had had more versions since. */
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
      const { sql, parameters } = itemsBefore(db, {
        ...reader,
        ...place,
        since: '',
        types: '[]',
        actorId: '',
      }).compile();
      const plan = await runDirectly<{ detail: string }>(db, `explain query plan ${sql}`, parameters);
      return plan.map(({ detail }) => detail);
    });
    expect(steps[0]).toMatch(
      /^SEARCH feed_items USING PRIMARY KEY \(channel_id=\? AND at>\? AND \(at,id\)<\(\?,\?\)\)$/,
    );
    expect(steps.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (?!json_each)/);
  });
});

test('after all of this the folder is sound', async () => {
  await inStorage(people.dataFolder, (tx) => tx.deleteFrom('feed_items').where('id', 'in', planted).execute());
  await expectSound(people.dataFolder);
});
