import { afterEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { limits } from '../../schemas/limits.ts';
import { itemsOf, WorkspaceClient } from '../../src/sdk/index.ts';
import { form, textFile } from '../support/forms.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { inStorage } from '../support/storage.ts';
import { multiply } from '../trust/fairness/cases/rows.ts';

const people = staffedGateway();

/** The number of copies of a thing. They are older than it, the first one the oldest. */
const copies = 2.5 * limits.listStretch;
/** One on the page that begins with the thing itself, one behind that, and the oldest. */
const shown = [copies - limits.listStretch + 100, copies - limits.listStretch + 1, 1];

const copyOf = (id: string, number: number) => id.slice(0, -26) + `${number}`.padStart(26, '0');
const isOtherCopy = (id: string) => {
  const beginning = copyOf(id, 0).slice(0, -10);
  const kept = shown.map((number) => copyOf(id, number));
  return sql<boolean>`id > ${`${beginning}${'0'.repeat(10)}`} and id < ${`${beginning}:`} and id not in (${sql.join(kept)})`;
};

const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

type Kind = 'artifact' | 'file' | 'session';

const made: Record<Kind, () => Promise<string>> = {
  artifact: async () => {
    const document = { kind: 'markdown', title: 'Plan', content: 'x', channelId: 'news' };
    return (await people.as('will').done('POST /artifacts', document, keyed())).artifact.id;
  },
  file: async () => (await people.as('will').done('POST /files', form(['file', textFile('x'), 'x.txt']))).file.id,
  session: async () => (await people.as('will').done('POST /sessions', { title: 'Plan' })).session.id,
};

/** A thing in a channel, and then two more. The first has copies, of which only some are not in the trash. */
async function filled(kind: Kind, channelId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) {
    const id = await made[kind]();
    const [path, target] =
      kind === 'session'
        ? [`sessions/${id}/channels`, { channelId }]
        : [`${kind}s/${id}/links`, { targetType: 'channel', targetId: channelId }];
    await people.as('will').done(`POST /${path}`, target);
    ids.unshift(id);
  }
  const id = ids.at(-1)!;
  await inStorage(people.dataFolder, async (tx) => {
    await multiply(tx, `${kind}s`, kind === 'artifact' ? ['id', 'current_version_id'] : ['id'], id, copies);
    if (kind === 'artifact') {
      const version = sql<{ id: string }>`select id from artifact_versions where artifact_id = ${id}`;
      await multiply(tx, 'artifact_versions', ['id', 'artifact_id'], (await version.execute(tx)).rows[0]!.id, copies);
    }
    await multiply(tx, 'links', ['resource_id'], id, copies);
    await tx.updateTable(`${kind}s`).set({ trashed_at: '2026-01-01' }).where(isOtherCopy(id)).execute();
  });
  return [...ids, ...shown.map((number) => copyOf(id, number))];
}

/** The IDs on each page of a list. */
async function pagesOf(name: Name, path: string, list: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor = ''; ; ) {
    const answer = await people.as(name).done(`GET ${path}&limit=2${cursor && `&cursor=${cursor}`}`);
    pages.push((answer as unknown as Record<string, { id: string }[]>)[list]!.map(({ id }) => id));
    if (answer.nextCursor === undefined) return pages;
    cursor = answer.nextCursor;
  }
}

const newSet = async (channelId: string, name: string): Promise<string> =>
  (await people.as('will').done(`POST /channels/${channelId}/data-sets`, { name })).dataSet.objectTypeId;

/** A channel for one test, so that no other test shows there. */
async function newChannel(): Promise<string> {
  const { channel } = await people.as('will').done('POST /channels', { name: crypto.randomUUID() });
  opened.push(channel.id);
  return channel.id;
}
const opened: string[] = [];

afterEach(async () => {
  for (const id of opened.splice(0)) await people.as('will').done(`DELETE /channels/${id}`);
});

describe('a page looks at 10,000 rows and goes on behind them, so that nothing is lost or comes twice:', () => {
  test.each(['artifact', 'session'] as const)('what is attached to a channel, of type %s', async (kind) => {
    const channelId = await newChannel();
    const [third, second, first, ...others] = await filled(kind, channelId);
    const pages = [[third, second], [first, others[0]], [others[1]], [others[2]]];
    expect(await pagesOf('rita', `/${kind}s?channelId=${channelId}`, `${kind}s`)).toEqual(pages);
  });

  test('the files that somebody reads, their newest in a search, and beside posts', async () => {
    const channelId = await newChannel();
    const post = async () =>
      (await people.as('will').done(`POST /channels/${channelId}/posts`, { body: 'Said' })).post.id;
    const oldest = await post();
    const ids = await filled('file', channelId);
    const newest = await post();
    const pages = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 5), ids.slice(5)];
    for (const place of ['', `channelId=${channelId}`])
      expect(await pagesOf('rita', `/files?${place}`, 'files')).toEqual(pages);
    for (const place of ['', `&channelId=${channelId}`]) {
      const found = await pagesOf('rita', `/search?types=["file"]${place}`, 'results');
      expect([found.flat(), found.length]).toEqual([ids, 4]);
      const mixed = await pagesOf('rita', `/search?types=["file","post"]${place}`, 'results');
      expect(mixed.flat()).toEqual([newest, ...ids, oldest]);
    }
    const client = new WorkspaceClient({ baseUrl: people.url, token: people.as('rita').token! });
    const walked = await Array.fromAsync(itemsOf(client.files.list, { channelId }));
    expect(walked.map(({ id }) => id)).toEqual(ids);
    const host = await startHttpHost(`${people.url}/mcp`, people.as('rita').token!);
    const ref = { type: 'ref/resource', uri: 'workspace://files/{file}' } as const;
    const { completion } = await host.client.complete({ ref, argument: { name: 'file', value: 'file_' } });
    expect(completion.values).toEqual(ids);
  });

  test('the Views of a channel, many of whose Data Set is in the trash', async () => {
    const channelId = await newChannel();
    const will = people.as('will');
    const newView = async (name: string, objectTypeId: string): Promise<string> =>
      (await will.done(`POST /channels/${channelId}/views`, { name, objectTypeId, renderer: 'table' })).view.id;
    const [shownSet, hiddenSet] = [await newSet(channelId, 'Shown'), await newSet(channelId, 'Hidden')];
    const first = await newView('A', shownSet);
    const hidden = await newView('Between '.repeat(5), hiddenSet);
    const ids = [first, await newView('Z', shownSet)];
    await inStorage(people.dataFolder, async (tx) => {
      await multiply(tx, 'views', ['id', 'slug', 'current_version_id'], hidden, copies);
      const version = sql<{ id: string }>`select id from view_versions where view_id = ${hidden}`;
      await multiply(tx, 'view_versions', ['id', 'view_id'], (await version.execute(tx)).rows[0]!.id, copies);
    });
    await will.done(`DELETE /channels/${channelId}/data-sets/${hiddenSet}`);
    const pages = [[ids[0]], [], [ids[1]]];
    expect(await pagesOf('rita', `/channels/${channelId}/views?`, 'views')).toEqual(pages);
  });

  test('the questions of somebody whose conversation is in the trash', async () => {
    const rita = people.as('rita');
    const asked = async (): Promise<{ id: string; sessionId: string }> => {
      const { query } = await rita.done('POST /queries', { mode: 'session', question: 'How many?' });
      await rita.done(`POST /queries/${query.id}/cancel`);
      return query;
    };
    const [gone, kept] = [await asked(), await asked()];
    const oldest = copyOf(gone.id, 1);
    await inStorage(people.dataFolder, async (tx) => {
      await multiply(tx, 'queries', ['id'], gone.id, copies);
      await tx.updateTable('queries').set({ session_id: kept.sessionId }).where('id', '=', oldest).execute();
    });
    await rita.done(`DELETE /sessions/${gone.sessionId}`);
    expect(await pagesOf('rita', '/queries?mode=session', 'queries')).toEqual([[kept.id], [], [oldest]]);
  });

  test('what an inbox is told of a channel whose reader has left it', async () => {
    const [shownChannel, leftChannel] = [await newChannel(), await newChannel()];
    const [will, rita] = [people.as('will'), people.idOf('rita')];
    const mention = async (channelId: string, body: string): Promise<string> =>
      (await will.done(`POST /channels/${channelId}/posts`, { body, mentionedUserIds: [rita] })).post.id;
    await will.done(`PATCH /channels/${leftChannel}`, { visibility: 'private' });
    await will.done(`PUT /channels/${leftChannel}/members/${rita}`, { role: 'reader' });
    const first = await mention(shownChannel, 'First');
    const hidden = await mention(leftChannel, 'Hidden');
    const last = await mention(shownChannel, 'Last');
    await inStorage(people.dataFolder, async (tx) => {
      await multiply(tx, 'posts', ['id'], hidden, 1.5 * limits.feedStretch);
      await multiply(tx, 'inbox_items', ['said_id'], hidden, 1.5 * limits.feedStretch);
    });
    await will.done(`DELETE /channels/${leftChannel}/members/${rita}`);
    expect(await pagesOf('rita', '/inbox?kinds=["mention"]', 'items')).toEqual([[last], [first]]);
  });

  test('the trash, some of which stands in two lists', async () => {
    const file = await made.file();
    await people.as('will').done(`DELETE /files/${file}`);
    await inStorage(people.dataFolder, async (tx) => {
      await multiply(tx, 'trash', ['id'], file, copies);
      const { id: owner_id } = await tx
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where(
          'organization_id',
          'in',
          tx.selectFrom('users').select('organization_id').where('id', '=', people.idOf('will')),
        )
        .executeTakeFirstOrThrow();
      const ids = shown.map((number) => copyOf(file, number));
      await tx.updateTable('trash').set({ owner_id }).where('id', 'in', ids).execute();
    });
    const pages = await pagesOf('admin', '/trash?type=file', 'trash');
    expect(pages.flat()).toEqual(shown.map((number) => copyOf(file, number)));
    expect(pages.length).toBeGreaterThan(2);
  });
});

test('a file in one channel is listed, though it also belongs to records in others that are in the trash', async () => {
  const will = people.as('will');
  const places: { channelId: string; objectTypeId: string; recordId: string }[] = [];
  for (let number = 0; number < 7; number += 1) {
    const channelId = await newChannel();
    const objectTypeId = await newSet(channelId, 'Deals');
    const { record } = await will.done(`POST /channels/${channelId}/records`, { objectTypeId, title: 'One' });
    places.push({ channelId, objectTypeId, recordId: record.id });
  }
  const ids: string[] = [];
  for (const home of places) {
    const id = await made.file();
    for (const place of places) {
      const target = place === home ? { targetType: 'channel', targetId: place.channelId } : undefined;
      await will.done(`POST /files/${id}/links`, target ?? { targetType: 'record', targetId: place.recordId });
    }
    ids.unshift(id);
  }
  for (const { channelId, objectTypeId } of places)
    await will.done(`DELETE /channels/${channelId}/data-sets/${objectTypeId}`);
  const client = new WorkspaceClient({ baseUrl: people.url, token: people.as('rita').token! });
  const walked = await Array.fromAsync(itemsOf(client.files.list, { limit: 1 }));
  expect(walked.map(({ id }) => id)).toEqual(ids);
});
