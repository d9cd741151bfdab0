import assert from 'node:assert/strict';
import type { Account, Body } from '../support/rest.ts';
import type { DataSets } from './agent.ts';
import type { Found } from './journal.ts';
import { digestOf, rowsOf, tagIn } from './said.ts';

/** Reads back all that agents have written, every byte of it. */
export async function takeCensus(account: Account, dataSets: DataSets): Promise<Found[]> {
  const views = await viewsOf(account);
  const [artifacts, files, records, rows, feed, sessions] = await Promise.all([
    artifactsOf(account),
    filesOf(account),
    recordsOf(account, dataSets),
    rowsImported(account, dataSets),
    postsOf(account),
    sessionsOf(account),
  ]);
  return [...artifacts, ...files, ...records, ...rows, ...feed, ...sessions, ...views];
}

/** Views by their current names, but for those of an earlier census. */
async function viewsOf(account: Account): Promise<Found[]> {
  const saved = await Array.fromAsync(pages(account, '/channels/general/views', ({ views }) => views));
  return saved
    .filter(({ name }) => name !== censusName)
    .map(({ id, name }) => ({ tag: tagIn(name), state: name, place: id }));
}

const censusName = 'Census';

/** Versions are numbered without a gap, and the last is the current one. */
async function artifactsOf(account: Account): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { id, versionNumber, links } of pages(account, '/artifacts', ({ artifacts }) => artifacts)) {
    found.push(...links.map((link) => linkOf(id, link)));
    const versions = await Array.fromAsync(
      pages(account, `/artifacts/${id}/versions`, (page) => page.versions),
      (version) => version,
    );
    const numbers = versions.map((version) => version.versionNumber);
    const every = Array.from({ length: versionNumber }, (_, index) => versionNumber - index);
    assert.deepEqual(numbers, every, `the versions of ${id}, newest first`);
    for (const { versionId, versionNumber: number } of versions) {
      const { version } = await account.done(`GET /artifacts/${id}/versions/${versionId}`);
      found.push({ tag: tagIn(version.content), state: digestOf(version.content), place: `${id} ${number}` });
    }
  }
  return found;
}

async function filesOf(account: Account): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { id, fileName, links } of pages(account, '/files', ({ files }) => files)) {
    found.push(...links.map((link) => linkOf(id, link)));
    const { bytes } = await account.call(`GET /files/${id}/content`);
    found.push({ tag: tagIn(fileName), state: digestOf(bytes), place: id });
  }
  return found;
}

const linkOf = (id: string, { targetType }: { targetType: string }): Found => ({
  tag: `link of ${id}`,
  state: targetType,
});

/** As a saved View shows them, page after page. */
async function shownIn(account: Account, objectTypeId: string, column: string) {
  const definition = { name: censusName, objectTypeId, renderer: 'table', columns: [column] };
  const { view } = await account.done('POST /channels/general/views', definition);
  return pages(account, `/channels/general/views/${view.id}/data`, ({ data }) => data.records!);
}

async function recordsOf(account: Account, { records }: DataSets): Promise<Found[]> {
  const shown = await shownIn(account, records, 'note');
  return Array.fromAsync(shown, ({ id, title, values }) => ({
    tag: tagIn(title),
    state: String(values.note),
    place: id,
  }));
}

async function rowsImported(account: Account, { rows }: DataSets): Promise<Found[]> {
  const counts = new Map<string, number>();
  for await (const { values } of await shownIn(account, rows, 'batch')) {
    const batch = String(values.batch);
    counts.set(batch, (counts.get(batch) ?? 0) + 1);
  }
  return Array.from(counts, ([tag, count]) => ({ tag, state: rowsOf(count) }));
}

/** The items of the feed, each once, and the replies to its posts. */
async function postsOf(account: Account): Promise<Found[]> {
  const found: Found[] = [];
  const shown = new Set<string>();
  for await (const item of pages(account, '/channels/general/feed', ({ items }) => items, 100)) {
    assert.equal(shown.has(item.id), false, `the feed shows ${item.id} twice`);
    shown.add(item.id);
    if (item.type !== 'post') continue;
    const { id, body, replyCount } = item.post;
    found.push({ tag: tagIn(body), state: body, place: id });
    if (replyCount === 0) continue;
    const replies = pages(account, `/channels/general/posts/${id}/replies`, (page) => page.replies);
    const said = await Array.fromAsync(replies, (reply) => ({
      tag: tagIn(reply.body),
      state: reply.body,
      place: reply.id,
    }));
    assert.equal(said.length, replyCount, `replies to ${id}`);
    found.push(...said);
  }
  return found;
}

/** Every message is there. Each question is followed by one answer, unless it failed. */
async function sessionsOf(account: Account): Promise<Found[]> {
  const found: Found[] = [];
  let open = 0;
  for await (const { id, title } of pages(account, '/sessions', ({ sessions }) => sessions)) {
    found.push({ tag: tagIn(title), state: title, place: id });
    const messages = pages(account, `/sessions/${id}/messages`, (page) => page.messages);
    let unanswered = 0;
    for await (const { id: messageId, role, body } of messages) {
      unanswered += role === 'user' ? 1 : -1;
      assert.ok(unanswered >= 0, `${messageId} in ${id} answers nothing that was asked before`);
      if (role === 'user') found.push({ tag: tagIn(body), state: body, place: messageId });
    }
    open += unanswered;
  }
  for await (const _ of pages(account, '/queries?mode=session&status=failed', ({ queries }) => queries)) open -= 1;
  assert.equal(open, 0, 'each question that has not failed has an answer');
  return found;
}

/** All items of a list, or those behind a cursor. */
export async function* pages<Item>(
  account: Account,
  path: string,
  itemsOf: (page: Body) => readonly Item[],
  limit = 200,
  cursor?: string,
): AsyncGenerator<Item> {
  do {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await account.done(`GET ${path}${path.includes('?') ? '&' : '?'}limit=${limit}${after}`);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? page.data?.nextCursor;
  } while (cursor !== undefined);
}
