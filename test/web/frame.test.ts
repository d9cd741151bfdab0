import { expect, test, vi } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

test('everything is reached by keys alone, and focus returns', async () => {
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'The first of two' });
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'The second of two' });
  const page = await open('will', '/');
  const focused = () => page.evaluate('document.activeElement.textContent');
  await page.getByRole('link', { name: 'Board' }).first().waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor();
  await page.keyboard.type('board');
  await page.getByRole('option', { name: /^Board/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  await page.getByRole('article').nth(1).waitFor();

  await page.keyboard.press('j');
  await expect.poll(focused).toContain('The second of two');
  await page.keyboard.press('j');
  await expect.poll(focused).toContain('The first of two');
  await page.keyboard.press('k');
  await expect.poll(focused).toContain('The second of two');

  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(focused).toContain('The second of two');

  await page.keyboard.press('c');
  await page.keyboard.type('Written without a mouse');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('article').getByText('Written without a mouse').waitFor();
});

test('shortcuts of one key are switched off, and on again from the menu of the account', async () => {
  const page = await open('will', '/channels/board');
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  await page.keyboard.press('Shift+?');
  const box = page.getByRole('checkbox', { name: 'Shortcuts without Ctrl' });
  await box.uncheck();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.keyboard.press('Shift+?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).pathname).toBe('/channels/board');
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Show shortcuts' }).click();
  await page.getByRole('row', { name: 'Move the card to the column beside Shift ← →' }).waitFor();
  await box.check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/inbox');
});

test('a channel where somebody else wrote is told as new, until it is opened', async () => {
  const page = await open('will', '/channels/general');
  const board = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: /^Board/ });
  await board.waitFor();
  // News begin with the first look at the activity.
  await vi.waitFor(async () => expect(await page.evaluate("localStorage.getItem('workspace.news')")).toBeTruthy(), {
    timeout: 30_000,
  });
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'Something new' });
  await board.getByText('1 new').waitFor();
  await board.click();
  await page.getByRole('article').getByText('Something new').waitFor();
  await board.getByText('1 new').waitFor({ state: 'detached' });
});

test('a sign-in that ends elsewhere ends here too', async () => {
  const page = await open('rita', '/channels/board');
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  const other = await open('rita', '/account');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await gateway.as('rita').done('POST /me/sign-out', {});
  await page.getByRole('heading', { name: 'Sign in to this workspace' }).waitFor();
  await other.getByRole('heading', { name: 'Sign in to this workspace' }).waitFor();
  await expectAccessible(page);
});

test('the page fits a phone of 320 pixels, and its list of channels opens', async () => {
  const page = await appPage(shared.browser, gateway, {
    user: 'mia@workspace.test',
    path: '/channels/board',
    viewport: { width: 320, height: 600 },
  });
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Open the list of channels' }).click();
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'News' }).click();
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await expectAccessible(page);
});
