import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { patience } from '../support/patience.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const open = (path: string): Promise<Page> =>
  appPage(shared.browser, gateway, { path, permissions: ['clipboard-read', 'clipboard-write'] });

const choices = [
  { key: 'todo', label: 'To do' },
  { key: 'done', label: 'Done' },
];
const fields = [
  { key: 'status', label: 'Status', type: 'select', options: { choices } },
  { key: 'hours', label: 'Hours', type: 'number' },
  { key: 'note', label: 'Note', type: 'text' },
  { key: 'due', label: 'Due', type: 'date' },
  { key: 'urgent', label: 'Urgent', type: 'checkbox' },
  { key: 'paper', label: 'Paper', type: 'artifact' },
  { key: 'helpers', label: 'Helpers', type: 'user', multiple: true },
];
const titles = ['Crane', 'Quay', 'Rope', 'Anchor'];
let objectTypeId = '';
const ids = new Map<string, string>();

beforeAll(async () => {
  const { done } = gateway.admin;
  const made = await done('POST /channels/general/data-sets', { name: 'Jobs', objectType: 'job', fields });
  objectTypeId = made.dataSet.objectTypeId;
  for (const title of titles) {
    const values = { status: 'todo', hours: 1 };
    const { record } = await done('POST /channels/general/records', { objectTypeId, title, values });
    ids.set(title, record.id);
  }
  await done('POST /channels/general/views', { objectTypeId, name: 'All jobs', renderer: 'table' });
});

const cell = async (page: Page, title: string, label: string): Promise<Locator> => {
  await page.getByRole('link', { name: title, exact: true }).waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  return row.locator(`[aria-colindex="${heads.indexOf(label) + 1}"]`);
};
const stored = async (title: string) =>
  (await gateway.admin.done(`GET /channels/general/records/${ids.get(title)}`)).record;
const told = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

test('a table is edited by keys: typed, chosen, turned, undone and refused with the reason', async () => {
  const page = await open('/channels/general/data-sets/job');
  await (await cell(page, 'Crane', 'Hours')).click();
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await told(page, 'Stored');
  await expect.poll(async () => (await stored('Crane')).values.hours, patience).toBe(12.5);
  // Enter moved down. A word is not a number, so it stays in its cell with the reason until it is corrected.
  await page.keyboard.type('many');
  await page.keyboard.press('Tab');
  await page.getByRole('alert').getByText('Hours of Quay: must be a number').waitFor();
  expect(await (await cell(page, 'Quay', 'Hours')).getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await (await cell(page, 'Quay', 'Hours')).click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(async () => (await stored('Quay')).values.hours, patience).toBe(3);

  await (await cell(page, 'Rope', 'Status')).dblclick();
  await page.getByLabel('Status of Rope').selectOption('Done');
  await expect.poll(async () => (await stored('Rope')).values.status, patience).toBe('done');
  await (await cell(page, 'Rope', 'Urgent')).click();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored('Rope')).values.urgent, patience).toBe(true);
  await told(page, 'Stored');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored('Rope')).values.urgent ?? false, patience).toBe(false);
});

const spreadsheet = 'Done\t7\tby the sea\t2026-10-05\nTo do\t8\t"two\nlines"\tOct 6, 2026';

test('cells are pasted from a spreadsheet, filled down, changed together and copied', async () => {
  const page = await open('/channels/general/views/all-jobs');
  await page.getByText('All 4 records').waitFor();
  await (await cell(page, 'Crane', 'Status')).click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(spreadsheet)})`);
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await stored('Quay')).values.due, patience).toBe('2026-10-06');
  expect((await stored('Crane')).values).toMatchObject({ status: 'done', hours: 7, note: 'by the sea' });
  expect((await stored('Quay')).values.note).toBe('two\nlines');
  await told(page, 'Stored');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored('Quay')).values.due, patience).toBeUndefined();

  await (await cell(page, 'Crane', 'Note')).click();
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.getByRole('button', { name: 'Change 4 records' }).click();
  await page.getByLabel('Field', { exact: true }).selectOption('Note');
  await page.getByLabel('New value').fill('checked');
  await page.getByRole('dialog').getByRole('button', { name: 'Change 4 records' }).click();
  for (const title of titles)
    await expect.poll(async () => (await stored(title)).values.note, patience).toBe('checked');
  await (await cell(page, 'Quay', 'Note')).click();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('checked');
  await expectAccessible(page);
});

test('two people and an agent edit one table at once: fields come together, the same one explains itself', async () => {
  const page = await open('/channels/general/data-sets/job');
  const { done } = gateway.admin;
  const elsewhere = (values: object) => done(`PATCH /channels/general/records/${ids.get('Anchor')}`, { values });
  await (await cell(page, 'Anchor', 'Hours')).click();
  await page.keyboard.press('Enter');
  const { client: agent } = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);
  const byAgent = (values: object) =>
    agent.callTool({
      name: 'workspace_records_write',
      arguments: { channelId: 'general', objectTypeId, update: [{ id: ids.get('Anchor'), values }] },
    });
  await byAgent({ status: 'done' });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored('Anchor')).values, patience).toMatchObject({ status: 'done', hours: 20 });

  await (await cell(page, 'Anchor', 'Hours')).click();
  const isWrite = (request: Request) => request.method() !== 'GET' && request.url().includes('/records');
  let others: Promise<unknown> | undefined;
  await page.route('**/api/workspace/channels/**', async (route) => {
    if (isWrite(route.request()))
      await (others ??= byAgent({ hours: 30 }).then(() => elsewhere({ note: 'from elsewhere' })));
    await route.continue();
  });
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('Hours of Anchor').waitFor();
  await alert.getByText('Theirs: 30').waitFor();
  await alert.getByText('Yours: 40').waitFor();
  expect((await stored('Anchor')).values).toMatchObject({ hours: 30, note: 'from elsewhere', status: 'done' });
  await alert.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(async () => (await stored('Anchor')).values.hours, patience).toBe(40);
});

test('a record is made from its Data Set, edited on its page and restored from its history', async () => {
  const page = await open('/channels/general/data-sets/job');
  await page.getByRole('button', { name: 'New record' }).click();
  await page.getByLabel('Title').fill('Buoy');
  await page.getByLabel('Hours').fill('lots');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('must be a number').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Hours').fill('2');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Buoy' }).waitFor();

  await page.getByRole('button', { name: 'Edit Paper' }).click();
  await page.getByRole('button', { name: 'Choose: Paper' }).click();
  await page.getByLabel('Find a document or sheet by its title').fill('Harbour plan');
  await page.getByRole('button', { name: 'New document “Harbour plan”' }).click();
  await page.getByRole('form', { name: 'Edit Paper' }).getByRole('link', { name: 'Harbour plan' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Fields' }).getByRole('link', { name: 'Harbour plan' }).waitFor();
  await page.getByRole('button', { name: 'Edit Helpers' }).click();
  await page.getByRole('button', { name: 'Choose: Helpers' }).click();
  await page.getByRole('option').first().click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Helpers' }).waitFor();
  await expectAccessible(page);
  const history = page.getByRole('region', { name: 'History' });
  const paper = history.getByRole('listitem').filter({ hasText: 'version 2' });
  await paper.getByRole('button', { name: 'Restore what was before' }).click();
  await page
    .getByRole('region', { name: 'Fields' })
    .getByRole('link', { name: 'Harbour plan' })
    .waitFor({ state: 'detached' });
});

test('records that are moved to the trash come back', async () => {
  const page = await open('/channels/general/data-sets/job');
  await (await cell(page, 'Rope', 'Note')).click();
  await page.getByRole('button', { name: 'Move to the trash' }).click();
  await page.getByRole('link', { name: 'Rope' }).waitFor({ state: 'detached' });
  await page.getByText('“Rope” in the trash.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('link', { name: 'Rope' }).waitFor();
});

const versionOf = async (title: string) => (await stored(title)).versionNumber;
const kept = (page: Page) => page.getByText('Kept in this browser until the workspace answers').waitFor();
const typeHours = async (page: Page, title: string, hours: string) => {
  await (await cell(page, title, 'Hours')).click();
  await page.keyboard.type(hours);
  await page.keyboard.press('Enter');
};

test('an edit whose answers are lost arrives once, and one made offline arrives later', async () => {
  const page = await open('/channels/general/data-sets/job');
  const before = await versionOf('Quay');
  await page.route('**/records/batch', async (route) => {
    await route.fetch();
    // One that is under way when the route ends goes on by itself.
    await route.abort().catch(() => {});
  });
  await typeHours(page, 'Quay', '7');
  await kept(page);
  expect(await versionOf('Quay')).toBe(before + 1);
  await page.unroute('**/records/batch');
  await told(page, 'Stored');
  expect((await stored('Quay')).values.hours).toBe(7);
  expect(await versionOf('Quay')).toBe(before + 1);

  await page.context().setOffline(true);
  await typeHours(page, 'Quay', '8');
  await kept(page);
  await page.context().setOffline(false);
  await told(page, 'Stored');
  expect((await stored('Quay')).values.hours).toBe(8);
  expect(await versionOf('Quay')).toBe(before + 2);
});

test('an edit that waited for another page is stored there, or shows who was faster', async () => {
  const closedWith = async (...edits: readonly (readonly [title: string, hours: string])[]) => {
    const page = await open('/channels/general/data-sets/job');
    await page.route('**/records/batch', (route) => route.abort());
    for (const [title, hours] of edits) await typeHours(page, title, hours);
    await kept(page);
    await page.close();
    return page.context();
  };
  const later = await (await closedWith(['Rope', '20'], ['Quay', '19'], ['Rope', '21'])).newPage();
  await later.goto(`${gateway.url}/channels/general`);
  const hours = async () => [(await stored('Rope')).values.hours, (await stored('Quay')).values.hours];
  await expect.poll(hours, patience).toEqual([21, 19]);

  const context = await closedWith(['Rope', '22']);
  await gateway.admin.done(`PATCH /channels/general/records/${ids.get('Rope')}`, { values: { hours: 30 } });
  const page = await context.newPage();
  await page.goto(`${gateway.url}/channels/general`);
  await page.getByText('They need a decision.').waitFor();
  await page.getByRole('button', { name: 'Open' }).click();
  const alert = page.getByRole('alert', { name: 'Not stored' });
  await alert.getByText('Theirs: 30').waitFor();
  await alert.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(async () => (await stored('Rope')).values.hours, patience).toBe(22);
});
