import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

const mention = (body: string) =>
  gateway.as('mia').done('POST /channels/board/posts', { body, mentionedUserIds: [gateway.idOf('will')] });

const unseen = async () => (await gateway.as('will').done('GET /inbox?unseen=true')).items.length;

let document: string;

beforeAll(async () => {
  await mention('First question, Will?');
  await mention('Second question, Will?');
  document = (
    await gateway.as('mia').done('POST /artifacts', {
      kind: 'markdown',
      title: 'Draft of the plan',
      content: '# Plan',
      channelId: 'board',
      idempotencyKey: 'draft',
    })
  ).artifact.id;
});

test('a mention comes to the inbox while it is open, is marked as new, and opens', async () => {
  const page = await open('will', '/inbox?kinds=mention');
  await page.getByRole('link', { name: 'Second question, Will?' }).waitFor();
  await mention('*Third* question, Will?');
  const third = page.getByRole('listitem').filter({ hasText: 'Third question, Will?' });
  await third.getByText('New', { exact: true }).waitFor();
  expect(await third.innerText()).toMatch(/mia@workspace\.test[^]*mentioned you[^]*in Board/);
  // The title says all of it already.
  expect(await third.getByText('Third question').count()).toBe(1);
  await expectAccessible(page);
  await third.getByRole('link').click();
  await page.waitForURL('**/channels/board/posts/**');
  expect(await unseen()).toBeGreaterThan(2);
});

test('the seen mark moves up with opened older items, and all at once by its button', async () => {
  const before = await unseen();
  const page = await open('will', '/inbox');
  const second = page.getByRole('link', { name: 'Second question, Will?' });
  await second.click();
  await page.waitForURL('**/posts/**');
  expect(await unseen()).toBe(before);
  await page.goBack();
  const oldest = page.getByRole('listitem').filter({ hasText: 'New' }).last();
  await oldest.getByRole('link').click();
  await page.waitForURL(({ pathname }) => pathname !== '/inbox');
  await expect.poll(unseen).toBeLessThan(before);
  await page.goBack();
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await page.getByText('New', { exact: true }).first().waitFor({ state: 'detached' });
  expect(await unseen()).toBe(0);
  await page.getByRole('button', { name: 'Unseen' }).click();
  await page.getByText('You have seen everything.').waitFor();
});

test('something deleted is restored from the trash, deleted again, and then for good', async () => {
  await gateway.as('mia').done(`DELETE /artifacts/${document}`);
  const page = await open('mia', '/trash');
  const row = page.getByRole('listitem').filter({ hasText: 'Draft of the plan' });
  expect(await row.innerText()).toMatch(/in\s+Board[^]*deleted by\s+mia@workspace\.test/);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Restore' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Draft of the plan' }).waitFor();
  await gateway.as('mia').done(`DELETE /artifacts/${document}`);
  await page.goto(`${gateway.url}/trash?type=artifact`);
  await row.getByRole('button', { name: 'for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await row.getByRole('button', { name: 'for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('is deleted for good.').waitFor();
  expect((await gateway.as('mia').done('GET /trash')).trash).toEqual([]);
});

test('activity shows the last changes first, by who made them, and those of agents alone', async () => {
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'By an agent', clientApp: 'codex' });
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'By herself' });
  const page = await open('will', '/activity');
  const articles = page.getByRole('article');
  await articles.getByRole('link', { name: 'By herself' }).waitFor();
  expect(await articles.first().innerText()).toContain('By herself');
  expect(await articles.nth(1).innerText()).toMatch(/via codex[^]*wrote By an agent in\s+Board/);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Through' }).selectOption('Agents only');
  await articles.getByRole('link', { name: 'By herself' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('through')).toBe('agents');
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'Again an agent', clientApp: 'codex' });
  await articles.getByRole('link', { name: 'Again an agent' }).click();
  await page.waitForURL('**/channels/board/posts/**');
});
