import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';
import { paste } from '../support/sheet-pages.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const choices = [
  { key: 'todo', label: 'To do' },
  { key: 'open', label: 'Open' },
  { key: 'opted', label: 'Opted out' },
];
const fields = [
  { key: 'due', label: 'Due', type: 'date' },
  { key: 'begins', label: 'Begins', type: 'date_time' },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'status', label: 'Status', type: 'select', options: { choices } },
];
const titles = ['Crane', 'Quay', 'Rope'];
const ids = new Map<string, string>();

beforeAll(async () => {
  const { done } = gateway.admin;
  const made = await done('POST /channels/general/data-sets', { name: 'Jobs', objectType: 'job', fields });
  const { objectTypeId } = made.dataSet;
  for (const title of titles) {
    const values = { status: 'todo' };
    const { record } = await done('POST /channels/general/records', { objectTypeId, title, values });
    ids.set(title, record.id);
  }
});

const open = (): Promise<Page> =>
  appPage(shared.browser, gateway, { path: '/channels/general/data-sets/job', locale: 'en-US', timezoneId: 'UTC' });
const cell = async (page: Page, title: string, label: string): Promise<Locator> => {
  await page.getByRole('link', { name: title, exact: true }).waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  return row.locator(`[aria-colindex="${heads.indexOf(label) + 1}"]`);
};
const valuesOf = async (title: string) =>
  (await gateway.admin.done(`GET /channels/general/records/${ids.get(title)}`)).record.values;
const expectStored = async (title: string, key: string, value: unknown): Promise<void> => {
  await expect.poll(async () => (await valuesOf(title))[key] ?? null).toBe(value);
};

test('pasted texts that are not dates stay in their cells with the reason, and what fits is stored', async () => {
  const page = await open();
  await (await cell(page, 'Crane', 'Due')).click();
  await paste(
    page,
    '24.12.2026\ttomorrow\tby the sea\n12/24/2026\t12/24/2026\tat noon\n2026-02-30\t2026-10-05 09:30\tlate',
  );
  const alert = page.getByRole('alert');
  await alert.getByText('Due of Crane: must be a date such as 2026-10-05').waitFor();
  await alert.getByText('Begins of Quay: must be a time with its offset').waitFor();
  await expectStored('Rope', 'begins', '2026-10-05T09:30:00.000Z');
  expect(await valuesOf('Crane')).toEqual({ status: 'todo', note: 'by the sea' });
  expect(await valuesOf('Quay')).toEqual({ status: 'todo', note: 'at noon' });
  expect(await valuesOf('Rope')).toMatchObject({ note: 'late' });
  const refused = [
    ['Crane', 'Due', '24.12.2026'],
    ['Crane', 'Begins', 'tomorrow'],
    ['Quay', 'Due', '12/24/2026'],
    ['Quay', 'Begins', '12/24/2026'],
    ['Rope', 'Due', '2026-02-30'],
  ] as const;
  for (const [title, label, text] of refused) {
    const kept = await cell(page, title, label);
    expect([await kept.innerText(), await kept.getAttribute('aria-invalid')]).toEqual([text, 'true']);
  }
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Discard' }).click();
  await alert.waitFor({ state: 'detached' });
  expect(await (await cell(page, 'Crane', 'Due')).innerText()).toBe('');
  // Undo takes back the whole paste.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  for (const title of titles) await expectStored(title, 'note', null);
});

test('a refused undo can be tried again, also after it was discarded', async () => {
  const page = await open();
  const undo = page.getByRole('button', { name: 'Undo (Ctrl Z)' });
  await (await cell(page, 'Crane', 'Note')).click();
  await paste(page, 'first\nsecond');
  await expectStored('Crane', 'note', 'first');
  await expectStored('Quay', 'note', 'second');
  await gateway.admin.done(`PATCH /channels/general/records/${ids.get('Quay')}`, { values: { note: 'theirs' } });
  await page.keyboard.press('Escape');
  await undo.click();
  const alert = page.getByRole('alert');
  await alert.getByRole('button', { name: 'Keep theirs' }).click();
  await expectStored('Crane', 'note', null);
  await expectStored('Quay', 'note', 'theirs');
  await undo.click();
  await alert.getByRole('button', { name: 'Use mine' }).click();
  await expectStored('Quay', 'note', null);
  await expect.poll(() => undo.isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expectStored('Crane', 'note', 'first');
  await expectStored('Quay', 'note', 'theirs');
  await undo.press('Enter');
  await expectStored('Quay', 'note', null);
  expect(await undo.evaluate((button) => button.matches('[aria-disabled="true"]:focus'))).toBe(true);
});

test('a date is typed from its first key, or chosen from the calendar, and what is ambiguous is refused', async () => {
  const page = await open();
  await (await cell(page, 'Crane', 'Due')).click();
  await page.keyboard.type('2026-12-24');
  await page.keyboard.press('Enter');
  await page.keyboard.type('12/24/2026');
  await page.keyboard.press('Enter');
  await page.keyboard.type('24 Dec 2026');
  await page.keyboard.press('Enter');
  await expectStored('Crane', 'due', '2026-12-24');
  await expectStored('Rope', 'due', '2026-12-24');
  await page.getByRole('alert').getByText('Due of Quay: must be a date such as 2026-10-05').waitFor();
  const refused = await cell(page, 'Quay', 'Due');
  expect(await refused.innerText()).toBe('12/24/2026');
  await refused.click();
  await page.keyboard.press('F2');
  expect(await page.getByLabel('Due of Quay', { exact: true }).inputValue()).toBe('12/24/2026');
  await page.evaluate(`HTMLInputElement.prototype.showPicker = function () { document.title = 'Open: ' + this.type; }`);
  await page.getByRole('button', { name: 'Choose from a calendar' }).click();
  await page.waitForFunction(`document.title === 'Open: date'`);
  await expectAccessible(page);
  await page.getByLabel('Calendar of Due').fill('2026-12-25');
  expect(await page.getByLabel('Due of Quay', { exact: true }).inputValue()).toBe('2026-12-25');
  await page.getByLabel('Due of Quay', { exact: true }).press('Enter');
  await expectStored('Quay', 'due', '2026-12-25');
  await page.getByRole('alert').waitFor({ state: 'detached' });

  await (await cell(page, 'Crane', 'Begins')).click();
  await page.keyboard.type('2026-12-24 9:30 pm');
  await page.keyboard.press('Enter');
  await expectStored('Crane', 'begins', '2026-12-24T21:30:00.000Z');
  await (await cell(page, 'Crane', 'Begins')).dblclick();
  expect(await page.getByLabel('Begins of Crane', { exact: true }).inputValue()).toBe('2026-12-24 21:30');
  await page.keyboard.press('Alt+ArrowDown');
  await page.waitForFunction(`document.title === 'Open: datetime-local'`);
  await page.keyboard.press('Escape');
});

test('the first letters seek a choice, and letters of none are refused', async () => {
  const page = await open();
  await (await cell(page, 'Crane', 'Status')).click();
  await page.keyboard.type('Op');
  await page.getByRole('option', { name: 'Opted out' }).waitFor();
  expect(await page.getByRole('option', { selected: true }).innerText()).toBe('Open');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expectStored('Crane', 'status', 'open');
  await page.keyboard.type('op');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectStored('Quay', 'status', 'opted');
  await page.keyboard.type('xyz');
  await page.getByText('No choice has these letters.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Status of Rope: must be one of its choices').waitFor();
  await (await cell(page, 'Rope', 'Status')).click();
  await page.keyboard.type('o');
  await page.getByRole('option', { name: 'To do' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expectStored('Rope', 'status', 'todo');
});
