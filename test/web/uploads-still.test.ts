import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { choose, filesToChoose, slowDown } from '../support/uploading.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const uploadPage = () =>
  appPage(shared.browser, gateway, { user: 'will@workspace.test', path: '/channels/board/upload' });

const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent') as Promise<string>;

test('the focus stays where files are chosen when a row or its button goes', async () => {
  const page = await uploadPage();
  await slowDown(page, 100_000);
  await choose(page, 'Choose files', await filesToChoose({ 'film.mov': 900_000 }));
  const row = page.getByRole('listitem').filter({ hasText: 'film.mov' });
  await row.getByText(/sent$/).waitFor();
  await row.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => row.count()).toBe(0);
  expect(await focused(page)).toBe('Choose files');

  const paths = await filesToChoose({ 'song.ogg': 900_000 });
  await choose(page, 'Choose files', paths);
  await row.page().getByText(/sent$/).waitFor();
  await page.reload();
  await slowDown(page, 2_000_000);
  await choose(page, 'Choose it again', paths);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  expect(await focused(page)).toBe('Cancel');
  await page.getByText('The file is stored.').waitFor();
  await expect.poll(() => focused(page)).toBe('Move song.ogg to the trash');
  await expectAccessible(page);
});

test('nothing moves when an upload is done', async () => {
  const page = await uploadPage();
  await slowDown(page, 300_000);
  await choose(page, 'Choose files', await filesToChoose({ 'below.mov': 600_000, 'above.mov': 600_000 }));
  const below = page.getByRole('listitem').filter({ hasText: 'below.mov' });
  const placeOf = async () => ({
    row: (await below.boundingBox())!.y,
    acts: (await below.locator('> :last-child').boundingBox())!.x,
  });
  await page.getByRole('progressbar').first().waitFor();
  const before = await placeOf();
  await page.getByText('All 2 files are stored.').waitFor();
  expect(await placeOf()).toEqual(before);
});
