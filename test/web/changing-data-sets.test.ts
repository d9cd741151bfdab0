import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const stages = [
  { key: 'idea', label: 'Idea' },
  { key: 'done', label: 'Done' },
];

/** A Data Set of its own, and its page. */
async function opened(name: string, tab = ''): Promise<{ page: Page; path: string }> {
  const { dataSet } = await gateway.admin.done('POST /channels/sales/data-sets', {
    name,
    fields: [{ key: 'stage', label: 'Stage', type: 'select', options: { choices: stages } }],
  });
  const path = `/channels/sales/data-sets/${dataSet.objectType}`;
  return { page: await appPage(shared.browser, gateway, { path: path + tab }), path };
}

/** What agents and programs see. */
const stored = async (path: string) => (await gateway.admin.done(`GET ${path}`)).dataSet;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The page sees nothing of others any more. */
const holdNews = (page: Page) => page.route('**/api/workspace/activity?*', () => {});

test('a Data Set is renamed, and the rename undone', async () => {
  const { page, path } = await opened('Ideas');
  await press(page, 'More about this Data Set');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Good ideas');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Good ideas' }).waitFor();
  await expect.poll(() => focused(page)).toBe('More about this Data Set');
  expect((await stored(path)).name).toBe('Good ideas');
  await press(page, 'Undo');
  await page.getByRole('heading', { level: 1, name: 'Ideas', exact: true }).waitFor();
});

const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

test('a name that a colleague gave meanwhile is told before it is replaced', async () => {
  const { page, path } = await opened('Plans');
  await press(page, 'More about this Data Set');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My plans');
  await holdNews(page);
  await gateway.admin.done(`PATCH ${path}`, { name: 'Their plans' });
  await press(page, 'Rename');
  await page.getByText('Somebody called it “Their plans” meanwhile.').waitFor();
  expect((await stored(path)).name).toBe('Their plans');
  await press(page, 'Rename');
  await page.getByRole('heading', { level: 1, name: 'My plans' }).waitFor();
});
