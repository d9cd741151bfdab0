import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const open = (path: string): Promise<Page> => appPage(shared.browser, gateway, { path });

const choices = ['todo', 'done'].map((key) => ({ key, label: key === 'todo' ? 'To do' : 'Done' }));
const fields = [
  { key: 'status', label: 'Status', type: 'select', options: { choices } },
  { key: 'starts', label: 'Starts', type: 'date' },
  { key: 'ends', label: 'Ends', type: 'date' },
];

beforeAll(async () => {
  const { done } = gateway.admin;
  const { objectTypeId } = (
    await done('POST /channels/general/data-sets', { name: 'Tasks', objectType: 'task', fields })
  ).dataSet;
  const values = { status: 'done', starts: '2026-03-30', ends: '2026-04-02' };
  await done('POST /channels/general/records', { objectTypeId, title: 'Price letters', values });
  const rest = Array.from({ length: 249 }, (_, index) => ({ title: `Task ${index}`, values: { status: 'todo' } }));
  await done('POST /channels/general/records/batch', { objectTypeId, create: rest });
  const view = (body: object) => done('POST /channels/general/views', { objectTypeId, ...body });
  await view({ name: 'All tasks', renderer: 'table', columns: ['status'] });
  await view({ name: 'Dates', renderer: 'calendar', dateFieldKey: 'starts', endDateFieldKey: 'ends' });
  await view({
    name: 'Plan',
    renderer: 'timeline',
    startFieldKey: 'starts',
    endFieldKey: 'ends',
    groupByFieldKey: 'status',
  });
});

test('a table says how many records it has, and is scrolled to its last one', async () => {
  const page = await open('/channels/general/views/all-tasks');
  await page.getByText('All 250 records').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Price letters' }).waitFor();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Control+End');
  await page.getByRole('link', { name: 'Task 248', exact: true }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.getByRole('link', { name: 'Price letters' }).click();
  await page.getByRole('heading', { level: 1, name: 'Price letters' }).waitFor();
});

test('rows that are not read yet are told as such', async () => {
  const page = await open('/channels/sales');
  const held = Promise.withResolvers<void>();
  await page.route(/\/data(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${gateway.url}/channels/general/views/all-tasks`);
  await page.getByRole('rowheader', { name: 'Not read yet' }).first().waitFor();
  await expectAccessible(page);
  held.resolve();
  await page.getByRole('rowheader', { name: 'Price letters' }).waitFor();
});

test('a board has the counts of the whole View', async () => {
  const page = await open('/channels/sales/views/deals-by-stage');
  await page.getByRole('heading', { name: 'Won 26' }).waitFor();
  await page.getByRole('heading', { name: 'Lost 9' }).waitFor();
  await page.getByText('€27,900').waitFor();
  await expectAccessible(page);
});

test('a calendar shows the month of its address, with what lasts from one week to the next', async () => {
  const page = await open('/channels/general/views/dates?month=2026-03');
  await page.getByRole('heading', { name: 'March 2026' }).waitFor();
  await page.getByRole('link', { name: 'Price letters Mar 30, 2026 to Apr 2, 2026' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the month after' }).click();
  await page.waitForURL('**/dates?month=2026-04');
  await page.getByRole('heading', { name: 'April 2026' }).waitFor();
  await page.getByRole('button', { name: 'Show the month after' }).click();
  await page.getByText('No records').waitFor();
});

test('a timeline groups its rows and keeps in the address how close one looks', async () => {
  const page = await open('/channels/general/views/plan');
  await page.getByRole('heading', { name: 'Done 1' }).waitFor();
  await page.getByRole('link', { name: 'Price letters' }).waitFor();
  await page.getByRole('button', { name: 'Months' }).click();
  await page.waitForURL('**/plan?zoom=months');
  await expectAccessible(page);
});

test('a timeline in groups says that no record passes a filter', async () => {
  const filters = JSON.stringify([{ field: 'starts', operator: 'gt', value: '2030-01-01' }]);
  const page = await open(`/channels/general/views/plan?filters=${encodeURIComponent(filters)}`);
  await page.getByText('No record of this View passes the filter.').waitFor();
});

test('a dashboard shows its first figure before the others are there', async () => {
  const page = await open('/channels/sales');
  const held = Promise.withResolvers<void>();
  await page.route(/widgetIds=/, async (route) => {
    if (!route.request().url().includes('%22won%22')) await held.promise;
    await route.continue();
  });
  await page.goto(`${gateway.url}/channels/sales/views/sales-at-a-glance`);
  await page.getByText('€286,310').waitFor();
  await page.getByText('Reading …').first().waitFor();
  held.resolve();
  await page.getByText('First 5 rows; more exist').waitFor();
  await page.getByText('Reading …').first().waitFor({ state: 'detached' });
});

test('a dashboard shows its figures, and each chart also as a table', async () => {
  const page = await open('/channels/sales/views/sales-at-a-glance');
  await page.getByText('€286,310').waitFor();
  const donut = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deals by stage' }) });
  await donut.getByText('Show the figures').click();
  await donut.getByRole('cell', { name: '26' }).waitFor();
  await page.getByText('First 5 rows; more exist').waitFor();
  await expectAccessible(page);
});

/** The total of all. It depends on the day, because the sample's deals are of the past year. */
const totalOf = (page: Page) => page.getByRole('row').last().getByRole('cell', { name: /^€/ }).last();

test('a pivot table has totals, and says which records its periods leave out', async () => {
  const page = await open('/channels/sales/views/amounts-by-stage-and-month');
  await totalOf(page).waitFor();
  await page.getByText(/Records outside these periods: .*6 without a date\./).waitFor();
  await expectAccessible(page);
});

test('Views show records that change elsewhere', async () => {
  const { done } = gateway.admin;
  const pages = await Promise.all(
    ['deals-by-stage', 'sales-at-a-glance', 'amounts-by-stage-and-month'].map((view) =>
      open(`/channels/sales/views/${view}`),
    ),
  );
  await pages[0]!.getByRole('heading', { name: 'Won 26' }).waitFor();
  await pages[1]!.getByText('€286,310').waitFor();
  const total = totalOf(pages[2]!);
  const before = await total.innerText();
  const { channel } = await done('GET /channels/sales');
  const { objectTypeId } = channel.dataSets.find(({ objectType }) => objectType === 'deal')!;
  const values = {
    company: 'Elsewhere',
    stage: 'won',
    amount: 1_000_000,
    closed_on: new Date().toISOString().slice(0, 10),
  };
  await done('POST /channels/sales/records', { objectTypeId, title: 'A deal of somebody else', values });
  await pages[0]!.getByRole('heading', { name: 'Won 27' }).waitFor();
  await pages[1]!.getByText('€286,310').waitFor({ state: 'detached' });
  await expect.poll(() => total.innerText()).not.toBe(before);
});

test('an address with a month or with conditions that make no sense shows all the same', async () => {
  const month = await open('/channels/general/views/dates?month=x');
  await month.getByRole('button', { name: 'Show this month' }).and(month.locator('[aria-disabled="true"]')).waitFor();
  const conditions = await open('/channels/sales/data-sets/deal?filters=[null]');
  await conditions.getByRole('columnheader', { name: 'Amount' }).waitFor();
});

test('a chart names people, and says which parts of a whole have no figure', async () => {
  const { done } = gateway.admin;
  const { dataSet } = await done('POST /channels/general/data-sets', {
    name: 'Balances',
    fields: [
      { key: 'owner', label: 'Owner', type: 'user' },
      { key: 'kind', label: 'Kind', type: 'text' },
      { key: 'amount', label: 'Amount', type: 'number' },
    ],
  });
  const { objectTypeId } = dataSet;
  const { userId: owner, name } = await done('GET /me');
  for (const [kind, amount] of [
    ['Debt', -5],
    ['Unknown', undefined],
  ] as const) {
    const values = { owner, kind, ...(amount !== undefined && { amount }) };
    await done('POST /channels/general/records', { objectTypeId, title: kind, values });
  }
  const metrics = [{ function: 'average', field: 'amount', alias: 'average' }];
  const widgets = [
    { id: 'people', title: 'By owner', type: 'column', groupBy: ['owner'], metrics },
    { id: 'parts', title: 'By kind', type: 'donut', groupBy: ['kind'], metrics },
  ];
  await done('POST /channels/general/views', { objectTypeId, name: 'Figures', renderer: 'dashboard', widgets });
  const page = await open('/channels/general/views/figures');
  await page.getByRole('link', { name }).first().waitFor();
  const parts = page.locator('section').filter({ has: page.getByRole('heading', { name: 'By kind' }) });
  await parts.getByRole('listitem').filter({ hasText: 'Debt' }).getByText('-5').waitFor();
  await parts.getByRole('listitem').filter({ hasText: 'Unknown' }).getByText('none').waitFor();
  await expectAccessible(page);
});
