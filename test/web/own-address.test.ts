import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();

test('the owner, who came in by a link, gives themselves an address and a password, and makes a token', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/account' });
  await page.getByText('have neither an address nor a password').waitFor();
  expect(await page.getByRole('button', { name: 'Make a token' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Give yourself both' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'no address' })
    .getByRole('button', { name: /^Change / })
    .click();
  await page.getByRole('menuitem', { name: 'Give an address and password' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('Email address').fill('owner@workspace.test');
  await dialog.getByLabel('Password').fill('short');
  await dialog.getByRole('button', { name: 'Give both' }).click();
  await dialog.getByText('must be 8 to').waitFor();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Give both' }).click();
  await page
    .getByRole('link', { name: 'Sign in' })
    .or(page.getByRole('button', { name: 'Sign in' }))
    .first()
    .click();
  await page.getByLabel(/mail/i).fill('owner@workspace.test');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('listitem').filter({ hasText: 'owner@workspace.test' }).waitFor();
  await page.goto(`${gateway.url}/account`);
  await page.getByRole('button', { name: 'Make a token' }).click();
  await dialog.getByLabel('What it is for').fill('A script');
  await dialog.getByLabel('password').fill(password);
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await dialog.getByRole('textbox', { name: 'Token', exact: true }).waitFor();
});
