import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { xlsx } from '../support/office.ts';
import { patience } from '../support/patience.ts';
import { sharedGateway } from '../support/rest.ts';
import { choose, filesToChoose } from '../support/uploading.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();

const open = (path: string) => appPage(shared.browser, gateway, { path });
const counted = async () => {
  const { dataSets } = (await gateway.admin.done('GET /channels/general')).channel;
  return dataSets.map(({ name }: { name: string }) => name);
};
const columns = (page: Page) => page.getByRole('region', { name: 'Columns' });

interface Styled {
  readonly style: { readonly background: string };
}

test('a workbook is looked at sheet by sheet; types and labels change, and refused rows are seen before anything is stored', async () => {
  const book = xlsx({
    Notes: [['About'], ['these orders']],
    Orders: [
      ['Client', 'Sum'],
      ['Oslo', 12],
      ['Bergen', 'n/a'],
      ['Oslo', 3],
    ],
  });
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'Orders.xlsx': book }));
  await page.getByLabel('Sheet of the workbook').selectOption('Orders');
  await columns(page).getByRole('rowheader', { name: 'Client' }).waitFor();
  await page.getByText('All 3 rows fit.').waitFor();
  await page.getByLabel('Type of Sum').selectOption('Number');
  await page.getByText('1 of 3 rows does not fit').waitFor();
  const refused = page.getByRole('region', { name: 'What does not fit' });
  expect(await refused.getByRole('row').nth(1).innerText()).toMatch(/row 2\s+Sum\s+n\/a\s+must be a number/);
  expect(await page.getByRole('button', { name: 'Make the Data Set' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  expect(await counted()).toEqual([]);

  await page.getByLabel('Type of Sum').selectOption('Text');
  await page.getByLabel('Type of Client').selectOption('One choice');
  await page.getByLabel('Label of Client').fill('City');
  await page.getByLabel('Each record is named by Sum').check();
  await page.getByRole('region', { name: 'Records' }).getByRole('columnheader', { name: 'City' }).waitFor();
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByText('3 rows became records.').waitFor();
  await page.getByRole('rowheader', { name: 'n/a' }).waitFor();
  await page.getByRole('link', { name: 'Fields' }).click();
  await page.getByRole('row', { name: /City.*One choice/ }).waitFor();

  await page.getByRole('button', { name: 'More about this Data Set' }).click();
  await page.getByRole('menuitem', { name: 'Add the rows of a table' }).click();
  await choose(page, 'Choose the file', await filesToChoose({ 'more.csv': 'Town,Sum\nOslo,5\nRome,6\n' }));
  const button = page.getByRole('button', { name: 'Add 2 records' });
  await page.getByLabel('Where Town goes').waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('Where Town goes').selectOption('City');
  await page.getByText('1 of 2 rows does not fit').waitFor();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'Choose the file', await filesToChoose({ 'rest.csv': 'City,Sum\nOslo,5\nBergen,6\n' }));
  await button.click();
  await page.getByText('2 rows became records.').waitFor();
});

test('columns without names have types and labels of their own', async () => {
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'nameless.csv': 'Who,,\nAnn,1,2\nBo,3,4\n' }));
  await page.getByLabel('Type of Column 2').selectOption('Text');
  await page.getByLabel('Label of Column 3').fill('Points');
  await page.keyboard.press('Tab');
  await page.getByRole('region', { name: 'Records' }).getByRole('columnheader', { name: 'Points' }).waitFor();
  expect(await page.getByLabel('Type of Column 2').inputValue()).toBe('text');
  expect(await page.getByLabel('Type of Points').inputValue()).toBe('number');
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByText('2 rows became records.').waitFor();
  await page.getByRole('link', { name: 'Fields' }).click();
  await page.getByRole('row', { name: /Column 2.*Text/ }).waitFor();
  await page.getByRole('row', { name: /Points.*Number/ }).waitFor();
});

test('the column that names the records stands once, and a new name is its value too', async () => {
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'Clients.csv': 'Client,City\nAcme,Oslo\nBolt,Rome\n' }));
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByText('2 rows became records.').waitFor();
  await page.getByRole('rowheader', { name: 'Acme' }).waitFor();
  const heads = page.getByRole('grid').getByRole('columnheader');
  expect((await heads.allInnerTexts()).filter((text) => text !== '' && text !== 'Row')).toEqual(['Client', 'City']);
  await page.getByRole('rowheader', { name: 'Acme' }).click({ position: { x: 200, y: 10 } });
  await page.keyboard.type('Acme and Sons');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Stored', { exact: true }).waitFor();
  const { dataSets } = (await gateway.admin.done('GET /channels/general')).channel;
  const { objectTypeId } = dataSets.find(({ name }: { name: string }) => name === 'Clients')!;
  const query = { mode: 'deterministic', channelId: 'general', objectTypeId, operation: 'records' };
  const stored = async () => (await gateway.admin.done('POST /queries', query)).data.rows;
  expect(await stored()).toMatchObject([
    { title: 'Acme and Sons', client: 'Acme and Sons' },
    { title: 'Bolt', client: 'Bolt' },
  ]);
  expect((await heads.allInnerTexts()).filter((text) => text !== '' && text !== 'Row')).toEqual(['Client', 'City']);

  await page.getByRole('link', { name: 'Bolt' }).click();
  await page.getByRole('button', { name: 'Edit Client' }).click();
  await page.getByRole('textbox', { name: 'Client' }).fill('Bolt and Nut');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bolt and Nut' }).waitFor();
  expect(await stored()).toMatchObject([{}, { title: 'Bolt and Nut', client: 'Bolt and Nut' }]);
  const edit = page.getByRole('button', { name: 'Edit Client' });
  expect(await edit.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Client' }).press('Escape');
  expect(await edit.evaluate((button) => button.matches(':focus'))).toBe(true);

  // An agent changes one of the two alone. Both stand, so neither hides the other.
  const [, record] = (await stored())!;
  const bolt = `PATCH /channels/general/records/${String(record!.id)}`;
  await gateway.admin.done(bolt, { title: 'Bolt Ltd' });
  await page.reload();
  await page.getByRole('heading', { name: 'Bolt Ltd' }).waitFor();
  await page.getByRole('definition').getByText('Bolt and Nut', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Title' }).waitFor();
  const parted = ['Title', 'Client', 'City'];
  const shownHeads = async () => (await heads.allInnerTexts()).filter((text) => text !== '' && text !== 'Row');
  await page.getByRole('main').getByRole('link', { name: 'Clients' }).click();
  await expect.poll(shownHeads, patience).toEqual(parted);
  await gateway.admin.done(bolt, { values: { client: null } });
  await page.reload();
  await page.getByRole('rowheader', { name: 'Bolt Ltd' }).waitFor();
  expect(await shownHeads()).toEqual(parted);
});

test('a table begins with the suggested types, shows examples of them, and each goes back to text', async () => {
  const csv = 'Client,Price,Due,Stage\nOslo,€13.50,05.10.2026,yes\nBergen,€7.00,1.2.2026,no\n';
  await gateway.admin.done('POST /channels/general/data-sets', { name: 'Offers' });
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'Offers.csv': csv }));
  await page.getByText('All 2 rows fit.').waitFor();
  const typeOf = (header: string) => page.getByLabel(`Type of ${header}`);
  const chosen = (header: string) => typeOf(header).locator('option:checked').innerText();
  expect(await Promise.all(['Price', 'Due', 'Stage'].map(chosen))).toEqual(['Amount of money', 'Day', 'Yes or no']);
  await columns(page).getByText('€13.50 → 13.5 EUR').waitFor();
  await page.getByText('This channel has a Data Set named “Offers”.').waitFor();
  await columns(page).getByText('05.10.2026 → ').waitFor();
  await typeOf('Due').selectOption('Text');
  const records = page.getByRole('region', { name: 'Records' });
  await records.getByRole('cell', { name: '05.10.2026' }).waitFor();
  expect(await chosen('Price')).toBe('Amount of money');
  expect(await columns(page).getByText('05.10.2026').count()).toBe(0);
  expect(await records.getByRole('columnheader').allInnerTexts()).toEqual(['Client', 'Price', 'Due', 'Stage']);
  await expectAccessible(page);

  const name = page.getByLabel('Name of the Data Set');
  const make = page.getByRole('button', { name: 'Make the Data Set' });
  const taken = page.getByText('This channel has a Data Set of this name.');
  expect([await name.inputValue(), await make.isEnabled()]).toEqual(['Offers 2', true]);
  await name.fill(' offers');
  await taken.waitFor();
  expect(await make.isDisabled()).toBe(true);
  await expectAccessible(page);
  await name.fill('Offers of Oslo');
  expect([await taken.count(), await make.isEnabled()]).toEqual([0, true]);
  await page.getByRole('button', { name: 'Make the Data Set' }).click();
  await page.getByText('2 rows became records.').waitFor();
  await page.getByRole('rowheader', { name: 'Oslo' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Price' }).count()).toBe(1);
  expect(await page.getByRole('columnheader', { name: 'Client' }).count()).toBe(1);
  expect(await page.getByRole('columnheader', { name: 'Title' }).count()).toBe(0);
});

test('the rows go into the Data Set of the name of the file, without choosing the file again', async () => {
  const field = { key: 'stage', type: 'select', options: { choices: [{ key: 'won' }, { key: 'lost' }] } };
  await gateway.admin.done('POST /channels/general/data-sets', { name: 'Leads', fields: [field] });
  const before = await counted();
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'leads.csv': 'Title,stage\nOslo,won\nRome,lost\n' }));
  await page.getByRole('button', { name: 'Add the rows to Leads' }).click();
  await page.getByText('The rows are added to “Leads”.').waitFor();
  await page.getByRole('button', { name: 'Make a new Data Set instead' }).click();
  expect(await page.getByLabel('Name of the Data Set').inputValue()).toBe('leads 2');
  await page.getByRole('button', { name: 'Add the rows to Leads' }).click();
  const add = page.getByRole('button', { name: 'Add 2 records' });
  await add.waitFor();
  await expectAccessible(page);
  await add.click();
  await page.getByText('2 rows became records.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  expect(await counted()).toEqual(before);
  const dots = page.locator('td span[aria-hidden][style]');
  const colors = await dots.evaluateAll((all) => all.map((dot) => (dot as never as Styled).style.background));
  expect([colors.length, new Set(colors).size]).toEqual([2, 2]);
});

test('a type that is refused leaves the columns, so that another one is chosen', async () => {
  const page = await open('/channels/general/import');
  await choose(page, 'Choose the file', await filesToChoose({ 'Sums.csv': 'Client,Sum,Tax\nOslo,12,3\n' }));
  await page.getByText('The only row fits.').waitFor();
  await page.getByLabel('Type of Sum').selectOption('Amount of money');
  const refusal = page.getByText(/needs a currency code/);
  await refusal.waitFor();
  await page.getByLabel('Type of Tax').selectOption('Amount of money');
  await page.getByText(/(?<!\/)Sum: .*(?<!\/)Tax: /).waitFor();
  const typeOfSum = page.getByLabel('Type of Sum').locator('option:checked');
  expect(await typeOfSum.innerText()).toBe('Amount of money');
  const button = page.getByRole('button', { name: 'Make the Data Set' });
  expect(await button.isDisabled()).toBe(true);
  expect(await page.getByText('The only row fits.').count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('Type of Sum').selectOption('Number');
  await page.getByLabel('Type of Tax').selectOption('Text');
  await page.getByText('The only row fits.').waitFor();
  expect(await refusal.count()).toBe(0);
  await button.click();
  await page.getByText('1 row became a record.').waitFor();
});
