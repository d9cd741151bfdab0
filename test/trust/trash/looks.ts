import assert from 'node:assert/strict';
import type { Account } from '../../support/rest.ts';
import { allOf, type Door } from './door.ts';
import type { Channel, DataSet, Item, Model, Name, Thing, View } from './model.ts';

/** Everything by which a person meets what there is. */
export interface Reader {
  readonly name: Name;
  readonly account: Account;
  readonly door: Door;
}

/** A word that every title and text has. */
export const word = 'walrus';

type Ids = readonly { readonly id: string }[];
type Look = (model: Model, reader: Reader) => Promise<void>;
type LookAt<Subject> = (model: Model, reader: Reader, subject: Subject) => Promise<void>;

function expectSame(what: string, { name }: Reader, found: Iterable<string>, expected: Iterable<string>): void {
  assert.deepEqual([...found].sort(), [...expected].sort(), `${what}, as ${name} meets them`);
}

const idsOf = (items: Ids) => items.map(({ id }) => id);

const listed = ['artifact', 'file', 'session'] as const;

/** The lists of a kind, and the search without words. */
const lists: Look[] = listed.flatMap((type): Look[] => [
  async (model, reader) => {
    const found = await allOf(reader.account, `/${type}s`, (body) => body[`${type}s`] as Ids);
    expectSame(
      `all ${type}s`,
      reader,
      idsOf(found),
      idsOf(model.of(type).filter((one) => model.sees(reader.name, one))),
    );
  },
  async (model, reader) => {
    const found = await allOf(reader.account, `/${type}s?q=${word}`, (body) => body[`${type}s`] as Ids);
    expectSame(
      `${type}s titled so`,
      reader,
      idsOf(found),
      idsOf(model.of(type).filter((one) => model.sees(reader.name, one))),
    );
  },
]);

const searched = ['artifact', 'file', 'session', 'record', 'post'] as const;

/** A search tells of sessions to their owners alone. */
function expectedOf(model: Model, name: Name, type: (typeof searched)[number]): string[] {
  if (type === 'post') return idsOf(model.posts.filter(({ home }) => model.sees(name, home)));
  return idsOf(model.of(type).filter((one) => model.sees(name, one) && (one.type !== 'session' || one.by === name)));
}

const searches: Look[] = searched.flatMap((type) =>
  ['', `&q=${word}`].map(
    (words): Look =>
      async (model, reader) => {
        const found = await allOf(reader.account, `/search?types=["${type}"]${words}`, ({ results }) => results as Ids);
        expectSame(`${type}s found${words}`, reader, idsOf(found), expectedOf(model, reader.name, type));
      },
  ),
);

const others: Look[] = [
  async (model, reader) => {
    const found = await allOf(reader.account, '/channels', ({ channels }) => channels);
    const expected = model.of('channel').filter((one) => model.sees(reader.name, one));
    expectSame(
      'channels',
      reader,
      idsOf(found).filter((id) => model.things.has(id)),
      idsOf(expected),
    );
  },
  async (model, reader) => {
    const expected = [...model.things.values()].filter((one) => model.isRestorable(reader.name, one));
    expectSame('the trash', reader, await reader.door.trash(), idsOf(expected));
  },
];

export const looks: readonly Look[] = [...lists, ...searches, ...others];

const isIn = (channel: Channel, thing: Thing): boolean =>
  ('links' in thing && (thing.links as Set<Thing>).has(channel)) ||
  (thing.type === 'artifact' && thing.home === channel);

/** The contents of a channel, or its absence. */
export const looksAtChannel: readonly LookAt<Channel>[] = [
  async (model, reader, channel) => {
    const { status, body } = await reader.account.call(`GET /channels/${channel.id}`);
    assert.equal(status === 200, model.sees(reader.name, channel), `${channel.id}, as ${reader.name} meets it`);
    if (status !== 200) return;
    const expected = model.of('data_set').filter((one) => one.home === channel && model.isThere(one));
    expectSame(
      'Data Sets',
      reader,
      body.channel.dataSets.map(({ objectTypeId }) => objectTypeId),
      idsOf(expected),
    );
    const views = await allOf(reader.account, `/channels/${channel.id}/views`, (page) => page.views);
    const there = model.of('view').filter((one) => one.home.home === channel && model.isThere(one));
    expectSame('Views', reader, idsOf(views), idsOf(there));
  },
  async (model, reader, channel) => {
    if (!model.sees(reader.name, channel)) return;
    for (const type of listed) {
      const path = `/${type}s?channelId=${channel.id}`;
      const found = await allOf(reader.account, path, (body) => body[`${type}s`] as Ids, 5);
      const expected = model.of(type).filter((one) => isIn(channel, one) && model.sees(reader.name, one));
      expectSame(`${type}s of a channel`, reader, idsOf(found), idsOf(expected));
    }
  },
  async (model, reader, channel) => {
    if (!model.sees(reader.name, channel)) return;
    const items = await allOf(reader.account, `/channels/${channel.id}/feed`, (body) => body.items, 10);
    const shown = items.map((item) => (item as unknown as Record<string, { id: string }>)[item.type]!);
    const expected = [...model.things.values()].filter((one) => isIn(channel, one) && model.sees(reader.name, one));
    const posts = model.posts.filter(({ home }) => home === channel);
    expectSame('the feed', reader, new Set(idsOf(shown)), idsOf([...expected, ...posts]));
    for (const { id, mentions } of posts) {
      const post = shown.find((one) => one.id === id) as unknown as { mentionedViewIds: string[] };
      const isMentioned = mentions !== undefined && model.sees(reader.name, mentions);
      assert.deepEqual(post.mentionedViewIds, isMentioned ? [mentions.id] : []);
    }
  },
];

const valuesOf = (model: Model, { references }: Item) =>
  Object.fromEntries([...references].filter(([, one]) => model.isThere(one)).map(([key, { id }]) => [key, id]));

/** A Data Set as typed queries and an export show it. */
export const looksAtDataSet: LookAt<DataSet> = async (model, reader, dataSet) => {
  const query = { mode: 'deterministic', channelId: dataSet.home.id, objectTypeId: dataSet.id };
  const { status, body } = await reader.account.call('POST /queries', { ...query, operation: 'records', limit: 1_000 });
  assert.equal(status < 300, model.sees(reader.name, dataSet), `${dataSet.id}, as ${reader.name} queries it`);
  if (status >= 300) return;
  const expected = model.of('record').filter((one) => one.home === dataSet && model.isThere(one));
  const rows = body.data.rows as Record<string, string>[];
  const found = rows.map(({ id, title: _title, ...values }) => [id!, values] as const);
  const sorted = (pairs: (readonly [string, object])[]) =>
    Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
  assert.deepEqual(sorted(found), sorted(expected.map((one) => [one.id, valuesOf(model, one)] as const)), 'rows');
  const counting = { ...query, operation: 'aggregate', metrics: [{ function: 'count_rows', alias: 'count' }] };
  const { data } = await reader.account.done('POST /queries', counting);
  assert.equal((data.rows as unknown as { count: number }[])[0]!.count, expected.length, 'a count of records');
  const path = `/channels/${dataSet.home.id}/data-sets/${dataSet.id}/export?format=jsonl`;
  const { bytes } = await reader.account.call(`GET ${path}`);
  const lines = bytes.toString().split('\n').slice(0, -1);
  expectSame(
    'exported values',
    reader,
    lines.map((line) => inOrder((JSON.parse(line) as { values: object }).values)),
    expected.map((one) => inOrder(valuesOf(model, one))),
  );
};

const inOrder = (values: object) => JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

export const looksAtView: LookAt<View> = async (model, reader, view) => {
  const path = `/channels/${view.home.home.id}/views/${view.id}`;
  const { status, body } = await reader.account.call(`GET ${path}/data?limit=100`);
  assert.equal(status === 200, model.sees(reader.name, view), `${view.id}, as ${reader.name} meets it`);
  if (status !== 200) return;
  const expected = model.of('record').filter((one) => one.home === view.home && model.isThere(one));
  expectSame('records of a View', reader, idsOf(body.data.records as Ids), idsOf(expected));
};

/** One thing by its ID, with the links that the reader sees. */
export const looksAtThing: LookAt<Thing> = async (model, reader, thing) => {
  if (thing.type !== 'artifact' && thing.type !== 'file' && thing.type !== 'session') return;
  const { status, body } = await reader.account.call(`GET /${thing.type}s/${thing.id}`);
  assert.equal(status === 200, model.sees(reader.name, thing), `${thing.id}, as ${reader.name} meets it`);
  if (status !== 200) return;
  const shown = body[thing.type] as unknown as { links?: { targetId: string }[]; channelIds?: string[] };
  const found = shown.channelIds ?? shown.links!.map(({ targetId }) => targetId);
  const expected = [...(thing.links as Set<Channel | Item>)].filter((one) => model.sees(reader.name, one));
  expectSame(`links of ${thing.id}`, reader, found, idsOf(expected));
};
