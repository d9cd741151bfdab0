import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../schemas/queries.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { type Query, type Reference, referenceOf } from '../differential/reference.ts';
import type { Value } from '../differential/table.ts';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();
let objectTypeId: string;
let labels: Map<string, string>;
/** The same records in DuckDB, whose figures are computed without the product. */
let reference: Reference;

/** Tall enough for all rows, because a table draws the visible ones. */
const viewport = { width: 1280, height: 2400 };
const open = (path: string): Promise<Page> => appPage(shared.browser, gateway, { path, viewport });

beforeAll(async () => {
  const { channel } = await gateway.admin.done('GET /channels/sales');
  const dataSet = channel.dataSets.find((one) => one.objectType === 'deal')!;
  objectTypeId = dataSet.objectTypeId;
  const stage = dataSet.fields.find(({ key }) => key === 'stage')!;
  labels = new Map(stage.options!.choices!.map(({ key, label }) => [key, label]));
  const asked = { mode: 'deterministic', channelId: 'sales', objectTypeId, operation: 'records', limit: 500 };
  const { data } = await gateway.admin.done('POST /queries', asked);
  const rows = data.rows!.map(({ id, ...values }) => ({ id: String(id), values: values as Stored }));
  reference = await referenceOf(
    { name: 'Deals', channelId: 'sales', objectTypeId, fields: dataSet.fields, rows },
    'UTC',
  );
});

afterAll(() => reference.close());

type Stored = Record<string, Value>;

/** The rows of a typed query over the deals. DuckDB answers the same figures. */
async function answered(query: object): Promise<Row[]> {
  const from = { mode: 'deterministic', channelId: 'sales', objectTypeId, limit: 500 };
  const asked = { ...from, operation: 'aggregate', ...query } as Query;
  const { data } = await gateway.admin.done('POST /queries', asked);
  const expected = await reference.answer(asked, { now: new Date(), timeZone: 'UTC' });
  if (asked.operation === 'aggregate') expect(data.rows).toEqual(expected.rows);
  return data.rows!;
}

const sum = { alias: 'figure', function: 'sum', field: 'amount' };
const count = { alias: 'figure', function: 'count_rows' };
const definitionOf = async (slug: string) =>
  (await gateway.admin.done(`GET /channels/sales/views/${slug}`)).view.definition as ViewDefinition;

/** The number that a text shows. */
const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));
const textsOf = (found: Locator): Promise<string[]> => found.allInnerTexts();

/** The value of the same metric over the records to which a figure leads, on the Data Set's page. */
async function behind(page: Page, figure: Locator, metric: object): Promise<number> {
  await figure.click();
  await page.waitForURL('**/data-sets/deal?filters=*');
  const filters: unknown = JSON.parse(new URL(page.url()).searchParams.get('filters')!);
  const [records] = await answered({ metrics: [count], filters });
  const shown = records!.figure === 1 ? 'The only record' : `All ${String(records!.figure)} records`;
  await page.getByText(shown, { exact: true }).waitFor();
  const [row] = await answered({ metrics: [metric], filters });
  return Number(row!.figure);
}

test('each cell of a table is the value that a typed query answers', async () => {
  await gateway.admin.done('POST /channels/sales/views', {
    objectTypeId,
    name: 'Every deal',
    renderer: 'table',
    columns: ['stage', 'amount', 'closed_on'],
    sort: [{ fieldKey: 'amount', direction: 'desc' }],
  });
  const page = await open('/channels/sales/views/every-deal');
  await page.getByText('All 41 records').waitFor();
  const rows = await answered({ operation: 'records', orderBy: [{ field: 'amount', direction: 'desc' }] });
  const shown: unknown[] = [];
  for (const row of await page.getByRole('row').all()) {
    const days = await row.locator('time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
    const cells = await textsOf(row.getByRole('cell').or(row.getByRole('gridcell')).or(row.getByRole('rowheader')));
    if (cells.length > 0) shown.push([cells[1], cells[2], numberIn(cells[3]!), days[0]]);
  }
  expect(shown).toEqual(
    rows.map(({ title, stage, amount, closed_on }) => [title, labels.get(String(stage)), amount, closed_on]),
  );
});

test('the counts and cards of a board are those of a typed query, and a count leads to its records', async () => {
  const page = await open('/channels/sales/views/deals-by-stage');
  const board = page.getByRole('region', { name: 'Deals by stage' });
  await board.getByRole('heading', { name: 'Won 26' }).waitFor();
  const rows = await answered({ groupBy: ['stage'], metrics: [count] });
  const shown = Object.fromEntries(
    (await textsOf(board.getByRole('heading'))).map((words) => [words.replace(/\s*\d+$/, ''), numberIn(words)]),
  );
  expect(shown).toEqual(Object.fromEntries(rows.map(({ stage, figure }) => [labels.get(String(stage)), figure])));
  const won = board.getByRole('region', { name: 'Won', exact: true });
  const records = await answered({
    operation: 'records',
    filters: [{ field: 'stage', operator: 'eq', value: 'won' }],
  });
  const titles = await textsOf(won.getByRole('listitem').locator('a[data-item]'));
  expect(titles.toSorted()).toEqual(records.map(({ title }) => String(title)).toSorted());
  expect(await behind(page, won.getByRole('heading').getByRole('link'), count)).toBe(26);
});

test('each figure of a dashboard is that of its typed query, and leads to the records behind it', async () => {
  const definition = await definitionOf('sales-at-a-glance');
  const page = await open('/channels/sales/views/sales-at-a-glance');
  await page.getByText('€286,310').waitFor();
  await expectAccessible(page);
  if (definition.renderer !== 'dashboard') throw new Error('not a dashboard');
  for (const { title, type, id: _, ...query } of definition.widgets) {
    const rows = await answered(query);
    const widget = page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    const { alias } = query.metrics![0]!;
    if (type === 'number') {
      const figure = widget.getByRole('link').first();
      expect([title, numberIn(await figure.innerText())]).toEqual([title, rows[0]![alias]]);
      continue;
    }
    const summary = widget.getByText('Show the figures');
    if ((await summary.count()) > 0) await summary.click();
    const shown = await textsOf(widget.locator('tbody tr td:last-child'));
    expect([title, shown.map(numberIn)]).toEqual([title, rows.map((row) => row[alias])]);
  }
  const stages = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deals by stage' }) });
  const won = stages.getByRole('row').filter({ hasText: 'Won' }).getByRole('link').last();
  expect(await behind(page, won, count)).toBe(26);
  await page.goBack();
  const lost = stages.getByRole('listitem').filter({ hasText: 'Lost' }).getByRole('link');
  expect(await behind(page, lost, count)).toBe(9);
  await page.goBack();
  const december = page.getByTitle('Dec 2025: €');
  const [, shown] = (await december.getAttribute('title'))!.split('€');
  expect(await behind(page, december, sum)).toBe(numberIn(shown!));
});

test('each cell and total of a pivot table is that of a typed query, and leads to its records', async () => {
  const page = await open('/channels/sales/views/amounts-by-stage-and-month');
  await page.getByRole('cell', { name: /^€/ }).first().waitFor();
  await expectAccessible(page);
  const definition = await definitionOf('amounts-by-stage-and-month');
  if (definition.renderer !== 'pivot_table') throw new Error('not a pivot table');
  const { data } = await gateway.admin.done('GET /channels/sales/views/amounts-by-stage-and-month/data');
  const periods = data.periods!;
  const between = [periods[0]!.start, periods.at(-1)!.end];
  const inPeriods = { field: 'closed_on', operator: 'between', value: between };
  const [dated, interval] = [definition.period.fieldKey, definition.period.interval];
  expect([dated, interval]).toEqual(['closed_on', 'month']);
  const cells = await answered({
    groupBy: ['stage', { field: dated, interval }],
    metrics: [sum],
    filters: [inPeriods],
  });
  const rowTotals = await answered({ groupBy: ['stage'], metrics: [sum], filters: [inPeriods] });
  const columnTotals = await answered({ groupBy: [{ field: dated, interval }], metrics: [sum], filters: [inPeriods] });
  const [grand] = await answered({ metrics: [sum], filters: [inPeriods] });
  const months = periods.map(({ key }) => key);
  const figureOf = (rows: readonly Row[], match: Row) =>
    Number(rows.find((row) => Object.entries(match).every(([key, value]) => row[key] === value))?.figure ?? 0);
  for (const { stage } of rowTotals) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: labels.get(String(stage))! }) });
    const shown = (await textsOf(row.getByRole('cell'))).map(numberIn);
    const expected = months.map((month) => figureOf(cells, { stage, closed_on_month: month }));
    expect([stage, shown]).toEqual([stage, [...expected, figureOf(rowTotals, { stage })]]);
  }
  const totals = (await textsOf(page.locator('tfoot').getByRole('cell'))).map(numberIn);
  const expected = months.map((month) => figureOf(columnTotals, { closed_on_month: month }));
  expect(totals).toEqual([...expected, grand!.figure]);

  const cell = page.locator('tbody').getByRole('link', { name: /€/ }).first();
  const figure = numberIn(await cell.innerText());
  expect(await behind(page, cell, sum)).toBe(figure);
});
