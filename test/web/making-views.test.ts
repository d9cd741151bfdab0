import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const open = (path: string): Promise<Page> => appPage(shared.browser, gateway, { path });
const deals = '/channels/sales/data-sets/deal';
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption({ label: option });

/** Fills the form of a new View as far as its name and its kind. */
async function begin(name: string, kind: string): Promise<Page> {
  const page = await open(deals);
  await page.getByRole('link', { name: 'New View' }).click();
  await page.getByLabel('Name').fill(name);
  await choose(page, 'Kind', kind);
  return page;
}

async function save(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

test('a table with columns and an order', async () => {
  const page = await begin('Big deals', 'Table');
  await choose(page, 'Add to columns', 'Amount');
  await choose(page, 'Add to columns', 'Stage');
  await page.getByRole('button', { name: 'Move Stage up' }).click();
  await choose(page, 'Add to sorted by', 'Amount');
  await choose(page, 'Order of Amount', 'descending');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByText('Each condition needs a value').waitFor();
  await choose(page, 'Field', 'Amount');
  await choose(page, 'Condition on Amount', 'is at least');
  await page.getByLabel('Value of Amount').fill('30000');
  await save(page, 'Big deals');
  await page.getByText('Only where Amount is at least €30,000.').waitFor();
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).filter((text) => /[A-Z]/.test(text));
  await expect.poll(async () => (await heads()).slice(-2)).toEqual(['Stage', 'Amount']);
  const { data } = await gateway.admin.done('GET /channels/sales/views/big-deals/data');
  await page.getByText(`All ${data.records!.length} records`).waitFor();
});

test('a board, a calendar and a timeline begin with fields that suit them', async () => {
  const board = await begin('By owner', 'Board');
  await choose(board, 'A column for each value of', 'Owner');
  await save(board, 'By owner');
  await board
    .getByRole('heading', { name: /^root|^local|No Owner/ })
    .first()
    .waitFor();
  const calendar = await begin('Closings', 'Calendar');
  await save(calendar, 'Closings');
  await calendar.getByRole('button', { name: 'Show this month' }).waitFor();
  await calendar.goto(`${calendar.url()}?month=2001-01`);
  await calendar.getByText('No records').waitFor();
  await calendar.getByRole('button', { name: /^Show \w+ 2\d{3}$/ }).click();
  await calendar.getByText(/^(All \d+ records|First \d+ of|One record)/).waitFor();
  const timeline = await begin('Plan', 'Timeline');
  await choose(timeline, 'Grouped by', 'Stage');
  await save(timeline, 'Plan');
  await timeline.getByRole('heading', { name: 'Won 26' }).waitFor();
});

test('a pivot table, and a dashboard of several figures', async () => {
  const pivot = await begin('Closed by month', 'Board');
  await choose(pivot, 'Kind', 'Pivot table');
  await choose(pivot, 'Figure', 'Sum of Amount');
  await save(pivot, 'Closed by month');
  await pivot.getByText('Sum of Amount, by Closed on').waitFor();
  await pivot.getByRole('link', { name: 'Change' }).click();
  await pivot.getByLabel('Beginning with the period of').fill('2001-01-01');
  await save(pivot, 'Closed by month');
  await pivot.getByText('All records are outside the periods of this View.').waitFor();

  const page = await begin('Overview', 'Dashboard');
  await page.getByRole('button', { name: 'Add a figure or chart' }).click();
  const chart = page.getByRole('group', { name: 'Number of records' }).last();
  await chart.getByLabel('Title').fill('Amounts');
  const amounts = page.getByRole('group', { name: 'Amounts' });
  await amounts.getByLabel('Shown as').selectOption({ label: 'Bars' });
  await amounts.getByLabel('Figure', { exact: true }).selectOption({ label: 'Sum of Amount' });
  await amounts.getByRole('button', { name: 'Take Stage away' }).waitFor();
  await amounts.getByText('Only records where').click();
  await amounts.getByRole('button', { name: 'Add a group' }).click();
  await amounts.getByRole('button', { name: 'Add a condition' }).first().click();
  for (const [index, stage] of ['Won', 'Lost'].entries()) {
    await amounts.getByLabel('Field', { exact: true }).nth(index).selectOption({ label: 'Stage' });
    await amounts.getByLabel('Value of Stage').nth(index).selectOption({ label: stage });
  }
  await save(page, 'Overview');
  const { view } = await gateway.admin.done('GET /channels/sales/views/overview');
  const filters = [{ or: ['won', 'lost'].map((value) => ({ field: 'stage', operator: 'eq', value })) }];
  expect(view.definition).toMatchObject({
    widgets: [{ type: 'number' }, { title: 'By Stage', type: 'column' }, { groupBy: ['stage'], filters }],
  });
  await page.getByRole('heading', { name: 'Amounts' }).waitFor();
});

test('filters of the address show the same to whoever has the link, and are saved into the View', async () => {
  const page = await open('/channels/sales/views/deals-by-stage');
  await page.getByRole('button', { name: 'Filter' }).click();
  await choose(page, 'Field', 'Amount');
  await choose(page, 'Condition on Amount', 'is at least');
  await page.getByLabel('Value of Amount').fill('20000');
  await page.getByRole('button', { name: 'Show these records' }).click();
  await page.getByText('For now only where Amount is at least €20,000.').waitFor();
  const counts = await page.getByRole('heading', { level: 2, name: /\d$/ }).allInnerTexts();
  const linked = await open(new URL(page.url()).pathname + new URL(page.url()).search);
  await linked.getByText('For now only where Amount is at least €20,000.').waitFor();
  await linked.getByRole('link', { name: 'Migration' }).first().waitFor();
  expect(await linked.getByRole('heading', { level: 2, name: /\d$/ }).allInnerTexts()).toEqual(counts);
  await page.getByRole('link', { name: 'Save these filters' }).click();
  await page.getByRole('button', { name: 'Save as a new View' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deals by stage, copy' }).waitFor();
  await page.getByText('Only where Amount is at least €20,000.').waitFor();
});

test('a version that somebody saved meanwhile is shown, and never overwritten', async () => {
  const { done } = gateway.admin;
  const page = await open('/channels/sales/views/amounts-by-stage-and-month/edit');
  await page.getByLabel('Name').fill('My amounts');
  await page.route('**/api/workspace/activity?*', () => {}); // The page sees nothing of others any more.
  const { view } = await done('GET /channels/sales/views/amounts-by-stage-and-month');
  await done('PATCH /channels/sales/views/amounts-by-stage-and-month', {
    ...view.definition,
    name: 'Their amounts',
    expectedCurrentVersionId: view.currentVersionId,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const newer = page.getByRole('alert', { name: 'A newer version' });
  await newer.getByText('Their amounts').first().waitFor();
  await expectAccessible(page);
  expect((await done('GET /channels/sales/views/amounts-by-stage-and-month')).view.name).toBe('Their amounts');
  await newer.getByRole('button', { name: 'Go on from theirs' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Their amounts');
  await page.getByLabel('Name').fill('Our amounts');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Our amounts' }).waitFor();
});

test('the query of an answer becomes a widget of a dashboard', async () => {
  const page = await open('/sessions');
  await page.getByLabel('Ask something about the workspace').fill('How many deals are won?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save as a widget' }).click();
  await page.getByRole('menuitem', { name: 'Add to Sales at a glance' }).click();
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  const widget = page.locator('section').filter({ has: page.getByRole('heading', { name: /Stage is Won/ }) });
  await widget.getByText('26', { exact: true }).waitFor();
});
