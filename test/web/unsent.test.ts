import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { patience } from '../support/patience.ts';
import { type Name, staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: Name, path: string) => appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

test('words that were not sent are there again in their own place, until they are sent', async () => {
  const { post } = await gateway.as('mia').done('POST /channels/board/posts', { body: 'Who has the pen?' });
  const page = await open('will', '/channels/board');
  const field = page.getByLabel('Post to Board');
  await field.pressSequentially('Half a thought for @mia');
  await page.getByRole('option', { name: 'mia' }).first().click();
  await page.getByRole('article').getByRole('link', { name: 'Reply' }).click();
  await page.waitForURL(`**/posts/${post.id}`);
  expect(await page.getByLabel('Write a reply').inputValue()).toBe('');
  await page.getByLabel('Write a reply').fill('Not yet an answer');
  await page.reload();
  await expect.poll(() => page.getByLabel('Write a reply').inputValue(), patience).toBe('Not yet an answer');
  await page.goto(`${gateway.url}/channels/news`);
  expect(await page.getByLabel('Post to News').inputValue()).toBe('');
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Board' }).click();
  await expect.poll(() => field.inputValue(), patience).toBe('Half a thought for @mia@workspace.test ');

  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('article').getByText('Half a thought').waitFor();
  const inbox = async () => (await gateway.as('mia').done('GET /inbox')).items;
  await expect.poll(inbox, patience).toMatchObject([{ kind: 'mention' }]);
  await page.reload();
  await page.getByRole('article').getByText('Half a thought').waitFor();
  expect(await field.inputValue()).toBe('');
});

test('words that are typed before it is known whose they are stay, too', async () => {
  const page = await open('will', '/connect');
  const { promise: known, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/me', async (route) => {
    await known;
    await route.continue();
  });
  await page.goto(gateway.url);
  const field = page.getByLabel('Ask something about the workspace');
  await field.fill('How many pens');
  const answered = page.waitForResponse('**/api/workspace/me');
  resolve();
  await answered;
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('will@workspace.test').waitFor();
  await page.reload();
  await expect.poll(() => field.inputValue(), patience).toBe('How many pens');
});

test('a sign-in that ends elsewhere keeps unsent text, only visible to the same person', async () => {
  await givePasswords(gateway.dataFolder, 'rita@workspace.test', 'ned@workspace.test');
  const page = await open('rita', '/channels/general');
  const field = page.getByLabel('Post to General');
  await field.fill('I was just about to say');
  await gateway.as('rita').done('POST /me/sign-out', {});
  const signIn = async (email: string) => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/channels/general');
    await field.waitFor();
  };
  await page.getByRole('heading', { name: 'Sign in to this workspace' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('about to say');
  await expectAccessible(page);

  await signIn('ned@workspace.test');
  expect(await field.inputValue()).toBe('');
  await gateway.as('ned').done('POST /me/sign-out', {});
  await signIn('rita@workspace.test');
  await expect.poll(() => field.inputValue(), patience).toBe('I was just about to say');
});

test('who signs out is told how much is not saved, and may stay', async () => {
  const page = await open('will', '/channels/board');
  const field = page.getByLabel('Post to Board');
  await field.fill('Half a thought');
  await page.goto(`${gateway.url}/channels/news`);
  await page.getByLabel('Post to News').fill('Half of another');
  const menu = page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first();
  const signOut = async (): Promise<void> => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await dialog.getByText('2 drafts are not saved.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${gateway.url}/channels/board`);
  await expect.poll(() => field.inputValue(), patience).toBe('Half a thought');

  await field.fill('');
  await signOut();
  await dialog.getByText('One draft is not saved.').waitFor();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});
