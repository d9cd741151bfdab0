import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = gatewayWith(() => ['--sample'], { email: mia });
const bare = gatewayWith(() => [], { email: mia });
const shared = sharedBrowser();

test('a day begins with what changed last, the channels, and a place to ask', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/', user: mia });
  const changed = page.getByRole('list', { name: 'Changed last' });
  await changed.getByRole('link', { name: 'Pricing decision', exact: true }).waitFor();
  const iconOf = (title: string) =>
    changed.getByRole('listitem').filter({ hasText: title }).locator('svg path').first().getAttribute('d');
  expect(await iconOf('Price list')).not.toBe(await iconOf('Roadmap, first half'));
  await page.getByRole('region', { name: 'All channels' }).getByRole('link', { name: 'Sales' }).waitFor();
  await expectAccessible(page);

  await gateway.admin.done('POST /channels/general/posts', { body: 'Written while the page is open' });
  await changed.getByRole('link', { name: 'Written while the page is open' }).waitFor();
  const first = await changed.getByRole('link').first().innerText();
  expect(first).toBe('Written while the page is open');

  await page.getByLabel('Ask something about the workspace').fill('How many deals are won?');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Answer' }).getByText('There are 26 Deals where Stage is Won.').waitFor();
});

test('a workspace where nothing was added says what to begin with, and leads there', async () => {
  const page = await appPage(shared.browser, bare, { path: '/', user: mia });
  await page.getByText('Nothing was added yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sheet', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'New sheet' }).waitFor();
  await page.goto(bare.url);
  await bare.admin.done('POST /channels/general/posts', { body: 'The first words' });
  await page.getByRole('list', { name: 'Changed last' }).getByRole('link', { name: 'The first words' }).waitFor();
  expect(await page.getByText('Nothing was added yet.').count()).toBe(0);
});
