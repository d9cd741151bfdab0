import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Name, staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const path = '/channels/news/views/figures';
const count = { alias: 'jobs', function: 'count_rows' };

const open = (name: Name, width?: number): Promise<Page> =>
  appPage(shared.browser, gateway, {
    user: `${name}@workspace.test`,
    path,
    ...(width && { viewport: { width, height: 800 } }),
  });
const saved = async () => (await gateway.as('mia').done('GET /channels/news/views/figures')).view;
const widgets = async () =>
  ((await saved()).definition.widgets as { id: string; width?: number; height?: string }[]).map(
    ({ id, width, height }) => `${id} ${width} ${height}`,
  );
const cell = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}: place`) });

beforeAll(async () => {
  const { done } = gateway.as('mia');
  const choices = ['open', 'shut'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
  const fields = [
    { key: 'state', label: 'State', type: 'select', options: { choices } },
    { key: 'hours', label: 'Hours', type: 'number' },
  ];
  const { objectTypeId } = (await done('POST /channels/news/data-sets', { name: 'Jobs', fields })).dataSet;
  const create = Array.from({ length: 5 }, (_, index) => ({
    title: `Job ${index}`,
    values: { state: index < 3 ? 'open' : 'shut', hours: index },
  }));
  await done('POST /channels/news/records/batch', { objectTypeId, create });
  await done('POST /channels/news/views', {
    objectTypeId,
    name: 'Figures',
    renderer: 'dashboard',
    widgets: [
      { id: 'all', title: 'All jobs', type: 'number', metrics: [count] },
      {
        id: 'hours',
        title: 'Hours of open jobs',
        type: 'column',
        groupBy: ['state'],
        metrics: [{ alias: 'hours', function: 'sum', field: 'hours' }],
        filters: [{ field: 'state', operator: 'eq', value: 'open' }],
      },
      { id: 'states', title: 'Jobs by state', type: 'bar', groupBy: ['state'], metrics: [count] },
    ],
  });
});

test('a widget says its query in words, and narrow screens stack', async () => {
  const page = await open('rita', 375);
  await page.getByRole('heading', { name: 'Jobs by state' }).waitFor();
  await page.getByText('Show the query').nth(1).click();
  await page.getByText('Sum of Hours, where State is Open, for each State.').waitFor();
  const boxes = await page.locator('#main h2').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(boxes).size).toBe(1);
  expect(await page.getByRole('link', { name: 'Arrange' }).count()).toBe(0);
});

test('widgets are placed and sized by keys, buttons and dragging, and saved as one version', async () => {
  const page = await open('will');
  await page.getByRole('link', { name: 'Arrange' }).click();
  await cell(page, 'All jobs').waitFor();
  await expectAccessible(page);
  await cell(page, 'All jobs').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'All jobs: place 2 of 3, 2 of 4 wide, medium' }).waitFor();
  expect(await page.locator(':focus').getAttribute('aria-label')).toContain('All jobs');
  await page.getByRole('button', { name: 'Make Jobs by state wider' }).click();
  await cell(page, 'Jobs by state').dragTo(cell(page, 'Hours of open jobs'));
  await page.getByRole('group', { name: 'Jobs by state: place 1 of 3, 3 of 4 wide, medium' }).waitFor();
  const { versionNumber } = await saved();
  await page.getByRole('button', { name: 'Save for everybody' }).click();
  await page.getByText('The dashboard is arranged for everybody.').waitFor();
  expect(await widgets()).toEqual(['states 3 medium', 'hours 2 medium', 'all 2 medium']);
  expect((await saved()).versionNumber).toBe(versionNumber + 1);
  await page.getByRole('link', { name: 'Arrange' }).waitFor();
  expect(await page.locator('#main h2').allInnerTexts()).toEqual(['Jobs by state', 'Hours of open jobs', 'All jobs']);
});

test('a newer version is kept, and arranged like this when one saves again', async () => {
  const page = await open('will');
  await page.getByRole('link', { name: 'Arrange' }).click();
  await cell(page, 'All jobs').waitFor();
  const { definition, id, currentVersionId: expectedCurrentVersionId } = await saved();
  const [first, ...others] = definition.widgets as object[];
  const changed = { ...definition, widgets: [{ ...first, title: 'By state' }, ...others] };
  await page.getByRole('button', { name: 'Make All jobs wider' }).click();
  await gateway.as('mia').done(`PATCH /channels/news/views/${id}`, { ...changed, expectedCurrentVersionId });
  await page.getByRole('button', { name: 'Save for everybody' }).click();
  await page
    .getByRole('alert')
    .getByText(/saved version 3 of this dashboard/)
    .waitFor();
  await page.getByRole('button', { name: 'Save for everybody' }).click();
  await page.getByText('The dashboard is arranged for everybody.').waitFor();
  expect(await widgets()).toEqual(['states 3 medium', 'hours 2 medium', 'all 3 medium']);
  await page.getByRole('heading', { name: 'By state', exact: true }).waitFor();
});
