import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { clipboard, focused, paste, save } from '../support/sheet-pages.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (path: string, name: 'mia' | 'will' | 'rita' = 'mia') =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function write(title: string, content: string): Promise<string> {
  const input = { kind: 'csv', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
const contentOf = async (id: string) => (await artifactOf(id)).content;
const cellOf = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });

test('by keys alone: from the reading page into a cell, and one byte range is stored', async () => {
  const text = '\uFEFFName;City\r\n"Ada";Oslo\r\n\r\nBo;"Rome"\r\n';
  const id = await write('Guests', text);
  const page = await open(`/artifacts/${id}`);
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Rows and columns' }).waitFor();
  await page.getByRole('grid', { name: 'Guests' }).waitFor();
  await page.getByRole('columnheader', { name: 'Name' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Bo; "the bear"');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lima');
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
  await expectAccessible(page);
  await save(page, 2);
  expect(await contentOf(id)).toBe('\uFEFFName;City\r\n"Ada";Oslo\r\n\r\n"Bo; ""the bear""";"Lima"\r\n');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await save(page, 3);
  expect(await contentOf(id)).toBe(text);
});

test('F2 edits what stands, Escape leaves it, Delete clears, and lines within a cell are written', async () => {
  const id = await write('Small', 'A,B\n1,2\n3,4\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, '1').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('0');
  await page.keyboard.press('Escape');
  await cellOf(page, '1').waitFor();
  await page.keyboard.press('F2');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Delete');
  await save(page, 2);
  expect(await contentOf(id)).toBe('A,B\n"1\none",2\n3,\n');
  await expect.poll(() => focused(page, 'ariaColIndex')).toBe('3');
});

test('Enter after Tabs goes to the next row where the Tabs began, and another move forgets where', async () => {
  const id = await write('Rows', 'Item,Cost,Room\n');
  const page = await open(`/artifacts/${id}/cells`);
  await page.getByRole('grid', { name: 'Rows' }).locator('[data-row="1"][data-column="0"]').click();
  const press = async (...texts: string[]) => {
    for (const text of texts) await (text.length === 1 ? page.keyboard.type(text) : page.keyboard.press(text));
  };
  await press('a', 'Tab', 'b', 'Tab', 'c', 'Enter', 'd', 'Tab', 'e', 'Enter', 'f', 'Tab');
  await press('ArrowUp', 'ArrowDown', 'g', 'Enter', 'h', 'Enter');
  await save(page, 2);
  expect(await contentOf(id)).toBe('Item,Cost,Room\na,b,c\nd,e,\nf,g,\n,h,\n');
});

test('cells are copied with tabs, filled down and to the right, and rows and columns come and go', async () => {
  const id = await write('Fill', 'A,B,C\n1,x,\n2,y,\n3,z,\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, '1').click();
  await cellOf(page, 'y').click({ modifiers: ['Shift'] });
  await page.getByText('2 rows and 2 columns selected').waitFor();
  const copied = await clipboard(page, 'copy');
  expect(copied).toBe('1\tx\n2\ty');
  await page.getByText('Copied 2 rows and 2 columns.').waitFor();
  await page.keyboard.press('Control+d');
  await page.getByText('Filled 2 rows and 2 columns.').waitFor();
  await page.keyboard.press('Control+Alt+Equal');
  await page.getByText('2 rows inserted.').waitFor();
  await page.getByRole('button', { name: 'Rows and columns' }).click();
  await page.getByRole('menuitem', { name: 'Delete 2 columns' }).click();
  await page.getByText('Deleted 2 columns.').waitFor();
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await page.getByText('Undone.').waitFor();
  await save(page, 2);
  expect(await contentOf(id)).toBe('A,B,C\n,,\n,,\n1,x,\n1,x,\n3,z,\n');
});

test('rows are sorted and filtered for the eye, and their bytes keep their order', async () => {
  const id = await write('Sums', 'Name,Sum\nb,10\na,9\nc,1\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, '10').click();
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By Sum, ascending' }).click();
  await page.getByText('Sorted by Sum, ascending. Only for your eyes').waitFor();
  const names = () => page.getByRole('gridcell', { name: /^[abc]$/ }).allInnerTexts();
  await expect.poll(names).toEqual(['c', 'a', 'b']);
  await page.getByLabel('Show only rows with').fill('1');
  await page.getByText('2 rows of 3 rows').waitFor();
  await expect.poll(names).toEqual(['c', 'b']);
  await expectAccessible(page);
  await cellOf(page, 'c').click();
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await save(page, 2);
  expect(await contentOf(id)).toBe('Name,Sum\nb,10\na,9\nd,1\n');
  await page.getByRole('button', { name: 'Show as stored' }).click();
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByLabel('Find in the sheet').fill('9');
  await page.getByText('In 1 cell').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page, 'textContent')).toBe('9');
});

test('sorting is undone in its turn, before what was written earlier', async () => {
  const id = await write('Prices', 'Name,Price\nTea,3\nSalt,1\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, '3').click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('menuitem', { name: 'By Price, ascending' }).click();
  const sorted = page.getByText('Sorted by Price, ascending.');
  await sorted.waitFor();
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await expect.poll(() => sorted.count()).toBe(0);
  await cellOf(page, '5').waitFor();
  await page.getByRole('button', { name: 'Redo (Ctrl Y)' }).click();
  await sorted.waitFor();
  await page.getByRole('button', { name: 'Show as stored' }).click();
  await cellOf(page, '5').click();
  await page.keyboard.press('Control+z');
  await sorted.waitFor();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await cellOf(page, '3').waitFor();
  expect(await contentOf(id)).toBe('Name,Price\nTea,3\nSalt,1\n');
});

test('a new sheet keeps its empty cells once it is stored, and says which cell is read', async () => {
  const page = await open('/channels/board/new-sheet');
  await page.getByLabel('Title').fill('Short list');
  await page.locator('tbody td[data-column="0"]').first().click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.getByLabel('Selected cell').innerText()).toMatch(/^Column 1, row 1:\s*7$/);
  const grid = page.getByRole('grid', { name: 'Short list' });
  const before = (await grid.boundingBox())!;
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/artifacts\/.+\/cells/);
  await page.getByRole('heading', { level: 1, name: 'Short list' }).waitFor();
  const { width, height } = (await grid.boundingBox())!;
  expect({ width, height }).toEqual({ width: before.width, height: before.height });
});

test('a table that is pasted into an empty sheet brings its header, and is undone as one', async () => {
  const page = await open('/channels/board/new-sheet');
  const head = page.getByRole('columnheader').nth(1);
  const first = page.getByRole('gridcell').first();
  await first.click();
  await paste(page, 'Name,City\nAda,Oslo\nBo,Rome\n');
  await page.getByText('The first line is the header').waitFor();
  expect([await head.innerText(), await first.innerText()]).toEqual(['Name', 'Ada']);
  await page.keyboard.press('Control+z');
  await page.getByText('Undone.').waitFor();
  await expect.poll(() => page.getByText('Name', { exact: true }).count()).toBe(0);
  expect(await first.innerText()).toBe('');
  // One line, another cell or a sheet with a header is pasted where it is.
  await first.click();
  await paste(page, 'Ada\tOslo');
  await cellOf(page, 'Oslo').waitFor();
  await first.click();
  await paste(page, 'Bo\tRome\nCy\tLima');
  await cellOf(page, 'Lima').waitFor();
  expect(await first.innerText()).toBe('Bo');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await first.click();
  await paste(page, 'Name,City\nAda,Oslo\nBo,Rome\n');
  await page.getByText('The first line is the header').waitFor();
  await page.getByLabel('Title').fill('Guests of the week');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/artifacts/*/cells');
  const [, id] = /artifacts\/([^/]+)\/cells/.exec(page.url())!;
  expect(await contentOf(id!)).toBe('Name,City\nAda,Oslo\nBo,Rome\n');
});

test('headings in the first row of a sheet without a header become it, and are undone as one', async () => {
  const id = await write('Prices', ',\nName,Price\nTea,3\nSalt,1\n');
  const page = await open(`/artifacts/${id}/cells`);
  await page.getByText('Row 1 seems to name the columns.').waitFor();
  await expectAccessible(page);
  const take = page.getByRole('button', { name: 'Row 1 is the heading' });
  await take.click();
  await page.getByRole('columnheader', { name: 'Price' }).waitFor();
  expect(await take.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await take.waitFor();
  await page.getByRole('button', { name: 'Rows and columns' }).click();
  await page.getByRole('menuitem', { name: 'Row 1 is the heading' }).click();
  await page.getByRole('columnheader', { name: 'Price' }).waitFor();
  await save(page, 2);
  expect(await contentOf(id)).toBe('Name,Price\nTea,3\nSalt,1\n');
});

test('the numbers that are selected are added up, as soon as there are two', async () => {
  const id = await write('Bills', 'Name,Sum\nTea,1.5\nSalt,"1,000"\nMilk,none\n');
  const page = await open(`/artifacts/${id}/cells`);
  await cellOf(page, 'Tea').click();
  await cellOf(page, 'none').click({ modifiers: ['Shift'] });
  await page.getByRole('status').getByText('Sum 1,001.5, average 500.75, 2 numbers').waitFor();
  await expectAccessible(page);
  await cellOf(page, '1.5').click();
  await expect.poll(() => page.getByText('Sum 1,001.5').count()).toBe(0);
});

test('a reader is not offered to edit', async () => {
  const id = await write('Read me', 'A\n1\n');
  const page = await open(`/artifacts/${id}`, 'rita');
  await page.getByText('1 row,').waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await page.goto(`${gateway.url}/artifacts/${id}/cells`);
  await page.getByText('You may read this sheet, but not change it.').waitFor();
});

test('a cell that is left for one in another row keeps its text, and so does one that is scrolled out of sight', async () => {
  const id = await write('Left open', `Name\n${'x\n'.repeat(200)}`);
  const page = await open(`/artifacts/${id}/cells`);
  const cell = (row: number) => page.locator(`td[data-row="${row}"][data-column="0"]`);
  await cell(1).click();
  await page.keyboard.type('first');
  await cell(3).click();
  await page.keyboard.type('second');
  await page.mouse.wheel(0, 3_000);
  await cell(3).waitFor({ state: 'detached' });
  await page.keyboard.type('!');
  await page.getByRole('textbox', { name: 'Name, row 3' }).press('Enter');
  await page.mouse.wheel(0, -9_000);
  const texts = () => Promise.all([1, 2, 3].map((row) => cell(row).innerText()));
  await expect.poll(texts).toEqual(['first', 'x', 'second!']);
});
