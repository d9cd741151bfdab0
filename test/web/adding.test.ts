import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Name, staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function upload(by: Name, fileName: string, channelId?: string): Promise<string> {
  const form = new FormData();
  if (channelId !== undefined) form.set('channelId', channelId);
  form.set('file', new Blob([`the bytes of ${fileName}`]), fileName);
  return (await gateway.as(by).done('POST /files', form)).file.id;
}

const namesIn = async (channel: string) => {
  const { files } = await gateway.as('mia').done(`GET /files?channelId=${channel}`);
  return files.map(({ fileName }) => fileName);
};

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Found' }).getByRole('listitem').filter({ hasText: title });

beforeAll(async () => {
  await upload('mia', 'budget.txt');
  await upload('mia', 'press.txt', 'news');
  await gateway.as('mia').done('POST /artifacts', {
    kind: 'markdown',
    title: 'Plan of Mia',
    content: '# Plan',
    channelId: 'news',
    idempotencyKey: 'plan',
  });
  await gateway.as('mia').done('POST /sessions', { title: 'Talk of Mia' });
});

test('a file is found by its name and added, once it is said by name who gains access; and that is undone', async () => {
  const page = await open('mia', '/channels/board');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add existing' }).click();
  await page.getByRole('searchbox', { name: 'Name, or words in it' }).fill('budget');
  const row = rowOf(page, 'budget.txt');
  await row.getByText('2 people gain access:').waitFor();
  await row.getByText('rita@workspace.test').waitFor();
  await expectAccessible(page);
  expect(await namesIn('board')).toEqual([]);
  await row.getByRole('button', { name: 'Add budget.txt' }).click();
  // The offer stays as long as it is pointed at.
  await page.getByText('“budget.txt” is in Board.').hover();
  expect(await namesIn('board')).toEqual(['budget.txt']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“budget.txt” is no longer in Board.').waitFor();
  expect(await namesIn('board')).toEqual([]);
  await row.getByRole('button', { name: 'Add budget.txt' }).click();
  await row.getByRole('button', { name: 'Remove budget.txt' }).waitFor();
  await page.reload();
  await row.getByText('Here already').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  await page.getByText('This is all that matches, and it is here already.').waitFor();
});

test('nothing that is here already is offered, however short the pages are that tell what is here', async () => {
  for (const name of ['letter-1.txt', 'letter-2.txt', 'letter-3.txt']) await upload('mia', name, 'news');
  const page = await open('mia', '/channels/news');
  await page.route('**/api/workspace/search?*channelId=*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await page.goto(`${gateway.url}/channels/news/add?kinds=file&q=letter`);
  await page.getByText('All 3 that match are here already.').waitFor();
  expect(await page.getByText('Here already', { exact: true }).count()).toBe(3);
  expect(await page.getByRole('button', { name: /^Add letter/ }).count()).toBe(0);
});

test('a thing on its way says so, and a page without any says what it is for', async () => {
  await upload('mia', 'slow.txt');
  const page = await open('mia', '/channels/board/add?q=slow');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/**', async (route) => {
    if (route.request().method() !== 'GET') await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add slow.txt' }).click();
  await page.getByRole('button', { name: 'Adding … slow.txt' }).waitFor();
  release();
  await page.getByRole('button', { name: 'Remove slow.txt' }).waitFor();
  await page.goto(`${gateway.url}/channels/board/add?q=zebra`);
  await page.getByText('Nothing that you may read matches.').waitFor();
  expect(await page.getByText('All 0').count()).toBe(0);
  await gateway.as('lea').done('POST /channels', { name: 'Fresh' });
  const lea = await appPage(shared.browser, gateway, { user: 'lea@workspace.test', path: '/channels/fresh/add' });
  await lea.getByText('There is nothing to add yet.').waitFor();
  await expectAccessible(lea);
});

test('adding while the workspace cannot be reached says so, and is done once it can', async () => {
  await upload('mia', 'offline.txt');
  const page = await open('mia', '/channels/board/add?q=offline');
  const add = page.getByRole('button', { name: 'Add offline.txt' });
  await add.waitFor();
  await page.context().setOffline(true);
  await add.click();
  await page.getByText('The workspace cannot be reached. Try again once you are connected.').waitFor();
  expect(await page.getByText('127.0.0.1').count()).toBe(0);
  await page.context().setOffline(false);
  await add.click();
  await page.getByText('“offline.txt” is in Board.').waitFor();
  expect(await namesIn('board')).toContain('offline.txt');
});

test('documents and conversations are added too, each with its own meaning', async () => {
  const page = await open('mia', '/channels/board/add');
  await rowOf(page, 'Plan of Mia').getByText('Only a link is added. The same people can read it as before.').waitFor();
  await page.getByRole('button', { name: 'Add Plan of Mia' }).click();
  await page.getByRole('button', { name: 'Remove Plan of Mia' }).waitFor();
  await rowOf(page, 'Talk of Mia').getByText('2 people gain access:').waitFor();
  await page.getByRole('button', { name: 'Add Talk of Mia' }).click();
  await page.getByRole('button', { name: 'Remove Talk of Mia' }).waitFor();
  const { sessions } = await gateway.as('rita').done('GET /sessions?channelId=board');
  expect(sessions.map(({ title }) => title)).toEqual(['Talk of Mia']);
});

test('things of one name are told apart by the channels where they are', async () => {
  const made = { kind: 'markdown', title: 'Minutes', content: '# Minutes' };
  await gateway.as('mia').done('POST /artifacts', { ...made, channelId: 'news', idempotencyKey: 'minutes of news' });
  await gateway.as('mia').done('POST /artifacts', { ...made, channelId: 'board', idempotencyKey: 'minutes of board' });
  const page = await open('mia', '/channels/board/add?q=Minutes');
  const places = rowOf(page, 'Minutes').getByRole('link', { name: /^(?:News|Board)$/ });
  await expect.poll(async () => (await places.allInnerTexts()).toSorted()).toEqual(['Board', 'News']);
  await page.goto(`${gateway.url}/channels/board/add?q=press`);
  await rowOf(page, 'press.txt').getByRole('link', { name: 'News' }).waitFor();
});

test('a file of somebody else is not offered, and the reason is that of the workspace', async () => {
  const page = await open('will', '/channels/board/add?q=press');
  const row = rowOf(page, 'press.txt');
  await row.getByText('only its creator or an organisation admin may change where this file is attached').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

test('kind, person and time are filters, and stand in the address', async () => {
  const page = await open('mia', '/channels/board/add');
  await rowOf(page, 'Talk of Mia').waitFor();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await rowOf(page, 'Talk of Mia').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'By' }).selectOption('will@workspace.test');
  await page.getByText('Nothing that you may read matches.').waitFor();
  await page.getByRole('combobox', { name: 'Changed' }).selectOption('Last 7 days');
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ kinds: 'file', by: gateway.idOf('will'), days: '7' });
});

test('a session is started from a channel, and nothing runs before something is asked', async () => {
  const page = await open('rita', '/channels/news/new-session');
  await page.getByText('It will be about News. Nothing runs until you ask.').waitFor();
  await expectAccessible(page);
  expect((await gateway.as('rita').done('GET /queries')).queries).toEqual([]);
  await page.getByRole('textbox', { name: 'Ask something about News' }).fill('What is the plan?');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Messages' }).waitFor();
  const { queries } = await gateway.as('rita').done('GET /queries');
  const { channels } = await gateway.as('rita').done('GET /channels');
  expect(queries.map(({ channelId }) => channelId)).toEqual([channels.find(({ slug }) => slug === 'news')?.id]);
});
