import { DuckDBInstance } from '@duckdb/node-api';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { choose, filesToChoose } from '../support/uploading.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const rowCount = 100_000;
const rowsOfMonth = 40;
const stages = ['open', 'won', 'lost'];

/** A day of the present month, on which calendars and timelines open. */
const now = new Date();
const month = now.toISOString().slice(0, 7);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const longAgo = Date.UTC(2001, 0, 1);

/** A table of orders: a few of the present month, all others of a day of 2001 to 2009. */
function ordersOf(count: number): string {
  const lines = Array.from({ length: count }, (_, place) => {
    const isRecent = place % (count / rowsOfMonth) === 0;
    const day = (place * 7) % 28;
    const closed = isRecent
      ? `${month}-${String(day + 1).padStart(2, '0')}`
      : dayOf(longAgo + (place % 3_000) * 86_400_000);
    const stage = place % 9 === 8 ? '' : stages[(place * 5) % 3 ? place % 2 : 2]!;
    return `Order ${place + 1},${stage},${(place * 7_919) % 1_000_003},${closed}`;
  });
  return `Name,Stage,Amount,Closed\n${lines.join('\n')}\n`;
}

/** The rows that DuckDB finds in the very file. */
async function fileInDuckDb(path: string): Promise<(sql: string) => Promise<string[][]>> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run(`create table orders as select * from read_csv('${path}', header = true)`);
  return async (sql) => {
    const found = await connection.runAndReadAll(sql);
    return found.getRows().map((row) => row.map((value) => (value === null ? '' : String(value))));
  };
}

const open = (name: 'will' | 'rita', path: string): Promise<Page> =>
  appPage(shared.browser, gateway, {
    user: `${name}@workspace.test`,
    path,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
  });
const select = (page: Page | Locator, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption({ label: option });
const numberIn = (text: string) => text.replaceAll(/[^\d.-]/g, '');
const sorted = (rows: string[][]) => rows.toSorted((one, other) => one.join(' ').localeCompare(other.join(' ')));
const grouped = (count: string | number) => Number(count).toLocaleString('en-US');
/** The names and whole numbers of headings such as `Won 33,333` and `Won 50 of 33,333`. */
const countsOf = async (headings: Locator) =>
  sorted(
    (await headings.allInnerTexts())
      .map((text) => /^([\s\S]*?)\s*(?:[\d,]+ of\s+)?([\d,]+)$/.exec(text)!)
      .map(([, name, count]) => [name!, numberIn(count!)]),
  );
const byName = (rows: string[][], none: string) => sorted(rows.map(([name, ...rest]) => [name || none, ...rest]));

/** Makes a View of the Data Set that is shown, by its form. */
async function made(page: Page, dataSet: string, kind: string, fill: (page: Page) => Promise<unknown>): Promise<void> {
  await page.goto(dataSet);
  await page.getByRole('link', { name: 'New View' }).click();
  await page.getByLabel('Name').fill(`Orders as ${kind}`);
  await select(page, 'Kind', kind);
  await fill(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Orders as ${kind}`, exact: true }).waitFor();
}

test('a file of 100,000 rows becomes a Data Set, each of the six Views and a dashboard for a colleague, by browser alone', async () => {
  const paths = await filesToChoose({ 'Orders.csv': ordersOf(rowCount) });
  const duck = await fileInDuckDb(paths[0]!);

  const page = await open('will', '/channels/news/import');
  await choose(page, 'Choose the file', paths);
  await page.getByText(`All ${grouped(rowCount)} rows fit.`).waitFor();
  for (const [header, type] of [
    ['Stage', 'One choice'],
    ['Amount', 'Number'],
    ['Closed', 'Day'],
  ])
    expect(await page.getByLabel(`Type of ${header}`).locator('option:checked').innerText()).toBe(type);
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByText(`${grouped(rowCount)} rows became records.`).waitFor();
  const dataSet = page.url();

  await made(page, dataSet, 'Table', async () => {
    for (const column of ['Stage', 'Amount', 'Closed']) await select(page, 'Add to columns', column);
    await select(page, 'Add to sorted by', 'Amount');
    await select(page, 'Order of Amount', 'descending');
  });
  await page.getByText(`All ${grouped(rowCount)} records`).waitFor();
  const cellsOf = async (title: string) => {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    const texts = await row.getByRole('gridcell').allInnerTexts();
    const day = await row.locator('time').getAttribute('datetime');
    return [title, texts.at(-3), numberIn(texts.at(-2)!), day];
  };
  const ordered = (direction: string) =>
    duck(`select Name, Stage, Amount, Closed from orders order by Amount ${direction} limit 10`);
  for (const row of await ordered('desc')) await expect.poll(() => cellsOf(row[0]!)).toEqual(row);
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('Control+End');
  const last = await ordered('asc');
  await page.getByRole('link', { name: last[0]![0]!, exact: true }).waitFor();
  for (const row of last) await expect.poll(() => cellsOf(row[0]!)).toEqual(row);

  await made(page, dataSet, 'Board', () => select(page, 'A column for each value of', 'Stage'));
  const board = page.getByRole('region', { name: 'Orders as Board' });
  await board.getByRole('heading', { name: /^won / }).waitFor();
  const counts = await duck('select Stage, count(*) from orders group by Stage');
  expect(await countsOf(board.getByRole('heading'))).toEqual(byName(counts, 'No Stage'));

  await made(page, dataSet, 'Calendar', () => select(page, 'Starts on', 'Closed'));
  await page.getByText(`All ${rowsOfMonth} records`).waitFor();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const earlier = page.getByText(/^Earlier days/);
  if ((await earlier.count()) > 0) await earlier.click();
  const ofMonth = await duck(`select Name from orders where strftime(Closed, '%Y-%m') = '${month}' order by Name`);
  const listed = page.getByRole('link', { name: /^Order \d/ });
  await expect.poll(() => listed.count()).toBe(rowsOfMonth);
  const titles = (await listed.allInnerTexts()).map((text) => [/Order \d+/.exec(text)![0]]);
  expect(sorted(titles)).toEqual(sorted(ofMonth));

  await made(page, dataSet, 'Timeline', async () => {
    await select(page, 'Grouped by', 'Stage');
  });
  const timeline = page.getByRole('region', { name: 'Orders as Timeline', exact: true });
  await timeline.getByRole('heading', { name: /^won / }).waitFor();
  expect(await countsOf(timeline.getByRole('heading'))).toEqual(byName(counts, 'No Stage'));

  await made(page, dataSet, 'Pivot table', async () => {
    await select(page, 'Figure', 'Sum of Amount');
    const years = now.getUTCFullYear() - 2001 + 1;
    await expect.poll(() => page.getByLabel('How many periods').inputValue()).toBe(String(years));
    await select(page, 'Periods', 'months');
    await page.getByLabel('How many periods').fill('6');
    await page.getByLabel('Beginning with the period of').fill('2001-01-01');
  });
  await page.locator('tfoot').waitFor();
  const months = await page.locator('thead').getByRole('columnheader').count();
  const within = `Closed >= date '2001-01-01' and Closed < date '2001-01-01' + interval ${months - 2} month`;
  const totals = await duck(`select Stage, sum(Amount) from orders where ${within} group by Stage`);
  const rows = page.locator('tbody').getByRole('row');
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? '')),
  );
  expect(sorted(shown.map((cells) => [cells[0]!, numberIn(cells.at(-1))]))).toEqual(byName(totals, 'No Stage'));
  const [columns] = await duck(
    `select list(figure order by month) from (select date_trunc('month', Closed) as month, sum(Amount) as figure
      from orders where ${within} group by 1)`,
  );
  const foot = (await page.locator('tfoot').getByRole('cell').allInnerTexts()).map(numberIn);
  expect(foot.slice(0, -1)).toEqual(columns![0]!.match(/\d+/g));

  await made(page, dataSet, 'Dashboard', async () => {
    await page.getByRole('button', { name: 'Take By Stage away' }).click();
    await page.getByRole('button', { name: 'Add a figure or chart' }).click();
    await page.getByRole('group', { name: 'Number of records' }).last().getByLabel('Title').fill('Amounts');
    const amounts = page.getByRole('group', { name: 'Amounts' });
    await select(amounts, 'Shown as', 'Bars');
    await select(amounts, 'Figure', 'Sum of Amount');
    await amounts.getByRole('button', { name: 'Take Stage away' }).waitFor();
  });
  const colleague = await open('rita', new URL(page.url()).pathname);
  for (const seen of [page, colleague]) {
    await seen.getByText(grouped(rowCount), { exact: true }).waitFor();
    const widget = seen.locator('section').filter({ has: seen.getByRole('heading', { name: 'Amounts', exact: true }) });
    await widget.getByText('Show the figures').click();
    const figures = await widget
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? '')),
      );
    const sums = await duck('select Stage, sum(Amount) from orders group by Stage');
    expect(sorted(figures.map(([name, sum]) => [name!, numberIn(sum)]))).toEqual(byName(sums, 'no value'));
  }
});
