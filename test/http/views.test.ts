import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, type SavedView } from '../support/data-sets.ts';
import { everyone, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const mia = () => people.as('mia');
let objectTypeId: string;
let boardOnly: string;

const fields: FieldInput[] = [
  { key: 'stage', type: 'select', options: { choices: [{ key: 'lead' }, { key: 'won' }] } },
  { key: 'amount', type: 'number' },
  { key: 'close', type: 'date' },
  { key: 'due', type: 'date_time' },
  { key: 'finish', type: 'date' },
  { key: 'tags', type: 'multi_select', options: { choices: [{ key: 'a' }] } },
  { key: 'note', type: 'text' },
];

beforeAll(async () => {
  objectTypeId = (await newDataSet(people.dataFolder, 'news', 'Deals', fields, [])).id;
  boardOnly = (await newDataSet(people.dataFolder, 'board', 'Secrets', fields, [])).id;
});

const table = (more: object = {}) => ({ name: 'All deals', objectTypeId, renderer: 'table', ...more });
const board = (more: object = {}) => ({ ...table(), renderer: 'board', groupByFieldKey: 'stage', ...more });
const calendar = (more: object = {}) => ({ ...table(), renderer: 'calendar', dateFieldKey: 'close', ...more });
const timeline = (more: object = {}) => ({
  ...table(),
  renderer: 'timeline',
  startFieldKey: 'close',
  endFieldKey: 'finish',
  ...more,
});
const widget = (more: object = {}) => ({
  id: 'one',
  title: 'Deals',
  type: 'number',
  metrics: [{ alias: 'deals', function: 'count_rows' }],
  ...more,
});
const dashboard = (...widgets: object[]) => ({ ...table(), renderer: 'dashboard', widgets });
const pivot = (more: object = {}) => ({
  ...table(),
  renderer: 'pivot_table',
  rowFieldKeys: ['stage'],
  period: { fieldKey: 'close', interval: 'month' },
  metric: { function: 'sum', field: 'amount' },
  ...more,
});

const create = (definition: object, channel = 'news', headers = {}) =>
  mia().call(`POST /channels/${channel}/views`, definition, headers);
const update = (view: Pick<SavedView, 'id' | 'currentVersionId'>, definition: object) =>
  mia().call(`PATCH /channels/news/views/${view.id}`, {
    expectedCurrentVersionId: view.currentVersionId,
    ...definition,
  });
const viewOf = ({ body }: { body: unknown }) => (body as { view: SavedView }).view;

describe('a saved View', () => {
  test.each([
    ['table', () => table({ columns: ['stage', 'created_at'], sort: [{ fieldKey: 'amount', direction: 'desc' }] })],
    ['board', () => board({ cardFieldKeys: ['amount'], filters: [{ fieldKey: 'amount', op: 'gte', value: 10 }] })],
    ['board of creators', () => board({ groupByFieldKey: 'created_by' })],
    ['calendar', () => calendar({ endDateFieldKey: 'finish' })],
    ['calendar of times', () => calendar({ dateFieldKey: 'due', endDateFieldKey: 'updated_at' })],
    ['timeline', () => timeline({ groupByFieldKey: 'stage' })],
    ['dashboard', () => dashboard(widget({ groupBy: [{ field: 'close', interval: 'week' }, 'tags'], limit: 5 }))],
    ['pivot table', () => pivot({ totals: { rows: true, columns: false } })],
  ])('of kind %s is answered as it was saved, and can be sent back', async (_kind, definition) => {
    const created = await create(definition());
    expect(created.status).toBe(201);
    const view = viewOf(created);
    expect(created.headers.get('location')).toBe(`/api/workspace/channels/news/views/${view.id}`);
    const location = created.headers.get('location')!.replace('/api/workspace', '');
    expect(await people.as('rita').done(`GET ${location}`)).toEqual({ view });
    expect(view).toMatchObject({ ...table(), versionNumber: 1, renderer: definition().renderer });
    expect(view.definition).toEqual(definition());
    const again = viewOf(await update(view, { ...view.definition, name: 'Renamed' }));
    expect(again).toMatchObject({ id: view.id, slug: view.slug, name: 'Renamed', versionNumber: 2 });
    expect(again.definition).toEqual({ ...definition(), name: 'Renamed' });
    expect(again.currentVersionId).not.toBe(view.currentVersionId);
  });

  test('has a slug of its own in its channel, made from its name', async () => {
    const name = 'Überfällige Deals!';
    const slugs = [];
    for (let count = 0; count < 3; count += 1) slugs.push(viewOf(await create(table({ name }))).slug);
    expect(slugs).toEqual(['uberfallige-deals', 'uberfallige-deals-2', 'uberfallige-deals-3']);
    const many = await Promise.all(Array.from({ length: 25 }, () => create(table({ name }))));
    expect(new Set([...slugs, ...many.map((made) => viewOf(made).slug)]).size).toBe(28);
    const elsewhere = viewOf(await create({ ...table({ name }), objectTypeId: boardOnly }, 'board'));
    expect(elsewhere.slug).toBe('uberfallige-deals');
    expect(viewOf(await create(table({ name: '…' }))).slug).toBe('view');
    expect((await mia().call('GET /channels/news/views/uberfallige-deals-2/data')).status).toBe(200);
    expectProblem(await mia().call(`GET /channels/news/views/${elsewhere.id}/data`), 'not_found');
  });

  test('may become one of another kind, but not of another Data Set', async () => {
    const view = await savedView(mia(), 'news', table());
    const other = await newDataSet(people.dataFolder, 'news', 'Others', fields, []);
    expectProblem(await update(view, table({ objectTypeId: other.id })), 'invalid_request', ['/objectTypeId']);
    expect(viewOf(await update(view, board())).definition).toEqual(board());
  });

  test('is replaced only by who has read what stands', async () => {
    const view = await savedView(mia(), 'news', table());
    const second = viewOf(await update(view, table({ name: 'Second' })));
    const refused = expectProblem(await update(view, table({ name: 'Third' })), 'version_conflict');
    expect(refused.current).toEqual({
      versionId: second.currentVersionId,
      versionNumber: 2,
      updatedAt: second.updatedAt,
      updatedBy: second.updatedBy,
      via: { interface: 'api' },
    });
    expectProblem(await update({ ...view, currentVersionId: 'viewv_nothing' }, table()), 'version_conflict');
    const { body } = await mia().call('GET /channels/news/views?limit=200');
    const { views } = body as unknown as { views: SavedView[] };
    expect(views.find(({ id }) => id === view.id)).toEqual(second);
  });

  test('leaves one audit event for each version, and none for a refusal', async () => {
    const view = await savedView(mia(), 'news', table());
    await update(view, table({ columns: ['nothing'] }));
    await update(view, table());
    await update(view, table());
    const events = await inStorage(people.dataFolder, (db) =>
      db
        .selectFrom('audit_events')
        .select(['action', 'user_id'])
        .where('resource_id', '=', view.id)
        .orderBy('id')
        .execute(),
    );
    expect(events).toEqual(['view.created', 'view.updated'].map((action) => ({ action, user_id: people.idOf('mia') })));
  });

  test('is saved once for each idempotency key, whatever has happened since', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await create(table(), 'news', key), await create(table(), 'news', key)];
    expect(viewOf(second)).toEqual(viewOf(first));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expectProblem(await create(table({ name: 'Other' }), 'news', key), 'idempotency_key_reused');
    const change = { ...table({ name: 'Changed' }), idempotencyKey: crypto.randomUUID() };
    const changed = viewOf(await update(viewOf(first), change));
    await update(changed, table({ name: 'Changed since' }));
    expect(viewOf(await update(viewOf(first), change))).toEqual(changed);
  });
});

describe('a definition is refused with the place of each mistake', () => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ fieldKey: 'amount', op: 'gt', value: index }));
  test.each<[string, () => object, string[]]>([
    ['unknown columns', () => table({ columns: ['stage', 'nothing', 'nobody'] }), ['/columns/1', '/columns/2']],
    ['SQL for a column', () => table({ columns: ['id; drop table views'] }), ['/columns/0']],
    ['an unknown sort', () => table({ sort: [{ fieldKey: 'nothing', direction: 'asc' }] }), ['/sort/0/fieldKey']],
    ['a sort by lists', () => table({ sort: [{ fieldKey: 'tags', direction: 'asc' }] }), ['/sort/0/fieldKey']],
    ['a key of another renderer', () => table({ cardFieldKeys: ['stage'] }), ['/cardFieldKeys']],
    ['an unknown renderer', () => table({ renderer: 'gallery' }), ['/renderer']],
    ['an unknown filter', () => table({ filters: [{ fieldKey: 'x', op: 'eq', value: 1 }] }), ['/filters/0/fieldKey']],
    [
      'an operator of another type',
      () => table({ filters: [{ fieldKey: 'stage', op: 'gt', value: 1 }] }),
      ['/filters/0/op'],
    ],
    [
      'an unknown choice',
      () => table({ filters: [{ fieldKey: 'stage', op: 'eq', value: 'x' }] }),
      ['/filters/0/value'],
    ],
    ['too many conditions', () => table({ filters: long(51) }), ['/filters']],
    ['a board by numbers', () => board({ groupByFieldKey: 'amount' }), ['/groupByFieldKey']],
    ['a board by nothing', () => board({ groupByFieldKey: 'nothing' }), ['/groupByFieldKey']],
    ['a card of nothing', () => board({ cardFieldKeys: ['nothing'] }), ['/cardFieldKeys/0']],
    ['a calendar of texts', () => calendar({ dateFieldKey: 'note' }), ['/dateFieldKey']],
    ['an end of another type', () => calendar({ endDateFieldKey: 'due' }), ['/endDateFieldKey']],
    ['a timeline without an end', () => timeline({ endFieldKey: undefined }), ['/endFieldKey']],
    ['a timeline from days to times', () => timeline({ endFieldKey: 'due' }), ['/endFieldKey']],
    ['lanes of dates', () => timeline({ groupByFieldKey: 'due' }), ['/groupByFieldKey']],
    ['a widget of nothing', () => dashboard(widget({ metrics: undefined })), ['/widgets/0/metrics']],
    [
      'each wrong widget',
      () => dashboard(widget({ groupBy: ['x'] }), widget({ id: 'two' }), widget({ id: 'three', groupBy: ['y'] })),
      ['/widgets/0/groupBy/0', '/widgets/2/groupBy/0'],
    ],
    ['a widget of five columns', () => dashboard(widget({ width: 5 })), ['/widgets/0/width']],
    ['a widget of another height', () => dashboard(widget({ height: 'huge' })), ['/widgets/0/height']],
    ['two widgets of one id', () => dashboard(widget(), widget()), ['/widgets/1/id']],
    [
      'a metric that the field does not take',
      () => dashboard(widget({ metrics: [{ alias: 'x', function: 'sum', field: 'stage' }] })),
      ['/widgets/0/metrics/0/function'],
    ],
    ['an unknown row', () => pivot({ rowFieldKeys: ['stage', 'x'] }), ['/rowFieldKeys/1']],
    ['a row twice', () => pivot({ rowFieldKeys: ['stage', 'stage'] }), ['/rowFieldKeys/1']],
    ['periods of texts', () => pivot({ period: { fieldKey: 'note', interval: 'day' } }), ['/period/fieldKey']],
    ['a sum of nothing', () => pivot({ metric: { function: 'sum' } }), ['/metric/field']],
    ['a count of a field', () => pivot({ metric: { function: 'count_rows', field: 'amount' } }), ['/metric/field']],
    ['a sum of choices', () => pivot({ metric: { function: 'sum', field: 'stage' } }), ['/metric/function']],
  ])('%s', async (_what, definition, paths) => {
    expectProblem(await create(definition()), 'invalid_request', paths);
  });

  test('and stores nothing', async () => {
    const before = await traces(people.dataFolder);
    expectProblem(await create(table({ columns: ['nothing'] })), 'invalid_request');
    expectProblem(await create(dashboard(widget(), widget({ id: 'two', groupBy: ['x'] }))), 'invalid_request');
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('one byte more than may be saved is refused', async () => {
    const ofLengths = (...lengths: number[]) =>
      table({ filters: lengths.map((length) => ({ fieldKey: 'note', op: 'eq', value: 'x'.repeat(length) })) });
    const rest = limits.viewBytes - JSON.stringify(ofLengths(90_000, 90_000, 0)).length;
    expect((await create(ofLengths(90_000, 90_000, rest))).status).toBe(201);
    const refused = expectProblem(await create(ofLengths(90_000, 90_000, rest + 1)), 'too_large');
    expect(refused.maxBytes).toBe(limits.viewBytes);
  });

  test('limits hold at the limit and not one past it', async () => {
    const widgets = (count: number) =>
      dashboard(...Array.from({ length: count }, (_, index) => widget({ id: `w${index}` })));
    const periods = (count: number) => pivot({ period: { fieldKey: 'close', interval: 'day', count } });
    expect((await create(widgets(50))).status).toBe(201);
    expectProblem(await create(widgets(51)), 'invalid_request', ['/widgets']);
    expectProblem(await create(widgets(0)), 'invalid_request', ['/widgets']);
    expect((await create(periods(60))).status).toBe(201);
    expectProblem(await create(periods(61)), 'invalid_request', ['/period/count']);
    expectProblem(await create(periods(0)), 'invalid_request', ['/period/count']);
    expect((await create(table({ filters: long(50) }))).status).toBe(201);
    const metrics = (count: number) =>
      dashboard(
        widget({ metrics: Array.from({ length: count }, (_, i) => ({ alias: `m${i}`, function: 'count_rows' })) }),
      );
    expect((await create(metrics(20))).status).toBe(201);
    expectProblem(await create(metrics(21)), 'invalid_request', ['/widgets/0/metrics']);
  });
});

describe('Views are for', () => {
  test.each([
    ['news', 'admin mia will rita ned', 'admin mia will'],
    ['board', 'mia will rita', 'mia will'],
  ])('the readers of %s to see, its writers to save', async (channel, readers, writers) => {
    const definition = { ...table(), objectTypeId: channel === 'board' ? boardOnly : objectTypeId };
    const view = await savedView(mia(), channel, definition);
    const path = `/channels/${channel}/views`;
    const allows = async (call: Promise<{ status: number }>) => (await call).status < 300;
    expect(await whoever((name) => allows(people.as(name).call(`GET ${path}`)))).toBe(readers);
    expect(await whoever((name) => allows(people.as(name).call(`GET ${path}/${view.id}/data`)))).toBe(readers);
    expect(await whoever((name) => allows(people.as(name).call(`POST ${path}`, definition)))).toBe(writers);
    for (const name of everyone) {
      const body = { ...definition, expectedCurrentVersionId: view.currentVersionId };
      const { status } = await people.as(name).call(`PATCH ${path}/${view.slug}`, body);
      const seen = readers.split(' ').includes(name) ? 403 : 404;
      expect([200, 409, seen]).toContain(status);
      expect(status === seen).toBe(!writers.split(' ').includes(name));
    }
  });

  test('no Data Set of another channel', async () => {
    expectProblem(await create({ ...table(), objectTypeId: boardOnly }), 'not_found');
    expectProblem(await create({ ...table(), objectTypeId: 'ot_nothing' }), 'not_found');
  });

  test('a list by name, page by page', async () => {
    const names = ['b', 'c', 'B', 'a', 'b'].map((letter) => `zz ${letter}`);
    for (const name of names) await savedView(mia(), 'news', table({ name }));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await mia().call(`GET /channels/news/views?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      const page = body as unknown as { views: SavedView[]; nextCursor?: string };
      expect(page.views.length).toBeLessThanOrEqual(2);
      found.push(...page.views.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual(found.toSorted());
    expect(found.filter((name) => name.startsWith('zz'))).toEqual(names.toSorted());
    expectProblem(await mia().call('GET /channels/news/views?limit=201'), 'invalid_request', ['limit']);
    expectProblem(await mia().call('GET /channels/news/views?sort=name'), 'invalid_request', ['sort']);
  });
});
