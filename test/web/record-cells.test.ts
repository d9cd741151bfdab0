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
  // What was stored of the paste is undone as one.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  for (const title of titles) await expectStored(title, 'note', null);
});
