import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { choose, filesToChoose, slowDown } from '../support/uploading.ts';

const shared = sharedBrowser();

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

async function uploadPage(dataFolder: string, url: string): Promise<Page> {
  const page = await appPage(shared.browser, { dataFolder, url }, { path: '/channels/general/upload' });
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  return page;
}

const filesAt = async (url: string, dataFolder: string) =>
  (await accountAt(url, await accessToken(dataFolder)).done('GET /files')).files.map(({ fileName, size }) => ({
    fileName,
    size,
  }));

const someSent = (page: Page) => page.getByText(/\d MB sent/).waitFor();

test('50 MiB whose upload is cut twice by a killed gateway go on by themselves, and are stored once', async () => {
  const dataFolder = await newFolder();
  let gateway = await startedAt(dataFolder);
  const { url } = gateway;
  const page = await uploadPage(dataFolder, url);
  await slowDown(page, 30_000_000);
  await choose(page, 'Choose files', await filesToChoose({ 'film.mov': limits.uploadBytes }));
  for (let kill = 0; kill < 2; kill += 1) {
    await someSent(page);
    gateway.process.kill('SIGKILL');
    await once(gateway.process, 'exit');
    await page.getByText('waits until the workspace can be reached, and goes on by itself').waitFor();
    gateway = await startedAt(dataFolder, '--port', new URL(url).port);
  }
  await page.getByText('The file is stored.').waitFor();
  expect(await filesAt(url, dataFolder)).toEqual([{ fileName: 'film.mov', size: limits.uploadBytes }]);
});

test('after a reload the same file is chosen again and goes on; another one is told apart', async () => {
  const dataFolder = await newFolder();
  const { url } = await startedAt(dataFolder);
  const page = await uploadPage(dataFolder, url);
  await slowDown(page, 2_000_000);
  const [film = '', other = ''] = await filesToChoose({ 'film.mov': 6_000_000, 'other.mov': 6_000_000 });
  await choose(page, 'Choose files', [film]);
  await someSent(page);
  await page.reload();
  await page.getByText('was interrupted when the page was reloaded').waitFor();
  await choose(page, 'Choose it again', [other]);
  await page.getByText('“other.mov” is another file').waitFor();
  await choose(page, 'Choose it again', [film]);
  await page.getByText('The file is stored.').waitFor();
  expect(await filesAt(url, dataFolder)).toEqual([{ fileName: 'film.mov', size: 6_000_000 }]);
});
