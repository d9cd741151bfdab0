import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type Name, staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const path = '/channels/news/views/pipeline';
let objectTypeId: string;

const open = (name: Name, to = path): Promise<Page> =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path: to });

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cardsIn = (page: Page, name: string) => column(page, name).getByRole('link', { name: /^(Deal|Crane)/ });
const counts = (page: Page) => page.getByRole('region', { name: 'Pipeline' }).getByRole('heading').allInnerTexts();

const focused = (page: Page) => page.locator(':focus').innerText();

/** The number of records in each column as a typed query answers it. */
async function answered(): Promise<string[]> {
  const { data } = await gateway.as('mia').done('POST /queries', {
    mode: 'deterministic',
    channelId: 'news',
    objectTypeId,
    operation: 'aggregate',
    groupBy: ['stage'],
    metrics: [{ alias: 'count', function: 'count_rows' }],
  });
  const countOf = (stage: string) => Number(data.rows!.find((row) => row.stage === stage)?.count ?? 0);
  return ['lead', 'won', 'lost'].map((stage) => String(countOf(stage)));
}

beforeAll(async () => {
  const { done } = gateway.as('mia');
  const choices = ['lead', 'won', 'lost'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
  const fields = [
    { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
    { key: 'amount', label: 'Amount', type: 'number' },
  ];
  objectTypeId = (await done('POST /channels/news/data-sets', { name: 'Deals', fields })).dataSet.objectTypeId;
  const create = Array.from({ length: 6 }, (_, index) => ({
    title: `Deal ${index + 1}`,
    values: { stage: index < 4 ? 'lead' : 'won', amount: index },
  }));
  await done('POST /channels/news/records/batch', { objectTypeId, create });
  await done('POST /channels/news/views', {
    objectTypeId,
    name: 'Pipeline',
    renderer: 'board',
    groupByFieldKey: 'stage',
    sort: [{ fieldKey: 'title', direction: 'asc' }],
  });
});

const recordNamed = async (title: string): Promise<string> => {
  const { data } = await gateway.as('mia').done('GET /channels/news/views/pipeline/data');
  return data.records!.find((record) => record.title === title)!.id;
};

test('cards are moved by dragging, by a menu and by keys, and a move is undone', async () => {
  const page = await open('will');
  await page.getByRole('heading', { name: 'Lead 4' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Deal 1' }).dragTo(column(page, 'Won'));
  await page.getByText('“Deal 1” is in Won now.').waitFor();
  await page.getByRole('heading', { name: 'Won 3' }).waitFor();

  await page.getByRole('button', { name: 'Move Deal 2' }).click();
  await page.getByRole('menuitem', { name: 'Move to Lost' }).click();
  await page.getByText('“Deal 2” is in Lost now.').waitFor();

  await page.getByRole('link', { name: 'Deal 3' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await column(page, 'Won').getByRole('link', { name: 'Deal 3' }).waitFor();
  expect(await focused(page)).toBe('Deal 3');
  await page.keyboard.press('Shift+ArrowRight');
  await column(page, 'Lost').getByRole('link', { name: 'Deal 3' }).waitFor();
  await page.getByText('“Deal 3” is in Lost now.').waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toMatch(/^Deal [156]$/);
  await expect.poll(() => answered()).toEqual(['1', '3', '2']);
  expect((await counts(page)).map((words) => words.match(/\d+$/)?.[0])).toEqual(['1', '3', '2']);

  await page.getByRole('button', { name: 'Move Deal 4' }).click();
  await page.getByRole('menuitem', { name: 'Move to Won' }).click();
  await page.getByText('“Deal 4” is in Won now.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await column(page, 'Lead').getByRole('link', { name: 'Deal 4' }).waitFor();
  await expect.poll(() => answered()).toEqual(['1', '3', '2']);
});

test('a card is added to a column, and what is wrong with it stands below its title', async () => {
  const page = await open('will');
  await page.getByRole('button', { name: 'Add a card to Lost' }).click();
  const title = page.getByLabel('Title of the new card in Lost');
  await title.fill('x'.repeat(301));
  await title.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'title' }).waitFor();
  await expectAccessible(page);
  await title.fill('Crane for the harbour');
  await title.press('Enter');
  await column(page, 'Lost').getByRole('link', { name: 'Crane for the harbour' }).waitFor();
  await expect.poll(() => answered()).toEqual(['1', '3', '3']);
});

test('a card whose answer is lost is stored once, however often it is added', async () => {
  const page = await open('will');
  await page.getByRole('button', { name: 'Add a card to Lost' }).click();
  const address = '**/api/workspace/channels/*/records';
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const title = page.getByLabel('Title of the new card in Lost');
  await title.fill('Crane twice');
  await title.press('Enter');
  await page.getByRole('region', { name: 'Lost', exact: true }).getByRole('alert').waitFor();
  await page.unroute(address);
  await title.press('Enter');
  await expect.poll(() => title.inputValue()).toBe('');
  const { data } = await gateway.as('mia').done('GET /channels/news/views/pipeline/data');
  expect(data.records!.filter((record) => record.title === 'Crane twice')).toHaveLength(1);
});

test('a card that somebody else moved first stays where they moved it, until one decides', async () => {
  const page = await open('will');
  await page.getByRole('link', { name: 'Deal 4' }).waitFor();
  await page.route('**/api/workspace/activity?*', () => {}); // The page sees nothing of others any more.
  const id = await recordNamed('Deal 4');
  await gateway.as('mia').done(`PATCH /channels/news/records/${id}`, { values: { stage: 'lost' } });
  await page.getByRole('button', { name: 'Move Deal 4' }).click();
  await page.getByRole('menuitem', { name: 'Move to Won' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else was faster' });
  await dialog.getByText('mia').waitFor();
  expect((await dialog.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Stage is now Lost; you wanted Won/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await column(page, 'Lost').getByRole('link', { name: 'Deal 4' }).waitFor();

  // A change of another field does not stop the move.
  await gateway.as('mia').done(`PATCH /channels/news/records/${id}`, { values: { amount: 77 } });
  await page.getByRole('button', { name: 'Move Deal 4' }).click();
  await page.getByRole('menuitem', { name: 'Move to Won' }).click();
  await page.getByText('“Deal 4” is in Won now.').waitFor();
  const { record } = await gateway.as('mia').done(`GET /channels/news/records/${id}`);
  expect(record.values).toMatchObject({ stage: 'won', amount: 77 });
});

test('two cards that somebody else moved first are each asked about', async () => {
  const page = await open('will');
  const titles = ['Deal 1', 'Deal 4'];
  for (const name of titles) await page.getByRole('link', { name }).waitFor();
  await page.route('**/api/workspace/activity?*', () => {});
  for (const title of titles)
    await gateway
      .as('mia')
      .done(`PATCH /channels/news/records/${await recordNamed(title)}`, { values: { stage: 'lost' } });
  const { promise: bothMoved, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/records\/rec_\w+$/, async (route) => {
    await bothMoved;
    await route.continue();
  });
  for (const name of titles) await column(page, 'Won').getByRole('link', { name }).press('Shift+ArrowLeft');
  release();
  const dialog = page.getByRole('dialog', { name: 'Somebody else was faster' });
  const asked: string[] = [];
  for (const _ of titles) {
    const words = dialog.getByText(/changed “Deal \d”/);
    await expect.poll(async () => !asked.includes(await words.innerText())).toBe(true);
    asked.push(await words.innerText());
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  }
  await dialog.waitFor({ state: 'detached' });
  for (const name of titles) await column(page, 'Lost').getByRole('link', { name }).waitFor();
});

test('two people who move cards at once lose nothing, and see the same', async () => {
  const [mia, will] = await Promise.all([open('mia'), open('will')]);
  const move = async (page: Page, title: string, to: string) => {
    await page.getByRole('button', { name: `Move ${title}` }).click();
    await page.getByRole('menuitem', { name: `Move to ${to}` }).click();
  };
  for (const to of ['Lead', 'Lost', 'Won', 'Lead']) {
    await Promise.all([move(mia, 'Deal 5', to), move(will, 'Deal 6', to)]);
    await Promise.all([
      mia.getByText(`“Deal 5” is in ${to} now.`).last().waitFor(),
      will.getByText(`“Deal 6” is in ${to} now.`).last().waitFor(),
    ]);
  }
  for (const page of [mia, will]) {
    await expect.poll(() => cardsIn(page, 'Lead').allInnerTexts()).toEqual(['Deal 5', 'Deal 6']);
  }
  const { versions } = await gateway
    .as('mia')
    .done(`GET /channels/news/records/${await recordNamed('Deal 5')}/versions`);
  expect(versions).toHaveLength(5);
});

test('a reader sees the board and is offered no change', async () => {
  const page = await open('rita');
  await page.getByRole('link', { name: 'Deal 5' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Move|Add a card)/ }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Lead' }).getByRole('link').click();
  await page.getByText('Stage is Lead').waitFor();
  await page.getByText('All 2 records').waitFor();
});
