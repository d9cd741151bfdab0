import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const shared = sharedBrowser();

test('a new password needs the present one, and ends the sign-in of the page that set it', async () => {
  await givePasswords(gateway.dataFolder, mia);
  const page = await appPage(shared.browser, gateway, { user: mia, path: '/account' });
  const change = page.getByRole('button', { name: 'Change the password' });
  await page.getByLabel('Current password').fill('a wrong one');
  await page.getByLabel('New password').fill('short');
  const isShown = () => page.getByLabel('New password').getAttribute('type');
  expect(await isShown()).toBe('password');
  await page.getByLabel('Show what I type').check();
  expect(await isShown()).toBe('text');
  await change.click();
  await page.getByText('must be 8 to').waitFor();
  await page.getByLabel('New password').fill('a sentence that is new');
  await change.click();
  await page.getByText('is not your present password').waitFor();
  expect(await page.getByLabel('New password').inputValue()).toBe('a sentence that is new');
  await page.getByLabel('Current password').fill(password);
  await change.click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect((await gateway.as(mia).call('GET /me')).status).toBe(401);
});

test('the sign-in of the browser that looks is marked, and no other', async () => {
  await appPage(shared.browser, gateway, { path: '/account' });
  const page = await appPage(shared.browser, gateway, { path: '/account' });
  await page.getByRole('button', { name: 'End This browser' }).waitFor();
  expect(await page.getByRole('button', { name: 'End This browser' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'End Another browser' }).count()).toBeGreaterThan(0);
});
