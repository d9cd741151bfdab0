import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => []);
const shared = sharedBrowser();
const path = '/channels/general/views/by-status';

const choices = ['todo', 'doing', 'done'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
const fields = [
  { key: 'status', label: 'Status', type: 'select', options: { choices } },
  { key: 'hours', label: 'Hours', type: 'number' },
];

beforeAll(async () => {
  const { done } = gateway.admin;
  const { objectTypeId } = (await done('POST /channels/general/data-sets', { name: 'Jobs', fields })).dataSet;
  for (const [status, count] of [
    ['done', 2],
    ['todo', 300],
    ['doing', 40],
    [undefined, 3],
  ] as const) {
    const create = Array.from({ length: count }, (_, index) => ({
      title: `${status ?? 'Open'} ${index + 1}`,
      values: { status, hours: index },
    }));
    await done('POST /channels/general/records/batch', { objectTypeId, create });
  }
  const sort = [{ fieldKey: 'hours', direction: 'asc' }];
  const by = { objectTypeId, name: 'By status', renderer: 'table', groupByFieldKey: 'status', sort };
  await done('POST /channels/general/views', by);
});

const head = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} [0-9]+$`) });
const heads = async (page: Page) =>
  (await page.getByRole('row').getByRole('button', { expanded: undefined }).allInnerTexts())
    .filter((text) => text !== '')
    .map((text) => text.replace(/\s+/g, ' '));
const focused = (page: Page) => page.locator(':focus').innerText();

/** The groups of a typed query, as the heads say them. */
async function answered(): Promise<string[]> {
  const { data } = await gateway.admin.done('GET /channels/general/views/by-status/data');
  return data.groups!.map(({ label, count }) => `${label} ${count}`);
}

test('a table has its records in groups, which each person closes and opens', async () => {
  const page = await appPage(shared.browser, gateway, { path });
  await head(page, 'Todo').waitFor();
  await page.getByRole('link', { name: 'todo 1', exact: true }).waitFor();
  await expectAccessible(page);
  await head(page, 'Todo').click();
  await page.getByRole('link', { name: 'doing 1', exact: true }).waitFor();
  await head(page, 'Doing').click();
  await page.getByRole('link', { name: 'Open 3' }).waitFor();
  expect(await heads(page)).toEqual(await answered());
  // Arrows go over the heads, and the rows of each group are numbered anew.
  await page.getByRole('rowheader', { name: 'done 2' }).click({ position: { x: 200, y: 10 } });
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('Open 1');
  await page.reload();
  await page.getByRole('link', { name: 'Open 3' }).waitFor();
  expect(await head(page, 'Doing').getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Close all groups' }).click();
  await page.getByRole('link', { name: 'Open 3' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open all groups' }).click();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Control+End');
  await page.getByRole('link', { name: 'Open 3' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.getByRole('link', { name: 'todo 1', exact: true }).waitFor();
});

test('a record is made in a group, and moved by dragging, by the menu and by its cell', async () => {
  const page = await appPage(shared.browser, gateway, { path });
  await head(page, 'Todo').click();
  await head(page, 'Doing').click();
  await page.getByRole('button', { name: 'New record in Done' }).click();
  await page.getByLabel('Title', { exact: false }).fill('Made here');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('link', { name: 'Made here' }).waitFor();
  await head(page, 'Done').getByText('3', { exact: true }).waitFor();

  const row = (title: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await row('Open 1').getByRole('gridcell').first().dragTo(head(page, 'Done'));
  await head(page, 'Done').getByText('4', { exact: true }).waitFor();

  await row('Open 2').getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'Move to a group' }).click();
  await page.getByRole('menuitem', { name: 'Move to Doing' }).click();
  await head(page, 'Doing').getByText('41', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await head(page, 'Doing').getByText('40', { exact: true }).waitFor();
  expect(await heads(page)).toEqual(['Todo 300', 'Doing 40', 'Done 4', 'No Status 2']);
  expect(await answered()).toEqual(await heads(page));
});
