import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, type SavedView, savedView, titles } from '../support/data-sets.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
const views = '/channels/news/views';
const records = 2_500;
let objectTypeId = '';

const titleOf = (index: number) => `Row ${String(index).padStart(4, '0')}`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: titleOf(index),
    values: { amount: index % 7, note: index < 1_500 ? 'x'.repeat(300) : `Note ${index}`, place: index },
  }));
const fields = [
  { key: 'amount', type: 'number' as const },
  { key: 'note', type: 'text' as const },
  { key: 'place', type: 'number' as const },
];

beforeAll(async () => {
  objectTypeId = (await newDataSet(people.dataFolder, 'news', 'Rows', fields, rows(records))).id;
});

const definition = (more: object = {}) => ({ name: 'Rows', objectTypeId, renderer: 'table', ...more });
const save = (more: object = {}): Promise<SavedView> => savedView(mia(), 'news', definition(more));
const anchorsOf = (id: string, query = '') => mia().done(`GET ${views}/${id}/anchors${query}`);
const filtered = (fieldKey: string, op: string, value: unknown) =>
  `filters=${encodeURIComponent(JSON.stringify([{ fieldKey, op, value }]))}`;

describe('the anchors of a View', () => {
  test.each<[what: string, more: object]>([
    ['by ID', {}],
    ['by a number', { sort: [{ fieldKey: 'amount', direction: 'desc' }] }],
    ['by texts too long for a cursor', { sort: [{ fieldKey: 'note', direction: 'asc' }] }],
  ])('lead to every 1,000th record %s', async (_what, more) => {
    const { id } = await save(more);
    const { count, every, anchors } = await anchorsOf(id);
    expect({ count, every, places: anchors.map(({ place }) => place) }).toEqual({
      count: records,
      every: limits.anchorRecords,
      places: [1_000, 2_000],
    });
    const all: string[] = [];
    for (let cursor: string | undefined; all.length < records; ) {
      const page = await mia().done(`GET ${views}/${id}/data?limit=200${cursor ? `&cursor=${cursor}` : ''}`);
      all.push(...page.data.records!.map(({ title }) => title));
      cursor = page.data.nextCursor;
    }
    for (const { place, cursor } of anchors) {
      const found = await titles(mia(), 'news', id, { cursor, limit: 3 });
      expect(found).toEqual(all.slice(place, place + 3));
    }
  });

  test.each([
    [limits.anchorRecords - 1, []],
    [limits.anchorRecords, []],
    [limits.anchorRecords + 1, [limits.anchorRecords]],
    [2 * limits.anchorRecords, [limits.anchorRecords]],
    [2 * limits.anchorRecords + 1, [limits.anchorRecords, 2 * limits.anchorRecords]],
  ])('of %i records stand at %j', async (count, places) => {
    const { id } = await save();
    const found = await anchorsOf(id, `?${filtered('place', 'lt', count)}`);
    expect(found.anchors.map(({ place }) => place)).toEqual(places);
    expect(found.count).toBe(count);
    for (const { place, cursor } of found.anchors) {
      const { data } = await mia().done(
        `GET ${views}/${id}/data?${filtered('place', 'lt', count)}&cursor=${cursor}&limit=1`,
      );
      expect(data.records).toMatchObject([{ title: titleOf(place) }]);
    }
  });

  test('are those of the filters that they were asked with, for their caller alone', async () => {
    const [{ id }, other] = [await save(), await save()];
    const filters = filtered('amount', 'lt', 3);
    const { count, anchors } = await anchorsOf(id, `?${filters}`);
    expect([count, anchors.length]).toEqual([1_072, 1]);
    const { cursor } = anchors[0]!;
    const { data } = await mia().done(`GET ${views}/${id}/data?${filters}&cursor=${cursor}&limit=100`);
    expect(data.records).toHaveLength(72);
    const foreign = [
      await mia().call(`GET ${views}/${id}/data?cursor=${cursor}`),
      await mia().call(`GET ${views}/${other.id}/data?${filters}&cursor=${cursor}`),
      await people.as('will').call(`GET ${views}/${id}/data?${filters}&cursor=${cursor}`),
    ];
    for (const reply of foreign) expectProblem(reply, 'invalid_request', ['cursor']);
    expectProblem(await people.as('lea').call(`GET ${views}/${id}/data?${filters}&cursor=${cursor}`), 'not_found');
  });

  test('still lead on when records before them or at them are deleted, and count anew', async () => {
    const own = await newDataSet(people.dataFolder, 'news', 'Thinned', fields, rows(1_010));
    const { id } = await save({ objectTypeId: own.id });
    const sorted = await save({ objectTypeId: own.id, sort: [{ fieldKey: 'place', direction: 'asc' }] });
    const before = { byId: (await anchorsOf(id)).anchors[0]!, sorted: (await anchorsOf(sorted.id)).anchors[0]! };
    const page = await mia().done(`GET ${views}/${sorted.id}/data?limit=200`);
    const at = (await mia().done(`GET ${views}/${sorted.id}/data?${filtered('place', 'eq', 999)}`)).data.records!;
    const gone = [...page.data.records!.slice(0, 3), ...at].map((record) => record.id);
    await mia().done('POST /channels/news/records/batch', { objectTypeId: own.id, delete: gone });
    for (const [view, { cursor }] of [
      [id, before.byId],
      [sorted.id, before.sorted],
    ] as const)
      expect(await titles(mia(), 'news', view, { cursor, limit: 1 })).toEqual([titleOf(1_000)]);
    const { count, anchors } = await anchorsOf(id);
    expect([count, anchors.map(({ place }) => place)]).toEqual([1_006, [1_000]]);
    expect(await titles(mia(), 'news', id, { cursor: anchors[0]!.cursor, limit: 1 })).toEqual([titleOf(1_004)]);
  });

  test('end before the last record, and a View of figures has none', async () => {
    const { id } = await save();
    expect(await anchorsOf(id, `?${filtered('title', 'starts_with', 'Row 0')}`)).toMatchObject({
      count: 1_000,
      anchors: [],
    });
    const widgets = [{ id: 'w', title: 'W', type: 'number', metrics: [{ alias: 'n', function: 'count_rows' }] }];
    const figures = await save({ name: 'Figures', renderer: 'dashboard', widgets });
    expectProblem(await mia().call(`GET ${views}/${figures.id}/anchors`), 'invalid_request', ['viewId']);
  });

  test('stand farther apart in a Data Set with more records than anchors can divide', async () => {
    const own = await newDataSet(people.dataFolder, 'news', 'Counted', fields, rows(2_001));
    const { id } = await save({ objectTypeId: own.id });
    const most = limits.anchorRecords * limits.anchors;
    for (const [records, every, places] of [
      [most, 1_000, [1_000, 2_000]],
      [most + 1, 2_000, [2_000]],
    ] as const) {
      await inStorage(people.dataFolder, (db) =>
        db.updateTable('data_sets').set({ record_count: records }).where('number', '=', own.number).execute(),
      );
      const found = await anchorsOf(id);
      expect([found.every, found.anchors.map(({ place }) => place)]).toEqual([every, places]);
    }
  });
});
