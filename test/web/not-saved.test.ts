import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (path: string) => appPage(shared.browser, gateway, { user: 'will@workspace.test', path });

async function make(kind: 'markdown' | 'csv', title: string, content: string): Promise<string> {
  const input = { kind, title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });
const unsaved = (page: Page) => page.getByRole('region', { name: 'Not saved yet' });
const rowOf = (page: Page, title: string) => unsaved(page).getByRole('listitem').filter({ hasText: title });

async function tabAt(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(gateway.url + path);
  return page;
}

async function keptWords(page: Page, words: string): Promise<void> {
  await text(page).press('Control+Home');
  await page.keyboard.type(words);
  await page.getByText('Not saved yet. The draft is kept in this browser.').waitFor();
}

test('words of tabs that were closed are found on Home, each opened where it was', async () => {
  const id = await make('markdown', 'Plan', 'First.\n');
  const home = await open('/');
  await home.getByRole('list', { name: 'Changed last' }).waitFor();
  expect(await unsaved(home).count()).toBe(0);
  const tabs = [
    await tabAt(home.context(), `/artifacts/${id}/edit`),
    await tabAt(home.context(), `/artifacts/${id}/edit`),
  ];
  for (const tab of tabs) await tab.getByText('Nothing is changed yet.').waitFor();
  for (const [index, tab] of tabs.entries()) {
    await keptWords(tab, `Tab ${index + 1}: `);
  }
  await rowOf(home, 'Plan').getByText('open in another tab').first().waitFor();
  expect(await rowOf(home, 'Plan').count()).toBe(2);
  expect(await unsaved(home).getByRole('button').count()).toBe(0);
  for (const tab of tabs) await tab.close();
  await expect.poll(() => unsaved(home).getByRole('button', { name: 'Discard the draft of Plan' }).count()).toBe(2);
  await expectAccessible(home);
  await rowOf(home, 'Plan').last().getByRole('link', { name: 'Plan' }).click();
  await home.getByText(/^Draft from/).waitFor();
  expect(await text(home).innerText()).toMatch(/^Tab 1: First\./);
  await home.goBack();
  await rowOf(home, 'Plan').first().getByRole('link', { name: 'Plan' }).click();
  await text(home).getByText('Tab 2: First.').waitFor();
  await home.keyboard.press('Control+s');
  await home.getByText(/^Saved as version 2/).waitFor();
  await home.goto(gateway.url);
  await unsaved(home).waitFor();
  expect(await rowOf(home, 'Plan').count()).toBe(1);
});

test('new documents, new sheets and edits of sheets are found too', async () => {
  const id = await make('csv', 'Deals', 'Name,City\nAda,Oslo\n');
  const page = await open(`/artifacts/${id}/cells`);
  await page.getByRole('gridcell', { name: 'Oslo' }).click();
  await page.keyboard.type('Paris');
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
  await page.goto(`${gateway.url}/channels/board/new-document`);
  await page.getByLabel('Title').fill('Begun');
  await keptWords(page, 'Words. ');
  await page.goto(`${gateway.url}/channels/board/new-sheet`);
  await page.getByLabel('Title').fill('Counted');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
  await page.goto(gateway.url);
  await unsaved(page).getByRole('link', { name: 'Deals' }).waitFor();
  expect(await unsaved(page).getByRole('listitem').count()).toBe(3);
  expect(
    await unsaved(page)
      .getByRole('link', { name: /^(Counted|Begun|Deals)$/ })
      .allInnerTexts(),
  ).toEqual(['Counted', 'Begun', 'Deals']);
  await unsaved(page).getByRole('link', { name: 'Deals' }).click();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  await page.goBack();
  await unsaved(page).getByRole('link', { name: 'Begun' }).click();
  await text(page).getByText('Words.').waitFor();
  await page.goBack();
  await unsaved(page).getByRole('link', { name: 'Counted' }).click();
  await page.getByRole('heading', { level: 1, name: 'New sheet' }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Counted');
});

test('a draft is discarded from Home, and comes back as it was', async () => {
  const id = await make('markdown', 'Regretted', 'First.\n');
  const page = await open(`/artifacts/${id}/edit`);
  await keptWords(page, 'Mine: ');
  await page.goto(gateway.url);
  const row = rowOf(page, 'Regretted');
  const time = await row.locator('time').getAttribute('dateTime');
  await row.getByRole('button', { name: 'Discard the draft of Regretted' }).click();
  await page.getByText('The draft of “Regretted” is discarded.').waitFor();
  await expect.poll(() => unsaved(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row.waitFor();
  expect(await row.locator('time').getAttribute('dateTime')).toBe(time);
  await row.getByRole('link').first().click();
  await text(page).getByText('Mine: First.').waitFor();
});

test('words of a document that is gone can be taken along', async () => {
  const id = await make('markdown', 'Removed', 'First.\n');
  const page = await open(`/artifacts/${id}/edit`);
  await keptWords(page, 'Mine: ');
  await page.goto(`${gateway.url}/inbox`);
  await gateway.as('mia').done(`DELETE /artifacts/${id}`);
  await page.goto(gateway.url);
  const row = rowOf(page, 'Removed');
  await row.getByText('gone, or not shared with you').waitFor();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download it' }).click();
  expect((await download).suggestedFilename()).toBe('Removed.md');
  await expectAccessible(page);
});

test('posts, replies and comments that were not sent are found too, each where it was written', async () => {
  const { post } = await gateway.as('mia').done('POST /channels/board/posts', { body: 'Who has the pen?' });
  const id = await make('markdown', 'Commented', 'First.\n');
  const page = await open('/channels/board');
  await page.getByLabel('Post to Board').fill('Half a post\nand its second line');
  await page.goto(`${gateway.url}/channels/board/posts/${post.id}`);
  await page.getByLabel('Write a reply').fill('Half a reply');
  await page.goto(`${gateway.url}/artifacts/${id}`);
  await page.getByLabel('Write a comment').fill(`Half a comment, ${'and more '.repeat(20)}`);
  await page.goto(gateway.url);
  await page.getByLabel('Ask something about the workspace').fill('Half a question');
  await page.goto(gateway.url);
  await rowOf(page, 'Half a comment').getByText('comment not sent').waitFor();
  expect(await rowOf(page, 'Half a comment').getByRole('link').first().innerText()).toMatch(/^.{70,80} …$/);
  await expectAccessible(page);
  await rowOf(page, 'Half a comment').getByRole('link').first().click();
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toMatch(/^Half a comment, and more/);
  await page.goBack();
  await rowOf(page, 'Half a reply').getByRole('link').first().click();
  await expect.poll(() => page.getByLabel('Write a reply').inputValue()).toBe('Half a reply');
  await page.goBack();
  await rowOf(page, 'Half a post').getByText('post not sent').waitFor();
  // The question stands in its field, above the list.
  expect(await rowOf(page, 'Half a question').count()).toBe(0);
  await rowOf(page, 'Half a post').getByRole('button', { name: 'Discard the draft of Half a post' }).click();
  await expect.poll(() => rowOf(page, 'Half a post').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await rowOf(page, 'Half a post').getByRole('link').first().click();
  await expect.poll(() => page.getByLabel('Post to Board').inputValue()).toBe('Half a post\nand its second line');
});

test('questions that were not sent are found too, each where it was asked', async () => {
  const mia = gateway.as('mia');
  const { dataSet } = await mia.done('POST /channels/board/data-sets', { name: 'Pens', fields: [] });
  const view = { name: 'All pens', renderer: 'table', columns: ['title'], objectTypeId: dataSet.objectTypeId };
  const { slug } = (await mia.done('POST /channels/board/views', view)).view;
  const { session } = await gateway.as('will').done('POST /sessions', { title: 'About pens' });
  const page = await open('/channels/board/new-session');
  await page.route('**/api/workspace/queries', (route) => route.abort());
  await page.getByLabel('Ask something about Board').fill('How many pens?');
  await page.keyboard.press('Enter');
  await page.getByText('The workspace cannot be reached. Try again once you are connected.').waitFor();
  await page.goto(`${gateway.url}/channels/board/new-session?view=${slug}`);
  await page.getByLabel('Ask something about All pens').fill('Which of these?');
  await page.goto(`${gateway.url}/sessions/${session.id}`);
  await page.getByLabel('Ask something').fill('And why?');
  for (const [words, label] of [
    ['How many pens?', 'Ask something about Board'],
    ['Which of these?', 'Ask something about All pens'],
    ['And why?', 'Ask something'],
  ] as const) {
    await page.goto(gateway.url);
    await rowOf(page, words).getByText('question not sent').waitFor();
    await rowOf(page, words).getByRole('link').first().click();
    await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(words);
  }
});

test('a post that was not sent can be taken along, once its channel is no longer shared', async () => {
  const page = await open('/channels/board');
  await page.getByLabel('Post to Board').fill('Half a secret');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`DELETE ${member}`);
  await page.goto(gateway.url);
  const row = rowOf(page, 'Half a secret');
  await row.getByText('its channel is gone, or not shared with you').waitFor();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download it' }).click();
  expect((await download).suggestedFilename()).toBe('Half a secret.md');
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
});
