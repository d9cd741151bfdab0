import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = gatewayWith(() => ['--sample'], { email: mia });
const shared = sharedBrowser();

const open = (path: string, user?: string) => appPage(shared.browser, gateway, { path, ...(user && { user }) });

async function asked(question: string) {
  const page = await open('/sessions');
  await page.getByLabel('Ask something about the workspace').fill(question);
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Answer' });
  await answer.waitFor();
  return { page, answer };
}

test('a question is answered with its confidence, its source and a query that runs again', async () => {
  const { page, answer } = await asked('How many deals are won?');
  await answer.getByText('There are 26 Deals where Stage is Won.').waitFor();
  await answer.getByText('Exact', { exact: true }).waitFor();
  await answer.getByText('Number of records, where Stage is Won.').waitFor();
  await answer.getByText('Show the query').click();
  expect(await answer.getByText('"operator": "eq"').count()).toBe(1);
  await answer.getByRole('button', { name: 'Run it again' }).click();
  await answer.getByRole('cell', { name: '26' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Ask in this conversation').fill('And lost?');
  await page.keyboard.press('Enter');
  await page.getByText('There are 9 Deals where Stage is Lost.').waitFor();
  const field = (await page.getByLabel('Ask in this conversation').boundingBox())!;
  expect(field.y + field.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await expect.poll(async () => (await answer.last().boundingBox())!.y).toBeLessThan(field.y);
  const topOfQuestion = async () => (await page.getByText('And lost?').last().boundingBox())!.y;
  expect(await topOfQuestion()).toBeGreaterThan(50);
  const end = answer.last().getByText('Show the query');
  await expect.poll(async () => (await end.boundingBox())!.y).toBeLessThan(field.y);
  await answer.first().getByRole('link', { name: 'Deals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deals' }).waitFor();
});

test('an answer from texts quotes and links its source, and what is not known is said', async () => {
  const { answer } = await asked('What did we decide about pricing?');
  await answer.getByText('Supported', { exact: true }).waitFor();
  await answer.getByRole('region', { name: 'Sources' }).getByRole('link', { name: 'Pricing decision' }).waitFor();
  const unknown = await asked('What is our warranty period?');
  await unknown.answer.getByText('Not answered', { exact: true }).waitFor();
  await unknown.answer.getByRole('link', { name: 'Search for it' }).click();
  await unknown.page.waitForURL(/search\?q=What.is.our.warranty/);
});

test('a conversation is shared after saying who gains access, read by others, and taken back', async () => {
  const { page } = await asked('How many deals are lost?');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Share', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Share with the channel').selectOption('Sales');
  await dialog.getByText(`1 person gains access: ${mia}`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Shared with Sales.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const path = new URL(page.url()).pathname;
  const reader = await open(`/channels/sales${path}`, mia);
  await reader.getByText('There are 9 Deals where Stage is Lost.').waitFor();
  expect(await reader.getByLabel('Ask in this conversation').count()).toBe(0);
  expect(await reader.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Stop sharing with Sales' }).click();
  await dialog.getByText('Only you can read it now.').waitFor();
  await reader.reload();
  await reader.getByRole('heading', { name: 'Not shared with this account' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await dialog.getByRole('button', { name: 'Stop sharing with Sales' }).waitFor();
  await reader.reload();
  await reader.getByText('There are 9 Deals where Stage is Lost.').waitFor();
});

test('opening a conversation asks nothing, and one in the trash comes back with Undo', async () => {
  const { page } = await asked('How many deals are leads?');
  const count = async () => (await gateway.admin.done('GET /queries?limit=200')).queries.length;
  const before = await count();
  await page.reload();
  await page.getByText('There are 3 Deals').waitFor();
  expect(await count()).toBe(before);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('list').getByRole('link', { name: 'How many deals are leads?' }).first().click();
  const field = page.getByLabel('Ask in this conversation');
  await expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('There are 3 Deals').waitFor();
});

test('a session that starts in a channel is offered to that channel first', async () => {
  const page = await open('/channels/sales/new-session');
  await page.getByRole('heading', { level: 1, name: 'Start session about Sales' }).waitFor();
  await page.getByLabel('Ask something about Sales').fill('How many deals are won?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Share' }).click();
  const channel = page.getByRole('dialog').getByLabel('Share with the channel');
  expect(await channel.locator('option:checked').innerText()).toBe('Sales');
});
