import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => []);
const shared = sharedBrowser();
const path = '/channels/general/views/all-jobs';
const fields = [
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'hours', label: 'Hours', type: 'number' },
];

beforeAll(async () => {
  const { done } = gateway.admin;
  const { objectTypeId } = (await done('POST /channels/general/data-sets', { name: 'Jobs', fields })).dataSet;
  const values = { note: 'Ask again', hours: 3 };
  await done('POST /channels/general/records', { objectTypeId, title: 'Paint the door', values });
  await done('POST /channels/general/views', { objectTypeId, name: 'All jobs', renderer: 'table' });
});

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = async (cell: Locator) => Math.round((await cell.boundingBox())!.width);
const widthsOf = async (page: Page) => {
  await page.getByRole('link', { name: 'Paint the door' }).waitFor();
  return Promise.all(['Title', 'Note', 'Hours'].map((name) => widthOf(head(page, name))));
};

/** Drags the right edge of a column. The edge stays below the pointer as far as it may go. */
async function drag(page: Page, name: string, by: number): Promise<void> {
  const { x, y, width, height } = (await head(page, name).boundingBox())!;
  await page.mouse.move(x + width - 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 3 + by / 2, y + height / 2);
  await page.mouse.move(x + width - 3 + by, y + height / 2);
  await page.mouse.up();
  await page.mouse.move(x, y + 200);
}

test('one person makes a column wider by dragging its edge, and takes it back', async () => {
  const page = await appPage(shared.browser, gateway, { path });
  const [title, note, hours] = (await widthsOf(page)) as [number, number, number];
  await drag(page, 'Note', 100);
  expect(await widthsOf(page)).toEqual([title, note + 100, hours]);
  await drag(page, 'Title', -60);
  expect(await widthsOf(page)).toEqual([title - 60, note + 100, hours]);
  await drag(page, 'Note', -1000);
  await drag(page, 'Hours', 1000);
  expect(await widthsOf(page)).toEqual([title - 60, 64, 800]);
  await page.reload();
  expect(await widthsOf(page)).toEqual([title - 60, 64, 800]);

  const colleague = await appPage(shared.browser, gateway, { path });
  expect(await widthsOf(colleague)).toEqual([title, note, hours]);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'As they were' }).click();
  await page.keyboard.press('Escape');
  expect(await widthsOf(page)).toEqual([title, note, hours]);
});

test('keys make each column wider and narrower, the title too, between two bounds', async () => {
  const page = await appPage(shared.browser, gateway, { path });
  const [title] = await widthsOf(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expectAccessible(page);
  const press = async (name: string, times: number) => {
    await page.getByRole('button', { name, exact: true }).focus();
    for (let time = 0; time < times; time += 1) await page.keyboard.press('Enter');
  };
  await press('Make Title wider', 2);
  await press('Make Note wider', 30);
  await press('Make Note narrower', 1);
  await press('Make Hours narrower', 10);
  await page.keyboard.press('Escape');
  expect(await widthsOf(page)).toEqual([title! + 80, 760, 64]);
});
