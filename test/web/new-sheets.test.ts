import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { draftsIn } from '../support/document-writer.ts';
import { staffedGateway } from '../support/people.ts';
import { focused } from '../support/sheet-pages.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const path = '/channels/board/new-sheet';
const notSaved = 'Not saved yet. Your edits are kept in this browser.';

const open = (at = path) => appPage(shared.browser, gateway, { user: 'mia@workspace.test', path: at });
const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

/** The content of all sheets of the channel with a title. */
async function sheetsNamed(title: string): Promise<string[]> {
  const { artifacts } = await gateway.as('mia').done('GET /artifacts?channelId=board&limit=100');
  const named = artifacts.filter((artifact) => artifact.title === title);
  return Promise.all(named.map(async ({ id }) => plain((await artifactOf(id)).content)));
}

/** A sheet of one column has each cell in quotes. */
const plain = (content: string): string => content.replaceAll('"', '');

async function begin(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('columnheader', { name: 'Column 1' }).click();
  await page.keyboard.type('Name');
  await page.keyboard.press('Enter');
}

/** Holds what makes an artifact until the returned function is called. */
async function holding(page: Page | BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/artifacts', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const moved = (page: Page) => page.waitForURL(/\/artifacts\/art_\w+\/cells$/);

/** The whole column with its header, once it is saved by keys. */
async function savedColumn(page: Page): Promise<string> {
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version/).waitFor();
  return plain((await artifactOf(new URL(page.url()).pathname.split('/')[2]!)).content);
}

test('an empty sheet says how to begin, and columns without names are numbered where it is read', async () => {
  const page = await open();
  await page.getByText('Type, or paste a table.').waitFor();
  await page.getByText('Empty', { exact: true }).waitFor();
  await page.getByLabel('Title').fill('Unnamed');
  await page.getByRole('gridcell').first().click();
  await page.keyboard.type('Wheel');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await moved(page);
  await page.getByRole('link', { name: 'Read' }).click();
  await page.getByRole('columnheader', { name: 'Column 2' }).waitFor();
  await page.goto(`${page.url()}/data-set`);
  await page.getByLabel('Each record is named by Column 1').waitFor();
});

test('letters that are typed while a new sheet gets its address all stay', async () => {
  const page = await open();
  await begin(page, 'Typed through');
  await page.keyboard.press('Control+s');
  const words = Array.from({ length: 18 }, (_, index) => `word-${index}-`.repeat(5));
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
  }
  await moved(page);
  expect(await savedColumn(page)).toBe(`${['Name', ...words].join('\n')}\n`);
});

test('a cell that is open while a new sheet gets its address stays open, with all its letters', async () => {
  const page = await open();
  await begin(page, 'In a cell');
  await page.keyboard.type('One.');
  await page.keyboard.press('Control+s');
  const letters = 'abcdefghij'.repeat(40);
  await page.keyboard.type(letters);
  await moved(page);
  await page.keyboard.type(' Two.');
  await page.keyboard.press('Enter');
  expect(await savedColumn(page)).toBe(`Name\nOne.${letters} Two.\n`);
});

test('Enter and Tab go on behind the last row and column, and no value takes the place of another', async () => {
  const page = await open();
  await expect.poll(() => focused(page, 'tagName')).toBe('INPUT');
  await page.keyboard.type('Growing');
  await page.getByRole('columnheader', { name: 'Column 1' }).click();
  for (const word of ['A', 'B', 'C', 'D', 'E']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('columnheader', { name: 'A', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  const words = Array.from({ length: 25 }, (_, row) => `a${row}`);
  for (const word of words) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Control+s');
  await moved(page);
  expect(await sheetsNamed('Growing')).toEqual([`A,B,C,D,E\n${words.map((word) => `${word},,,,\n`).join('')}`]);
});

test('a sheet that is saved three times at once is stored once, and then the cells since', async () => {
  const page = await open();
  await begin(page, 'Thrice');
  const release = await holding(page);
  for (const word of ['One', 'Two', 'Three']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
  }
  await page.getByText('Saving …').waitFor();
  release();
  await moved(page);
  await page.getByText('Saved as version 2').waitFor();
  expect(await sheetsNamed('Thrice')).toEqual(['Name\nOne\nTwo\nThree\n']);
});

test('a new sheet is left for its channel, and its draft is there again', async () => {
  const page = await open('/channels/news/new-sheet');
  await begin(page, 'Left');
  await page.getByText(notSaved).waitFor();
  await page.getByRole('link', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/channels/news/library');
  await page.goBack();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Left');
});

test('a new sheet whose writer may not add any more says so once, and becomes a sheet of their own', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  await begin(page, 'Withdrawn');
  await page.getByText(notSaved).waitFor();
  const role = (role: string) =>
    gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role });
  await role('reader');
  await page.keyboard.press('Control+s');
  await page.getByText('you may read this channel but not write to it').waitFor();
  await page.reload();
  await page.getByText('You may not add to this channel any more.').waitFor();
  expect(await page.getByText('you may read this channel but not write to it').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep it for yourself' }).click();
  await page.getByRole('heading', { level: 1, name: 'Withdrawn', exact: true }).waitFor();
  await role('writer');
  await page.goto(gateway.url + path);
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
});

test('edits since a first save that the page was loaded anew in are there at the new address', async () => {
  const page = await open();
  await begin(page, 'Loaded anew');
  const release = await holding(page.context());
  await page.keyboard.press('Control+s');
  await page.getByText('Saving …').waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  release();
  await moved(page);
  expect(await savedColumn(page)).toBe('Name\nAda\n');
  expect(await sheetsNamed('Loaded anew')).toHaveLength(1);
});

test('the first save of another tab takes no new sheet away', async () => {
  const one = await open();
  const two = await one.context().newPage();
  await two.goto(gateway.url + path);
  await two.getByLabel('Title').waitFor();
  await one.bringToFront();
  await begin(one, 'One');
  await one.context().setOffline(true);
  await one.keyboard.press('Control+s');
  await one.getByText('The workspace cannot be reached. Your edits are kept').waitFor();
  await two.bringToFront();
  await begin(two, 'Two');
  // A page that is loaded anew finds the newest draft.
  await expect.poll(() => draftsIn(two)).toMatch(/"Two"/);
  const three = await one.context().newPage();
  await one.context().setOffline(false);
  await one.close();
  await two.bringToFront();
  await two.reload();
  await expect.poll(() => sheetsNamed('One')).toEqual(['Name\n']);
  await two.waitForTimeout(1_000);
  expect(new URL(two.url()).pathname).toBe(path);
  await two.close();
  await three.goto(gateway.url + path);
  await expect.poll(() => three.getByLabel('Title').inputValue()).toBe('Two');
});

test('a save that another tab has queued is not taken for the own one', async () => {
  const content = 'Name,City\nAda,Oslo\nBo,Rome\n';
  const input = { kind: 'csv', title: 'Queued', content, channelId: 'board', idempotencyKey: randomUUID() };
  const { id } = (await gateway.as('mia').done('POST /artifacts', input)).artifact;
  const cells = `/artifacts/${id}/cells`;
  const one = await open(cells);
  const context = one.context();
  const type = async (page: Page, cell: string, text: string) => {
    await page.getByRole('gridcell', { name: cell, exact: true }).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByText(notSaved).waitFor();
  };
  const two = await context.newPage();
  await two.goto(gateway.url + cells);
  await two.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  const saves = `**/api/workspace/artifacts/${id}`;
  await context.route(saves, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await type(one, 'Oslo', 'Paris');
  await one.keyboard.press('Control+s');
  await one.getByText(/^Saving …|The workspace cannot be reached/).waitFor();
  await one.close();
  await type(two, 'Rome', 'Turin');
  await expect.poll(() => draftsIn(two)).toMatch(/Turin/);
  await two.reload();
  await two.getByText('are here again').waitFor();
  await two.getByRole('gridcell', { name: 'Turin' }).waitFor();
  await two.keyboard.press('Control+s');
  await context.unroute(saves);
  await expect.poll(async () => (await artifactOf(id)).content).toBe('Name,City\nAda,Paris\nBo,Turin\n');
});
