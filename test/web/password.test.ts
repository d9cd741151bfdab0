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
