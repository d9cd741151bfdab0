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

beforeAll(async () => {
  const fields = [
    { key: 'amount', type: 'number' as const },
    { key: 'note', type: 'text' as const },
  ];
  const made = Array.from({ length: records }, (_, index) => ({
    title: `Row ${String(index).padStart(4, '0')}`,
    values: { amount: index % 7, note: index < 1_500 ? 'x'.repeat(300) : `Note ${index}` },
  }));
  objectTypeId = (await newDataSet(people.dataFolder, 'news', 'Rows', fields, made)).id;
});

const table = (name: string, more: object = {}) => ({ name, objectTypeId, renderer: 'table', ...more });

/** A View with these names, one version after the other; all its versions, oldest first. */
async function named(first: string, ...later: string[]) {
  let { view } = await mia().done(`POST ${views}`, table(first));
  for (const name of later) {
    const change = { ...table(name), expectedCurrentVersionId: view.currentVersionId };
    ({ view } = await mia().done(`PATCH ${views}/${view.id}`, change));
  }
  const { versions } = await mia().done(`GET ${views}/${view.id}/versions`);
  return { view, path: `${views}/${view.id}`, ids: versions.map(({ versionId }) => versionId).toReversed() };
}

describe('the versions of a View', () => {
  test('are listed newest first, page by page, with who made them through what', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const page = await mia().done(`GET ${path}/versions?limit=2`);
    expect(page.versions).toMatchObject([
      { versionId: ids[2], versionNumber: 3, name: 'Three', renderer: 'table', createdBy: { id: people.idOf('mia') } },
      { versionId: ids[1], versionNumber: 2, name: 'Two', via: { interface: 'api' } },
    ]);
    const rest = await mia().done(`GET ${path}/versions?limit=2&cursor=${page.nextCursor}`);
    expect(rest.versions).toMatchObject([{ versionId: ids[0], versionNumber: 1 }]);
    expect(rest.nextCursor).toBeUndefined();
    const { version } = await mia().done(`GET ${path}/versions/${ids[0]}`);
    expect(version).toMatchObject({ versionNumber: 1, definition: table('One') });
  });

  test('are compared by the lines of their definitions', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const { from, to, diff } = await mia().done(`GET ${path}/diff?from=${ids[0]}&to=${ids[1]}`);
    expect([from, to]).toMatchObject([
      { versionId: ids[0], versionNumber: 1, name: 'One' },
      { versionId: ids[1], versionNumber: 2, name: 'Two' },
    ]);
    expect(diff).toContain('-  "name": "One",\n+  "name": "Two",\n');
    expect((await mia().done(`GET ${path}/diff?from=${ids[0]}`)).to).toMatchObject({ versionNumber: 3 });
  });

  test('of another View are unknown here', async () => {
    const [one, other] = [await named('One', 'Two'), await named('Other')];
    const foreign = other.ids[0]!;
    const cited = { expectedCurrentVersionId: one.view.currentVersionId };
    expectProblem(await mia().call(`GET ${one.path}/versions/${foreign}`), 'not_found');
    expectProblem(await mia().call(`GET ${one.path}/diff?from=${foreign}`), 'not_found');
    expectProblem(await mia().call(`POST ${one.path}/versions/${foreign}/restore`, cited), 'not_found');
  });
});

describe('restoring a version', () => {
  test('makes its definition a new version, once for each key', async () => {
    const { view, path, ids } = await named('One', 'Two');
    const body = { expectedCurrentVersionId: ids[1], idempotencyKey: crypto.randomUUID() };
    const answers = [1, 2].map(() => mia().done(`POST ${path}/versions/${ids[0]}/restore`, body));
    for (const { view: restored } of await Promise.all(answers))
      expect(restored).toMatchObject({ id: view.id, name: 'One', slug: view.slug, versionNumber: 3 });
    const actions = await inStorage(people.dataFolder, (db) =>
      db.selectFrom('audit_events').select('action').where('resource_id', '=', view.id).orderBy('id').execute(),
    );
    expect(actions.map(({ action }) => action)).toEqual(['view.created', 'view.updated', 'view.restored']);
  });

  test('is refused with the current version when that is not the cited one', async () => {
    const { path, ids } = await named('One', 'Two', 'Three');
    const stale = await mia().call(`POST ${path}/versions/${ids[0]}/restore`, { expectedCurrentVersionId: ids[1] });
    expect(expectProblem(stale, 'version_conflict').current).toMatchObject({ versionId: ids[2], versionNumber: 3 });
    const same = await mia().call(`POST ${path}/versions/${ids[2]}/restore`, { expectedCurrentVersionId: ids[2] });
    expectProblem(same, 'invalid_request', ['versionId']);
    expect((await mia().done(`GET ${path}`)).view.versionNumber).toBe(3);
  });
});

describe('the anchors of a View', () => {
  const save = (more: object): Promise<SavedView> => savedView(mia(), 'news', table('Rows', more));
  const anchorsOf = (id: string, query = '') => mia().done(`GET ${views}/${id}/anchors${query}`);
  const orders: [what: string, more: object][] = [
    ['by ID', {}],
    ['by a number', { sort: [{ fieldKey: 'amount', direction: 'desc' }] }],
    ['by texts too long for a cursor', { sort: [{ fieldKey: 'note', direction: 'asc' }] }],
  ];

  test.each(orders)('lead to every 1,000th record %s', async (_what, more) => {
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

  test('are those of the filters that they were asked with', async () => {
    const { id } = await save({});
    const filters = `filters=${encodeURIComponent('[{"fieldKey":"amount","op":"lt","value":3}]')}`;
    const { count, anchors } = await anchorsOf(id, `?${filters}`);
    expect([count, anchors.length]).toEqual([1_072, 1]);
    const { cursor } = anchors[0]!;
    expect(
      (await mia().done(`GET ${views}/${id}/data?${filters}&cursor=${cursor}&limit=100`)).data.records,
    ).toHaveLength(72);
    expectProblem(await mia().call(`GET ${views}/${id}/data?cursor=${cursor}`), 'invalid_request', ['cursor']);
    expectProblem(
      await people.as('will').call(`GET ${views}/${id}/data?${filters}&cursor=${cursor}`),
      'invalid_request',
      ['cursor'],
    );
  });

  test('end before the last record, and a View of figures has none', async () => {
    const { id } = await save({});
    const first = `filters=${encodeURIComponent('[{"fieldKey":"title","op":"starts_with","value":"Row 0"}]')}`;
    expect(await anchorsOf(id, `?${first}`)).toMatchObject({ count: 1_000, anchors: [] });
    const widgets = [{ id: 'w', title: 'W', type: 'number', metrics: [{ alias: 'n', function: 'count_rows' }] }];
    const figures = await savedView(mia(), 'news', { ...table('Figures'), renderer: 'dashboard', widgets });
    expectProblem(await mia().call(`GET ${views}/${figures.id}/anchors`), 'invalid_request', ['viewId']);
  });
});
