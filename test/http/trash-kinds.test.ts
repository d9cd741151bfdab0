import { describe, expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import type { Account, Body } from '../support/rest.ts';

const people = staffedGateway();
const will = () => people.as('will');
const newWord = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

type Way = (by: Account) => Promise<boolean>;

interface Thing {
  readonly id: string;
  readonly type: string;
  readonly deletion: string;
  /** Who made it, or manages it. */
  readonly by: Name;
  /** Ways by which it is met. */
  readonly ways: Readonly<Record<string, Way>>;
}

const holds = (rows: readonly { readonly id: string }[], id: string) => rows.some((row) => row.id === id);
const found =
  (word: string): Way =>
  async ({ done }) =>
    (await done(`GET /search?q=${word}&types=["artifact","file","session","record","post"]`)).results.length > 0;
const answers =
  (request: string): Way =>
  async ({ call }) =>
    (await call(request)).status === 200;
const lists =
  (request: string, of: (body: Body) => readonly { readonly id: string }[], id: string): Way =>
  async ({ done }) =>
    holds(of(await done(request)), id);
const inFeed =
  (channel: string, id: string): Way =>
  async ({ done }) =>
    JSON.stringify((await done(`GET /channels/${channel}/feed?limit=100`)).items).includes(id);

async function newDataSet(name = newWord(), fields: object[] = []): Promise<string> {
  return (await will().done('POST /channels/news/data-sets', { name, fields })).dataSet.objectTypeId;
}

const rowsOf = async ({ done }: Account, objectTypeId: string) =>
  (
    await done('POST /queries', {
      mode: 'deterministic',
      operation: 'records',
      channelId: 'news',
      objectTypeId,
    })
  ).data.rows as unknown as { id: string }[];

async function countOf({ done }: Account, objectTypeId: string): Promise<number> {
  const query = { mode: 'deterministic', channelId: 'news', objectTypeId, operation: 'aggregate' };
  const { data } = await done('POST /queries', { ...query, metrics: [{ function: 'count_rows', alias: 'count' }] });
  return (data.rows as unknown as { count: number }[])[0]!.count;
}

const makers: Record<string, () => Promise<Thing>> = {
  async file() {
    const word = newWord();
    const upload = form(['channelId', 'news'], ['file', textFile(word), `${word}.txt`]);
    const { id } = (await will().done('POST /files', upload)).file;
    const ways = {
      get: answers(`GET /files/${id}`),
      content: answers(`GET /files/${id}/content`),
      list: lists('GET /files?limit=200', ({ files }) => files, id),
      listOfChannel: lists('GET /files?limit=200&channelId=news', ({ files }) => files, id),
      titled: lists(`GET /files?q=${word}`, ({ files }) => files, id),
      found: found(word),
      newest: lists('GET /search?limit=200&types=["file"]', ({ results }) => results, id),
      feed: inFeed('news', id),
      discussed: answers(`GET /channels/news/feed/threads/file/${id}`),
    };
    return { id, type: 'file', deletion: `DELETE /files/${id}`, by: 'will', ways };
  },

  async session() {
    const title = newWord();
    const { id } = (await will().done('POST /sessions', { title })).session;
    await will().done(`POST /sessions/${id}/channels`, { channelId: 'news' });
    const ways = {
      get: answers(`GET /sessions/${id}`),
      messages: answers(`GET /sessions/${id}/messages`),
      list: lists('GET /sessions?limit=200', ({ sessions }) => sessions, id),
      listOfChannel: lists('GET /sessions?limit=200&channelId=news', ({ sessions }) => sessions, id),
      titled: lists(`GET /sessions?q=${title}`, ({ sessions }) => sessions, id),
      found: found(title),
      feed: inFeed('news', id),
    };
    return { id, type: 'session', deletion: `DELETE /sessions/${id}`, by: 'will', ways };
  },

  async record() {
    const title = newWord();
    const dataSet = await newDataSet();
    const { id } = (await will().done('POST /channels/news/records', { objectTypeId: dataSet, title })).record;
    const definition = { name: title, objectTypeId: dataSet, renderer: 'table' };
    const { view } = await will().done('POST /channels/news/views', definition);
    const ways = {
      get: answers(`GET /channels/news/records/${id}`),
      queried: async (by: Account) => holds(await rowsOf(by, dataSet), id),
      counted: async (by: Account) => (await countOf(by, dataSet)) === 1,
      viewed: lists(`GET /channels/news/views/${view.id}/data`, ({ data }) => data.records!, id),
      found: found(title),
      newest: lists('GET /search?limit=200&types=["record"]', ({ results }) => results, id),
    };
    return { id, type: 'record', deletion: `DELETE /channels/news/records/${id}`, by: 'will', ways };
  },

  async view() {
    const dataSet = await newDataSet();
    const definition = { name: 'All', objectTypeId: dataSet, renderer: 'table' };
    const { id } = (await will().done('POST /channels/news/views', definition)).view;
    const { post } = await will().done('POST /channels/news/posts', { body: 'See', mentionedViewIds: [id] });
    const ways = {
      get: answers(`GET /channels/news/views/${id}`),
      data: answers(`GET /channels/news/views/${id}/data`),
      list: lists('GET /channels/news/views?limit=200', ({ views }) => views, id),
      mentioned: async ({ done }: Account) =>
        JSON.stringify((await done(`GET /channels/news/feed/threads/post/${post.id}`)).root).includes(id),
    };
    return { id, type: 'view', deletion: `DELETE /channels/news/views/${id}`, by: 'will', ways };
  },

  async dataSet() {
    const word = newWord();
    const id = await newDataSet(word);
    const { record } = await will().done('POST /channels/news/records', { objectTypeId: id, title: word });
    const definition = { name: word, objectTypeId: id, renderer: 'table' };
    const { view } = await will().done('POST /channels/news/views', definition);
    const { post } = await will().done('POST /channels/news/posts', { body: 'See this', mentionedDataSetIds: [id] });
    const ways = {
      get: answers(`GET /channels/news/data-sets/${id}`),
      mentioned: async ({ done }: Account) =>
        JSON.stringify((await done(`GET /channels/news/feed/threads/post/${post.id}`)).root).includes(id),
      channel: async ({ done }: Account) =>
        (await done('GET /channels/news')).channel.dataSets.some(({ objectTypeId }) => objectTypeId === id),
      record: answers(`GET /channels/news/records/${record.id}`),
      view: answers(`GET /channels/news/views/${view.id}`),
      viewData: answers(`GET /channels/news/views/${view.id}/data`),
      views: lists('GET /channels/news/views?limit=200', ({ views }) => views, view.id),
      found: found(word),
      newest: lists('GET /search?limit=200&types=["record"]', ({ results }) => results, record.id),
    };
    return { id, type: 'data_set', deletion: `DELETE /channels/news/data-sets/${id}`, by: 'will', ways };
  },

  async channel() {
    const word = newWord();
    const mia = people.as('mia');
    const { id } = (await mia.done('POST /channels', { name: word, slug: word.slice(0, 20) })).channel;
    const document = { kind: 'markdown', title: word, content: word, idempotencyKey: word };
    const { artifact } = await will().done('POST /artifacts', { ...document, channelId: id });
    const { post } = await will().done(`POST /channels/${id}/posts`, { body: word });
    const { dataSet } = await will().done(`POST /channels/${id}/data-sets`, { name: word });
    const { record } = await will().done(`POST /channels/${id}/records`, {
      objectTypeId: dataSet.objectTypeId,
      title: word,
    });
    await will().done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: 'general' });
    const ways = {
      get: answers(`GET /channels/${id}`),
      slug: answers(`GET /channels/${word.slice(0, 20)}`),
      list: lists('GET /channels?limit=200', ({ channels }) => channels, id),
      feed: answers(`GET /channels/${id}/feed`),
      artifact: answers(`GET /artifacts/${artifact.id}`),
      artifacts: lists('GET /artifacts?limit=200', ({ artifacts }) => artifacts, artifact.id),
      linked: lists('GET /artifacts?limit=200&channelId=general', ({ artifacts }) => artifacts, artifact.id),
      feedOfLinked: inFeed('general', artifact.id),
      record: answers(`GET /channels/${id}/records/${record.id}`),
      found: found(word),
      newestPost: lists('GET /search?limit=200&types=["post"]', ({ results }) => results, post.id),
      newestArtifact: lists('GET /search?limit=200&types=["artifact"]', ({ results }) => results, artifact.id),
    };
    return { id, type: 'channel', deletion: `DELETE /channels/${id}`, by: 'mia', ways };
  },
};

async function met(name: Name, { ways }: Thing) {
  const entries = Object.entries(ways).map(async ([way, isMet]) => [way, await isMet(people.as(name))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function expectMet(thing: Thing, is: boolean): Promise<void> {
  const expected = Object.fromEntries(Object.keys(thing.ways).map((way) => [way, is]));
  const { found: isFoundSoon, ...atOnce } = expected;
  for (const name of ['will', 'rita', 'ned'] as const) {
    const seen = await met(name, thing);
    // Only owners find a session by its words.
    if (thing.type === 'session' && name !== 'will') {
      const { found: _found, ...others } = seen;
      const { found: _expected, ...wanted } = expected;
      expect({ name, ...others }).toEqual({ name, ...wanted });
      continue;
    }
    if (is && isFoundSoon) await expect.poll(() => met(name, thing), patience).toEqual(expected);
    else expect({ name, ...seen }).toEqual({ name, ...atOnce, ...(isFoundSoon !== undefined && { found: is }) });
  }
}

const restorers = ({ id }: Pick<Thing, 'id'>) =>
  whoever(async (name) => holds((await people.as(name).done('GET /trash?limit=200')).trash, id));

describe.each(Object.entries(makers))('a %s in the trash', (_kind, make) => {
  test('is met nowhere at once, everywhere once it is restored, and nowhere for good once it is purged', async () => {
    const thing = await make();
    await expectMet(thing, true);
    const by = people.as(thing.by);
    expect(await by.done(thing.deletion)).toEqual({ deleted: true });
    await expectMet(thing, false);
    expect(await by.done(thing.deletion)).toEqual({ deleted: true });
    const { trash } = await by.done(`GET /trash?limit=200&type=${thing.type}`);
    expect(trash.filter(({ id }: { id: string }) => id === thing.id)).toHaveLength(1);
    expectProblem(await people.as('lea').call(`POST /trash/${thing.id}/restore`), 'not_found');
    await expectSound(people.dataFolder);

    expect(await by.done(`POST /trash/${thing.id}/restore`)).toEqual({ restored: { type: thing.type, id: thing.id } });
    await expectMet(thing, true);
    expectProblem(await by.call(`POST /trash/${thing.id}/restore`), 'not_found');

    await by.done(thing.deletion);
    expect(await by.done(`DELETE /trash/${thing.id}`)).toEqual({ deleted: true });
    expect(await by.done(`DELETE /trash/${thing.id}`)).toEqual({ deleted: true });
    await expectMet(thing, false);
    expect(await restorers(thing)).toBe('');
    expectProblem(await by.call(`POST /trash/${thing.id}/restore`), 'not_found');
    await expectSound(people.dataFolder);
  });
});

describe('the trash', () => {
  test.each([
    ['file', 'admin will'],
    ['session', 'will'],
    ['record', 'admin mia will'],
    ['view', 'admin mia will'],
    ['dataSet', 'admin mia will'],
    ['channel', 'admin mia'],
  ])('lists a %s to those who may restore it', async (kind, expected) => {
    const thing = await makers[kind]!();
    await people.as(thing.by).done(thing.deletion);
    expect(await restorers(thing)).toBe(expected);
    await people.as(thing.by).done(`DELETE /trash/${thing.id}`);
  });

  test('keeps back what was in a channel or a Data Set until that is restored', async () => {
    const dataSet = await newDataSet();
    const { record } = await will().done('POST /channels/news/records', { objectTypeId: dataSet, title: 'One' });
    await will().done(`DELETE /channels/news/records/${record.id}`);
    await will().done(`DELETE /channels/news/data-sets/${dataSet}`);
    expect(await restorers(record)).toBe('');
    expectProblem(await will().call(`POST /trash/${record.id}/restore`), 'not_found');
    await will().done(`POST /trash/${dataSet}/restore`);
    expect(await restorers(record)).toBe('admin mia will');
    await will().done(`POST /trash/${record.id}/restore`);
    expect(await rowsOf(will(), dataSet)).toMatchObject([{ id: record.id }]);
  });

  test('gives a slug and a key free; the restored thing gets a number where it was taken', async () => {
    const mia = people.as('mia');
    const { channel } = await mia.done('POST /channels', { name: 'Plans', slug: 'plans' });
    await mia.done(`DELETE /channels/${channel.id}`);
    const { channel: other } = await mia.done('POST /channels', { name: 'Plans', slug: 'plans' });
    await mia.done(`POST /trash/${channel.id}/restore`);
    expect((await mia.done(`GET /channels/${channel.id}`)).channel.slug).toBe('plans-2');
    expect((await mia.done('GET /channels/plans')).channel.id).toBe(other.id);
    const create = { name: 'Deals', objectType: 'bargain' };
    const { dataSet } = await mia.done('POST /channels/plans/data-sets', create);
    await mia.done(`DELETE /channels/plans/data-sets/${dataSet.objectTypeId}`);
    await mia.done('POST /channels/plans/data-sets', create);
    await mia.done(`POST /trash/${dataSet.objectTypeId}/restore`);
    const again = await mia.done(`GET /channels/plans/data-sets/${dataSet.objectTypeId}`);
    expect(again.dataSet.objectType).toBe('bargain_2');
  });

  test('a record comes back with its values, its version and what was attached to it', async () => {
    const upload = form(['file', textFile('x'), 'x.txt']);
    const { file } = await will().done('POST /files', upload);
    const dataSet = await newDataSet('Kept', [
      { key: 'amount', type: 'number' },
      { key: 'document', type: 'file', multiple: true },
    ]);
    const create = { objectTypeId: dataSet, title: 'One', values: { amount: 0.1, document: [file.id] } };
    const { record } = await will().done('POST /channels/news/records', create);
    const address = `/channels/news/records/${record.id}`;
    await will().done(`PATCH ${address}`, { values: { amount: 0.2 } });
    await will().done(`POST /files/${file.id}/links`, { targetType: 'record', targetId: record.id });
    const before = await will().done(`GET ${address}`);
    expect(await answers(`GET /files/${file.id}`)(people.as('ned'))).toBe(true);
    await will().done(`DELETE ${address}`);
    expect(await answers(`GET /files/${file.id}`)(people.as('ned'))).toBe(false);
    expect((await will().done(`GET /files/${file.id}`)).file.links).toEqual([]);
    await will().done(`POST /trash/${record.id}/restore`);
    expect(await will().done(`GET ${address}`)).toEqual(before);
    expect(await answers(`GET /files/${file.id}`)(people.as('ned'))).toBe(true);

    await will().done(`DELETE /files/${file.id}`);
    const left = { amount: 0.2 };
    expect((await will().done(`GET ${address}`)).record.values).toEqual(left);
    expect(await rowsOf(will(), dataSet)).toMatchObject([{ id: record.id, ...left }]);
    expect(Object.keys((await rowsOf(will(), dataSet))[0]!)).not.toContain('document');
    await will().done(`POST /trash/${file.id}/restore`);
    expect(await will().done(`GET ${address}`)).toEqual(before);
  });
});
