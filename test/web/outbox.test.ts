import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const shared = sharedBrowser();

/** A gateway on a port that another one may take after it. */
async function startedAt(dataFolder: string, ...args: string[]): Promise<Gateway> {
  const child = spawnGateway(dataFolder, ...args);
  onTestFinished(() => stop(child, 'SIGKILL'));
  return listening(child);
}

async function newFolder(): Promise<string> {
  const folder = await newDataFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a post that is written while the gateway is killed arrives once, after it is back', async () => {
  const dataFolder = await newFolder();
  const first = await startedAt(dataFolder);
  const page = await appPage(shared.browser, { dataFolder, url: first.url }, { path: '/channels/general' });
  await page.getByLabel('Post to General').fill('Before the fall');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('article').getByText('Before the fall').waitFor();

  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await page.getByLabel('Post to General').fill('In the middle of it');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Kept on this machine').waitFor();
  await page.getByText('The workspace cannot be reached').waitFor();

  const second = await startedAt(dataFolder, '--port', new URL(first.url).port);
  await page.getByRole('article').getByText('In the middle of it').waitFor();
  const { items } = await accountAt(second.url, await accessToken(dataFolder)).done('GET /channels/general/feed');
  const bodies = items.map((item) => item.type === 'post' && item.post.body);
  expect(bodies).toEqual(['In the middle of it', 'Before the fall']);
  await page.getByText('Kept on this machine').waitFor({ state: 'detached' });
});

test('a post whose gateway is killed before it answers is stored once', async () => {
  const dataFolder = await newFolder();
  const first = await startedAt(dataFolder);
  const page = await appPage(shared.browser, { dataFolder, url: first.url }, { path: '/channels/general' });
  // The post is stored, and its answer never comes.
  const lose = async (route: Route) => {
    await route.fetch();
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    await route.abort();
  };
  await page.route('**/api/workspace/channels/*/posts', lose, { times: 1 });
  await page.getByLabel('Post to General').fill('Said before the fall');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Kept on this machine').waitFor();

  const second = await startedAt(dataFolder, '--port', new URL(first.url).port);
  await page.getByText('Kept on this machine').waitFor({ state: 'detached' });
  await page.getByRole('article').getByText('Said before the fall').waitFor();
  const { items } = await accountAt(second.url, await accessToken(dataFolder)).done('GET /channels/general/feed');
  expect(items.map((item) => item.type === 'post' && item.post.body)).toEqual(['Said before the fall']);
  expect(await page.getByRole('article').count()).toBe(1);
});

test('waiting changes survive a reload of the page', async () => {
  const dataFolder = await newFolder();
  const { url } = await startedAt(dataFolder);
  const page = await appPage(shared.browser, { dataFolder, url }, { path: '/channels/general' });
  await page.getByLabel('Post to General').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Post to General').fill('Written on the train');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('Kept on this machine').waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('article').getByText('Written on the train').waitFor();
});
