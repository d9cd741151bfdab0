import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { newDataSet, savedView } from '../support/data-sets.ts';
import { isOnServer } from '../support/of-the-folder.ts';
import { type Account, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { orderOfAnswers, requestOf } from '../support/turns.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' }, { email: 'will@workspace.test' });

/** Three bytes a character. */
const longText = (place: number): string => `${place} `.padEnd(limits.body, '\uffed');
const fitting = Math.floor(limits.answerBytes / Buffer.byteLength(longText(10))) + 1;
const texts = Array.from({ length: fitting + 5 }, (_, place) => longText(10 + place));

interface Pages {
  readonly path: string;
  readonly limit: number;
  /** The texts that tell the items of a page apart. */
  readonly textsOf: (page: Awaited<ReturnType<Account['done']>>) => readonly string[];
}

const replies = async (): Promise<Pages> => {
  const { post } = await gateway.admin.done('POST /channels/general/posts', { body: 'Root' });
  for (const body of texts) await gateway.admin.done(`POST /channels/general/posts/${post.id}/replies`, { body });
  const path = `/channels/general/posts/${post.id}/replies`;
  return { path, limit: limits.pageMost, textsOf: (page) => page.replies.map(({ body }) => body) };
};

const comments = async (): Promise<Pages> => {
  const { session } = await gateway.admin.done('POST /sessions', { title: 'Long' });
  await gateway.admin.done(`POST /sessions/${session.id}/channels`, { channelId: 'general' });
  const path = `/channels/general/feed/threads/session/${session.id}`;
  for (const body of texts) await gateway.admin.done(`POST ${path}/comments`, { body });
  return { path, limit: limits.pageMost, textsOf: (page) => page.comments.map(({ body }) => body) };
};

const feed = async (): Promise<Pages> => {
  await gateway.admin.done('POST /channels', { name: 'Long posts', slug: 'long-posts' });
  for (const body of texts.toReversed()) await gateway.admin.done('POST /channels/long-posts/posts', { body });
  const bodyOf = (item: { type: string; post?: { body: string } }) => item.post!.body;
  return { path: '/channels/long-posts/feed', limit: limits.feedPageMost, textsOf: ({ items }) => items.map(bodyOf) };
};

const messages = async (): Promise<Pages> => {
  const { session } = await gateway.admin.done('POST /sessions', { title: 'Long' });
  const said = { session_id: session.id, role: 'user' as const, sources: null, interface: null };
  const rows = texts.map((body) => ({ ...said, id: newId('msg'), body, created_at: new Date().toISOString() }));
  await inStorage(gateway.dataFolder, (tx) => tx.insertInto('messages').values(rows).execute());
  const path = `/sessions/${session.id}/messages`;
  return { path, limit: limits.pageMost, textsOf: (page) => page.messages.map(({ body }) => body) };
};

test.each([
  ['replies', replies],
  ['comments', comments],
  ['posts in a feed', feed],
  ['messages', messages],
])('a page of long %s ends early, and the next goes on behind it', async (_what, written) => {
  const { path, limit, textsOf } = await written();
  const first = await gateway.admin.done(`GET ${path}?limit=${limit}`);
  expect(textsOf(first)).toEqual(texts.slice(0, fitting));
  const second = await gateway.admin.done(`GET ${path}?limit=${limit}&cursor=${first.nextCursor}`);
  expect(textsOf(second)).toEqual(texts.slice(fitting));
  expect(second.nextCursor).toBeUndefined();
});

test('a page of long Views ends early, and the next goes on behind it', async () => {
  const fields = [{ key: 'note', type: 'text' as const }];
  const { id: objectTypeId } = await newDataSet(gateway.dataFolder, 'general', 'Notes', fields, []);
  const value = Array.from({ length: limits.inValues }, (_, place) => `${place}`.padEnd(1_250, 'x'));
  const filters = [{ fieldKey: 'note', op: 'in', value }];
  const names = Array.from({ length: 20 }, (_, place) => `View ${10 + place}`);
  for (const name of names)
    await savedView(gateway.admin, 'general', { name, objectTypeId, renderer: 'table', filters });
  const seen: string[][] = [];
  for (let cursor: string | undefined; seen.length === 0 || cursor !== undefined; ) {
    const page = await gateway.admin.done(`GET /channels/general/views?limit=200${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(page.views.map(({ name }: { name: string }) => name));
    cursor = page.nextCursor;
  }
  expect(seen.map(({ length }) => length)).toEqual([8, 8, 4]);
  expect(seen.flat()).toEqual(names);
});

test('a page of long records ends with its room, also where those without a value of the order come next', async () => {
  const fields = [
    { key: 'amount', type: 'number' as const },
    { key: 'essay', type: 'long_text' as const },
  ];
  // The amounts count a little beside.
  const perPage = Math.ceil(limits.answerBytes / limits.cell);
  const essay = 'x'.repeat(limits.cell);
  const records = Array.from({ length: 2 * perPage + 3 }, (_, place) => ({
    title: `${100 + place}`,
    values: { essay, ...(place < 2 * perPage && { amount: place }) },
  }));
  const { id: objectTypeId } = await newDataSet(gateway.dataFolder, 'general', 'Essays', fields, records);
  const sort = [{ fieldKey: 'amount', direction: 'asc' }];
  const view = await savedView(gateway.admin, 'general', { name: 'Essays', objectTypeId, renderer: 'table', sort });
  const pages: string[][] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; ) {
    const asked = `limit=100${cursor ? `&cursor=${cursor}` : ''}`;
    const { data } = await gateway.admin.done(`GET /channels/general/views/${view.slug}/data?${asked}`);
    pages.push(data.records!.map(({ title }: { title: string }) => title));
    cursor = data.nextCursor;
  }
  expect(pages.map(({ length }) => length)).toEqual([perPage, perPage, 3]);
  expect(pages.flat()).toEqual(records.map(({ title }) => title));
});

test('a long text comes as it was written, whatever JSON escapes in it', async () => {
  const content = `x${'\u{1f600}'.repeat(100_000)}${'\u0001"\\\n\u2028é'.repeat(50_000)}`;
  const input = { kind: 'markdown', title: 'Long', content, idempotencyKey: 'long' };
  const { artifact } = await gateway.admin.done('POST /artifacts', input);
  const { bytes, headers } = await gateway.admin.call(`GET /artifacts/${artifact.id}`);
  const read = JSON.parse(bytes.toString()) as { artifact: { content: string } };
  expect(read.artifact.content).toBe(content);
  expect(bytes.toString()).toBe(JSON.stringify(read));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('others are answered while the JSON of long answers is written', async () => {
  const values = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`note_${n}`, '\u0001'.repeat(limits.cell)]));
  const fields = Object.keys(values).map((key) => ({ key, type: 'long_text' as const }));
  const records = [{ title: 'Long', values }];
  const { id: objectTypeId } = await newDataSet(gateway.dataFolder, 'general', 'Long', fields, records);
  const view = await savedView(gateway.admin, 'general', { name: 'Long', objectTypeId, renderer: 'table' });
  const [mia, will] = [gateway.as('mia@workspace.test'), gateway.as('will@workspace.test')];
  const long = requestOf(mia, `GET /api/workspace/channels/general/views/${view.slug}/data`);
  // On a server each waits for answers meanwhile.
  const reads = Array.from({ length: isOnServer ? 5 : 60 }, () => requestOf(will, 'GET /api/workspace/me'));
  const order = await orderOfAnswers(
    gateway,
    { name: 'long', requests: [long] },
    { name: 'long', requests: [long] },
    { name: 'long', requests: [long] },
    { name: 'read', requests: reads },
  );
  expect(order.at(-1)).toBe('long');
});
