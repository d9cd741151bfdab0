import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { expectSound } from '../support/check.ts';
import { everyResult, type Find, routeSearch, titles } from '../support/finding.ts';
import { startHost } from '../support/hosts.ts';
import { even, indexed, indexedText, word, wordsOf } from '../support/index.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway, whoever } from '../support/people.ts';
import { emptyDataSet, importRecords, recordsIn } from '../support/records.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const find: Find = (search) => routeSearch(people.as('will'))(search);
const ids = async (q: string) => (await everyResult(find, { q })).map(({ id }) => id);
const will = recordsIn('general', () => people.as('will'));

const fields: FieldInput[] = [
  { key: 'city', type: 'text' },
  { key: 'notes', type: 'long_text' },
  { key: 'amount', type: 'number' },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'k1', label: 'Negotiation' }] } },
  {
    key: 'tags',
    type: 'multi_select',
    options: {
      choices: [
        { key: 't1', label: 'Aquaculture' },
        { key: 't2', label: 'Viticulture' },
      ],
    },
  },
  { key: 'email', type: 'email' },
];
let deals: CatalogueDataSet;

beforeAll(async () => {
  deals = await emptyDataSet(people.dataFolder, 'general', { name: 'Deals', fields });
});

describe('a record is found at once', () => {
  test('by its title, its texts and the labels of its choices', async () => {
    const record = await will.created(deals.id, 'Brightwater renewal', {
      city: 'Gdańsk',
      notes: 'They asked for a herbarium.',
      amount: 777_123,
      stage: 'k1',
      tags: ['t2'],
      email: 'quentin@brightwater.example',
    });
    for (const q of ['brightwater', 'gdansk', 'herbarium', 'negotiation', 'viticulture', 'quentin'])
      expect(await ids(q)).toEqual([record.id]);
    for (const q of ['aquaculture', 'k1', '777123']) expect(await ids(q)).toEqual([]);
    const { results } = await find({ q: 'herbarium' });
    expect(results).toEqual([
      {
        type: 'record',
        id: record.id,
        title: 'Brightwater renewal',
        channelId: expect.stringMatching(/^ch_/),
        url: record.url,
        snippet: expect.stringContaining('herbarium'),
        score: 1,
        actor: record.updatedBy,
        interfaceType: 'api',
        via: { interface: 'api' },
        at: record.updatedAt,
      },
    ]);
  });

  test('by what it says now, and no longer by what it said', async () => {
    const { id } = await will.created(deals.id, 'Old name', { city: 'Reykjavik', stage: 'k1' });
    const { record } = (await will.update(id, { title: 'New label', values: { city: 'Valparaiso' } })).body;
    expect([await ids('reykjavik'), await ids('old')]).toEqual([[], []]);
    expect((await find({ q: 'valparaiso' })).results).toMatchObject([{ id, title: 'New label', at: record.updatedAt }]);
    await will.update(id, { values: { city: null } });
    expect([await ids('valparaiso'), await ids('label')]).toEqual([[], [id]]);
  });

  test('with its time of change when what changed says nothing', async () => {
    const { id } = await will.created(deals.id, 'Numbers', { city: 'Ouagadougou' });
    const { record } = (await will.update(id, { values: { amount: 5 } })).body;
    expect((await find({ q: 'ouagadougou' })).results).toMatchObject([{ id, at: record.updatedAt }]);
  });

  test('and not when it is deleted', async () => {
    const { id } = await will.created(deals.id, 'Ephemeral mayfly');
    expect(await ids('mayfly')).toEqual([id]);
    await will.remove(id);
    expect(await ids('mayfly')).toEqual([]);
    expect(await indexedText(people.dataFolder, id)).toBe('');
  });

  test('a very long one to its last word, and after a change by nothing that it said', async () => {
    const text = wordsOf(9_000, () => ' ');
    const values = { notes: text, city: wordsOf(9_000, () => ' ', 10_000) };
    const { id } = await will.created(deals.id, 'Long', values);
    expect(await ids(word(10_000))).toEqual([id]);
    await expect.poll(() => ids(word(8_999)), patience).toEqual([id]);
    await indexed(people.dataFolder);
    expect((await indexedText(people.dataFolder, id)) === even(`${values.city} ${text}`)).toBe(true);
    await will.update(id, { values: { notes: 'short', city: null } });
    await indexed(people.dataFolder);
    expect(await indexedText(people.dataFolder, id)).toBe('short');
    await will.update(id, { values });
    await indexed(people.dataFolder);
    await will.remove(id);
    await indexed(people.dataFolder);
    expect(await indexedText(people.dataFolder, id)).toBe('');
  });
});

describe('a choice that is relabelled', () => {
  test('finds its records by the new label, and no longer by the old one; others stay as they are', async () => {
    const choices = [
      { key: 'wip', label: 'Ongoing' },
      { key: 'done', label: 'Completed' },
    ];
    const field = (options: object) => ({ key: 'phase', type: 'select', options });
    const channel = people.as('will');
    const { dataSet } = await channel.done('POST /channels/general/data-sets', {
      name: 'Projects',
      fields: [field({ choices }), { key: 'notes', type: 'long_text' }],
    });
    const { objectTypeId } = dataSet;
    const { id: ongoing } = await will.created(objectTypeId, 'Lighthouse', { phase: 'wip', notes: 'keeper' });
    const notes = wordsOf(9_000, () => ' ', 30_000);
    const { id: completed } = await will.created(objectTypeId, 'Windmill', { phase: 'done', notes });
    await indexed(people.dataFolder);
    const passagesOf = (id: string) =>
      inStorage(people.dataFolder, (db) =>
        db.selectFrom('passages').select('id').where('resource_id', '=', id).orderBy('id').execute(),
      );
    const untouched = await passagesOf(completed);

    const relabel = (label: string) =>
      channel.done(`PATCH /channels/general/data-sets/${objectTypeId}`, {
        fields: [field({ choices: [{ key: 'wip', label }] })],
      });
    await relabel('Underway');
    await expect.poll(() => ids('underway'), patience).toEqual([ongoing]);
    await relabel('Under way');
    await expect.poll(() => ids('way'), patience).toEqual([ongoing]);
    expect([await ids('ongoing underway'), await ids('keeper'), await ids('completed')]).toEqual([
      [],
      [ongoing],
      [completed],
    ]);
    await indexed(people.dataFolder);
    expect(await passagesOf(completed)).toEqual(untouched);
  });
});

describe('records are found by who may read them', () => {
  test('and by the types and the channel that are asked for', async () => {
    const q = 'pangolin';
    for (const channel of ['general', 'news', 'board']) {
      const { id } =
        channel === 'general' ? deals : await emptyDataSet(people.dataFolder, channel, { name: 'Deals', fields });
      await recordsIn(channel, () => people.as('will')).created(id, `Pangolin in ${channel}`);
    }
    const body = { kind: 'markdown', title: 'Pangolin note', content: q, channelId: 'news', idempotencyKey: q };
    await people.as('will').done('POST /artifacts', body);

    const found = (title: string) =>
      whoever(async (name) => titles(await routeSearch(people.as(name))({ q })).includes(title));
    const listed = (title: string) =>
      whoever(async (name) => titles(await routeSearch(people.as(name))({ limit: 200 })).includes(title));
    for (const who of [found, listed]) {
      expect(await who('Pangolin in general')).toBe('admin mia will rita ned');
      expect(await who('Pangolin in news')).toBe('admin mia will rita ned');
      expect(await who('Pangolin in board')).toBe('mia will rita');
    }
    const all = (search: object) => everyResult(find, { q, ...search }).then((results) => titles({ results }).sort());
    expect(await all({ channelId: 'news' })).toEqual(['Pangolin in news', 'Pangolin note']);
    expect(await all({ channelId: 'news', types: ['record'] })).toEqual(['Pangolin in news']);
    expect(await all({ types: ['artifact'] })).toEqual(['Pangolin note']);
    expect(await all({ types: ['file', 'session'] })).toEqual([]);
    expect(titles(await find({ channelId: 'board' }))).toEqual(['Pangolin in board']);
    expect(titles(await find({ channelId: 'news', types: ['record'] }))).toEqual(['Pangolin in news']);
  });
});

describe('what is newest', () => {
  test('is what was changed last, records among the rest, page by page', async () => {
    const { channel } = await people.as('mia').done('POST /channels', { name: 'Newest' });
    const dataSets = await Promise.all(
      ['One', 'Two'].map((name) => emptyDataSet(people.dataFolder, channel.slug, { name, fields })),
    );
    const mia = recordsIn(channel.slug, () => people.as('mia'));
    const made: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const title = `newest ${number}`;
      made.unshift(title);
      const artifact = { kind: 'markdown', title, content: 'x', channelId: channel.id, idempotencyKey: title };
      if (number % 3 === 0) await people.as('mia').done('POST /artifacts', artifact);
      else await mia.created(dataSets[number % 2]!.id, title);
      await tick();
    }
    const search: Find = (given) => routeSearch(people.as('mia'))({ ...given, channelId: channel.id });
    expect(titles(await search({}))).toEqual(made);
    for (const limit of [1, 2, 5]) expect(titles({ results: await everyResult(search, { limit }) })).toEqual(made);

    const [oldest] = (await search({ types: ['record'] })).results.slice(-1);
    const { record } = (await mia.update(oldest!.id, { values: { amount: 1 } })).body;
    expect((await search({ limit: 1 })).results).toMatchObject([{ id: oldest!.id, at: record.updatedAt }]);
    expect(titles({ results: await everyResult(search, { limit: 4 }) })).toHaveLength(made.length);
  });

  test('shows every record of one moment once', async () => {
    const { channel } = await people.as('mia').done('POST /channels', { name: 'Moment' });
    const rows = Array.from({ length: 250 }, (_, number) => ({ title: word(number), values: [] }));
    const at = Date.now();
    for (const [name, part] of [
      ['Many', rows.slice(0, 150)],
      ['More', rows.slice(150)],
    ] as const) {
      const dataSet = await emptyDataSet(people.dataFolder, channel.slug, { name });
      await importRecords(people.dataFolder, dataSet, part, at);
    }
    const search: Find = (given) => routeSearch(people.as('mia'))({ ...given, channelId: channel.id });
    const found = titles({ results: await everyResult(search, { limit: 37 }) });
    expect(found.toSorted()).toEqual(rows.map(({ title }) => title));
  });
});

/** So that what comes next has another time. */
async function tick(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now);
}

describe('records that came many at once', () => {
  const rowsOf = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({
      title: `Row ${first + index}`,
      values: [word(first + index), null, null, null, null, null],
    }));

  test('are found by what stands around very many marks, and by texts without blanks, to their ends', async () => {
    const dataSet = await emptyDataSet(people.dataFolder, 'general', { name: 'Marked', fields });
    const marks = '\u0301\u0327'.repeat(49_000);
    const han = Array.from({ length: 90_000 }, (_, index) => String.fromCodePoint(0x4e_00 + (index % 20_000))).join('');
    const row = (title: string, text: string) => ({ title, values: [null, text, null, null, null, null] });
    await importRecords(people.dataFolder, dataSet, [
      row('Marks alone', `wolverine ${marks} caribou`),
      row('A word with marks', `musk${marks} tundra`),
      row('Unspaced', `${han}長頸鹿`),
    ]);
    await startHost(people.dataFolder);
    await indexed(people.dataFolder);
    const found = async (q: string) => titles({ results: await everyResult(find, { q }) });
    expect(await found('wolverine caribou')).toEqual(['Marks alone']);
    expect(await found(`caribou ${marks.slice(0, 900)}`)).toEqual(['Marks alone']);
    expect(await found('tundra')).toEqual(['A word with marks']);
    expect(await found(`musk${marks.slice(0, 900)}`)).toEqual(['A word with marks']);
    expect(await found('長頸鹿')).toEqual(['Unspaced']);
    const { id } = (await find({ q: 'tundra' })).results[0]!;
    await will.remove(id);
    expect(await found('tundra')).toEqual([]);
    await expectSound(people.dataFolder);
  });

  test('are all found soon, each once, although several processes do the work and records change meanwhile', async () => {
    const dataSet = await emptyDataSet(people.dataFolder, 'general', { name: 'Imported', fields });
    const first = 500_000;
    await importRecords(people.dataFolder, dataSet, rowsOf(6_000, first));
    const [last, changed, removed] = await inStorage(people.dataFolder, (db) =>
      db
        .selectFrom('records')
        .select('id')
        .where('data_set', '=', dataSet.number)
        .orderBy('id', 'desc')
        .limit(3)
        .execute(),
    );
    await importRecords(people.dataFolder, dataSet, rowsOf(500, 550_000));
    const hosts = await Promise.all([1, 2].map(() => startHost(people.dataFolder)));
    await will.update(changed!.id, { values: { city: 'Timbuktu' } });
    await will.remove(removed!.id);
    const added = await will.created(dataSet.id, 'Added meanwhile', { city: word(599_999) });

    await indexed(people.dataFolder);
    expect(await ids(word(first))).toHaveLength(1);
    expect(await ids(word(first + 5_999))).toEqual([last!.id]);
    expect(await ids(word(550_499))).toHaveLength(1);
    expect(await ids(word(599_999))).toEqual([added.id]);
    expect([await ids('timbuktu'), await ids(word(first + 5_998))]).toEqual([[changed!.id], []]);
    expect(await ids(word(first + 5_997))).toEqual([]);
    const passages = await inStorage(people.dataFolder, (db) =>
      db
        .selectFrom('passages')
        .innerJoin('records', 'records.id', 'passages.resource_id')
        .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('resource_id').distinct().as('each')])
        .where('records.data_set', '=', dataSet.number)
        .executeTakeFirstOrThrow(),
    );
    expect(passages).toEqual({ all: 6_500, each: 6_500 });
    for (const host of hosts) expect(host.log()).toBe('');
    await expectSound(people.dataFolder);
  });
});

test('a thing that is deleted while it is being found is left out', async () => {
  const dataSet = await emptyDataSet(people.dataFolder, 'general', { name: 'Fleeting' });
  const rows = Array.from({ length: 1_000 }, () => ({ title: 'Fleeting', values: [] }));
  await importRecords(people.dataFolder, dataSet, rows);
  await startHost(people.dataFolder);
  await indexed(people.dataFolder);
  for (let round = 0; round < 8; round += 1) {
    const { results } = await find({ q: 'fleeting', limit: 30 });
    const again = find({ q: 'fleeting', limit: 30 });
    await Promise.all(results.map(({ id }) => will.remove(id)));
    expect(await again).not.toHaveProperty('problem');
  }
});

test('a ranking is paged through to its end, without records added since the first page', async () => {
  const quokkas = Array.from({ length: 25 }, (_, number) => `Quokka ${number}`);
  await Promise.all(quokkas.map((title) => will.created(deals.id, title)));
  await tick();
  const page = await find({ q: 'quokka', limit: 10 });
  await tick();
  await will.created(deals.id, 'Quokka of late');
  const rest = await everyPageAfter(page.nextCursor!, 10);
  const all = [...titles(page), ...rest];
  expect(all.toSorted()).toEqual(quokkas.toSorted());
  expect((await ids('quokka')).length).toBe(26);
});

const everyPageAfter = async (first: string, limit: number): Promise<string[]> => {
  const found: string[] = [];
  let cursor: string | undefined = first;
  while (cursor !== undefined) {
    const page = await find({ q: 'quokka', limit, cursor });
    found.push(...titles(page));
    cursor = page.nextCursor;
  }
  return found;
};

test('another organisation finds none of them', async () => {
  expect(await everyResult(routeSearch(people.as('lea')), {})).toEqual([]);
});
