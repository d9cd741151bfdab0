import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const choices = ['lead', 'won', 'lost'].map((key) => ({ key, label: key[0]!.toUpperCase() + key.slice(1) }));
const deals = Array.from({ length: 6 }, (_, index) => `Deal ${index + 1}`);
const ids = new Map<string, string>();
let objectTypeId: string;

beforeAll(async () => {
  const { done } = gateway.as('mia');
  const fields = [
    { key: 'stage', label: 'Stage', type: 'select', options: { choices } },
    { key: 'amount', label: 'Amount', type: 'number' },
  ];
  objectTypeId = (await done('POST /channels/news/data-sets', { name: 'Deals', fields })).dataSet.objectTypeId;
  for (const title of deals) {
    const values = { stage: 'lead', amount: 1 };
    ids.set(title, (await done('POST /channels/news/records', { objectTypeId, title, values })).record.id);
  }
  const view = (body: object) => done('POST /channels/news/views', { objectTypeId, ...body });
  await view({ name: 'Pipeline', renderer: 'board', groupByFieldKey: 'stage' });
  await view({ name: 'All', renderer: 'table', columns: ['stage', 'amount'] });
});

interface Watched {
  readonly page: Page;
  /** Looks of the page for changes that have been answered. */
  readonly polls: () => number;
}

async function watched(name: 'mia' | 'will', view: string): Promise<Watched> {
  const path = `/channels/news/views/${view}`;
  const page = await appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });
  let polls = 0;
  page.on('response', (response) => void (response.url().includes('/api/workspace/activity?') && (polls += 1)));
  await page.getByRole('link', { name: 'Deal 1' }).waitFor();
  return { page, polls: () => polls };
}

/** Does something elsewhere, and says how many looks a page needed until it showed that. */
async function pollsUntil(
  pages: readonly Watched[],
  change: () => Promise<unknown>,
  seen: (page: Page) => Promise<unknown>,
) {
  await change();
  const before = pages.map(({ polls }) => polls());
  await Promise.all(pages.map(({ page }) => seen(page)));
  return pages.map(({ polls }, place) => polls() - before[place]!);
}

const agentOf = async (name: 'will') => {
  const { client } = await startHttpHost(`${gateway.url}/mcp`, gateway.as(name).token!);
  return (title: string, values: object) =>
    client.callTool({
      name: 'workspace_records_write',
      arguments: { channelId: 'news', objectTypeId, update: [{ id: ids.get(title), values }] },
    });
};
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const inColumn = (page: Page, name: string, title: string) =>
  column(page, name).getByRole('link', { name: title, exact: true }).waitFor();
const move = async (page: Page, title: string, to: string) => {
  await page.getByRole('button', { name: `Move ${title}` }).click();
  await page.getByRole('menuitem', { name: `Move to ${to}` }).click();
};
const amountOf = async (page: Page, title: string) => {
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  return row.locator(`[aria-colindex="${heads.indexOf('Amount') + 1}"]`);
};
const stored = async () => {
  const { data } = await gateway.as('mia').done('GET /channels/news/views/all/data');
  return Object.fromEntries(
    data.records!.map(({ title, values }) => [title, `${String(values.stage)} ${String(values.amount)}`]),
  );
};

test('two people and an agent work on one board and table at once; all is kept and seen within two looks', async () => {
  const [miasBoard, willsBoard] = [await watched('mia', 'pipeline'), await watched('will', 'pipeline')];
  const [miasTable, willsTable] = [await watched('mia', 'all'), await watched('will', 'all')];
  const boards = [miasBoard, willsBoard];
  const tables = [miasTable, willsTable];
  const agent = await agentOf('will');

  await Promise.all([
    move(miasBoard.page, 'Deal 1', 'Won'),
    move(willsBoard.page, 'Deal 2', 'Lost'),
    agent('Deal 3', { stage: 'won' }),
    agent('Deal 1', { amount: 100 }),
  ]);
  for (const { page } of boards) {
    await inColumn(page, 'Won', 'Deal 1');
    await inColumn(page, 'Lost', 'Deal 2');
    await inColumn(page, 'Won', 'Deal 3');
  }
  const editAmount = async ({ page }: Watched, title: string, amount: string) => {
    await page.bringToFront();
    await (await amountOf(page, title)).click();
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  };
  await editAmount(miasTable, 'Deal 4', '400');
  await Promise.all([editAmount(willsTable, 'Deal 5', '500'), agent('Deal 4', { stage: 'lost' })]);
  const all = {
    'Deal 1': 'won 100',
    'Deal 2': 'lost 1',
    'Deal 3': 'won 1',
    'Deal 4': 'lost 400',
    'Deal 5': 'lead 500',
    'Deal 6': 'lead 1',
  };
  await expect.poll(stored).toEqual(all);

  const needed = [
    ...(await pollsUntil(
      boards,
      () => agent('Deal 6', { stage: 'lost' }),
      (page) => inColumn(page, 'Lost', 'Deal 6'),
    )),
    ...(await pollsUntil(
      tables,
      () => agent('Deal 6', { amount: 66 }),
      async (page) => (await amountOf(page, 'Deal 6')).getByText('66').waitFor(),
    )),
  ];
  for (const polls of needed) expect(polls).toBeLessThanOrEqual(2);
  await expect.poll(stored).toEqual({ ...all, 'Deal 6': 'lost 66' });
});

test('a card that an agent moved first is asked about, with the agent and where it went', async () => {
  const { page } = await watched('mia', 'pipeline');
  const agent = await agentOf('will');
  await page.route('**/api/workspace/activity?*', () => {});
  await agent('Deal 5', { stage: 'lost' });
  await move(page, 'Deal 5', 'Won');
  const dialog = page.getByRole('dialog', { name: 'Somebody else was faster' });
  await dialog.getByText(/changed “Deal 5”/).waitFor();
  expect(await dialog.innerText()).toMatch(/will@workspace\.test[^]*Lost/);
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  await inColumn(page, 'Lost', 'Deal 5');
});

test('a cell that is edited stays that of its record when others order the rows anew; what they change is asked about', async () => {
  const { done } = gateway.as('mia');
  const fields = [{ key: 'amount', label: 'Amount', type: 'number' }];
  const { dataSet } = await done('POST /channels/news/data-sets', { name: 'Quotes', fields });
  const create = [10, 20].map((amount) => ({ title: `Quote of ${amount}`, values: { amount } }));
  const { records } = await done('POST /channels/news/records/batch', { objectTypeId: dataSet.objectTypeId, create });
  const [one, other] = records.map(({ id }) => id);
  const sort = [{ fieldKey: 'amount', direction: 'asc' }];
  const view = { objectTypeId: dataSet.objectTypeId, name: 'Quotes', renderer: 'table', columns: ['amount'], sort };
  await done('POST /channels/news/views', view);
  const page = await appPage(shared.browser, gateway, {
    user: 'will@workspace.test',
    path: '/channels/news/views/quotes',
  });
  const change = (id: string, amount: number) => done(`PATCH /channels/news/records/${id}`, { values: { amount } });
  const amounts = async () => {
    const { data } = await done('GET /channels/news/views/quotes/data');
    return Object.fromEntries(data.records!.map(({ title, values }) => [title, values.amount]));
  };
  const first = page.getByRole('row').nth(1);
  await first.getByRole('link', { name: 'Quote of 10' }).waitFor();

  await (await amountOf(page, 'Quote of 10')).dblclick();
  await page.getByRole('textbox', { name: 'Amount of Quote of 10' }).fill('15');
  await change(other!, 5);
  await first.getByRole('link', { name: 'Quote of 20' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(amounts).toEqual({ 'Quote of 10': 15, 'Quote of 20': 5 });

  await (await amountOf(page, 'Quote of 20')).dblclick();
  await page.getByRole('textbox', { name: 'Amount of Quote of 20' }).fill('6');
  await change(other!, 20);
  await first.getByRole('link', { name: 'Quote of 10' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Theirs: 20').waitFor();
  await change(one!, 16);
  expect(await amounts()).toEqual({ 'Quote of 10': 16, 'Quote of 20': 20 });
});

test('an Undo that is pressed while a change is read anew undoes that change', async () => {
  const { page } = await watched('mia', 'all');
  const before = (await stored())['Deal 6'];
  const { promise: read, resolve } = Promise.withResolvers<void>();
  await page.route('**/views/*/data*', async (route) => {
    await read;
    await route.continue();
  });
  await (await amountOf(page, 'Deal 6')).dblclick();
  await page.getByRole('textbox', { name: 'Amount of Deal 6' }).fill('99');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  expect((await stored())['Deal 6']).not.toBe(before);
  resolve();
  await expect.poll(async () => (await stored())['Deal 6']).toBe(before);
});
