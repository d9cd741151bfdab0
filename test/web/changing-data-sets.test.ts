import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { gatewayWith } from '../support/rest.ts';

const gateway = gatewayWith(() => ['--sample']);
const shared = sharedBrowser();

const stages = [
  { key: 'idea', label: 'Idea' },
  { key: 'done', label: 'Done' },
];

/** A Data Set of its own, and its page. */
async function opened(name: string, tab = ''): Promise<{ page: Page; path: string }> {
  const { dataSet } = await gateway.admin.done('POST /channels/sales/data-sets', {
    name,
    fields: [{ key: 'stage', label: 'Stage', type: 'select', options: { choices: stages } }],
  });
  const path = `/channels/sales/data-sets/${dataSet.objectType}`;
  return { page: await appPage(shared.browser, gateway, { path: path + tab }), path };
}

/** The Data Set as agents and programs see it. */
const stored = async (path: string) => (await gateway.admin.done(`GET ${path}`)).dataSet;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The page sees nothing of others any more. */
const holdNews = (page: Page) => page.route('**/api/workspace/activity?*', () => {});

test('a Data Set is renamed, and the rename undone', async () => {
  const { page, path } = await opened('Ideas');
  await page.getByText('Begin with New record, or add the rows of a table.').waitFor();
  await press(page, 'More about this Data Set');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Good ideas');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Good ideas' }).waitFor();
  await expect.poll(() => focused(page)).toBe('More about this Data Set');
  expect((await stored(path)).name).toBe('Good ideas');
  await press(page, 'Undo');
  await page.getByRole('heading', { level: 1, name: 'Ideas', exact: true }).waitFor();
});

const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

test('a name that a colleague gave meanwhile is told before it is replaced', async () => {
  const { page, path } = await opened('Plans');
  await press(page, 'More about this Data Set');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My plans');
  await holdNews(page);
  await gateway.admin.done(`PATCH ${path}`, { name: 'Their plans' });
  await press(page, 'Rename');
  await page.getByText('Somebody called it “Their plans” meanwhile.').waitFor();
  expect((await stored(path)).name).toBe('Their plans');
  await press(page, 'Rename');
  await page.getByRole('heading', { level: 1, name: 'My plans' }).waitFor();
});

test('fields of every type of option are added, under keys made from their labels', async () => {
  const { page, path } = await opened('Trips', '?tab=fields');
  await addField(page, 'Start of the trip', 'Day');
  await addField(page, 'Kosten, geschätzt', 'Amount of money', (dialog) =>
    dialog.getByLabel('Currency').selectOption('CHF'),
  );
  await addField(page, 'Mood', 'Several choices', async (dialog) => {
    await dialog.getByLabel('Choice 1', { exact: true }).fill('Fine');
    await page.keyboard.press('Enter');
    await page.keyboard.type('On hold');
    await expectAccessible(page);
  });
  await addField(page, 'Deals', 'Record', async (dialog) => {
    await dialog.getByLabel('Points to the records of').selectOption('Deals');
    await dialog.getByLabel('A record may have several').check();
  });
  expect((await stored(path)).fields.slice(1, 5)).toMatchObject([
    { key: 'start_of_the_trip', label: 'Start of the trip', type: 'date' },
    { key: 'kosten_geschatzt', type: 'currency', options: { currencyCode: 'CHF' } },
    {
      key: 'mood',
      type: 'multi_select',
      options: {
        choices: [
          { key: 'Fine', label: 'Fine' },
          { key: 'On hold', label: 'On hold' },
        ],
      },
    },
    { key: 'deals', type: 'record', multiple: true },
  ]);
  await expectAccessible(page);
});

/** Fills the dialog of a new field, waits until the table has it, and finds the focus where it was. */
async function addField(page: Page, label: string, type: string, choose?: (dialog: Locator) => Promise<unknown>) {
  await press(page, 'Add a field');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill(label);
  await dialog.getByLabel('Type').selectOption(type);
  await choose?.(dialog);
  await press(page, 'Add field');
  await page.getByRole('rowheader', { name: label }).waitFor();
  await page.getByRole('button', { name: 'Add a field' }).and(page.locator(':focus')).waitFor();
}

test('a label that a colleague took meanwhile, and what the service refuses, stay in the form', async () => {
  const { page, path } = await opened('Errands', '?tab=fields');
  await press(page, 'Add a field');
  await page.getByRole('dialog').getByLabel('Label').fill('Due');
  await holdNews(page);
  await gateway.admin.done(`PATCH ${path}`, { fields: [{ key: 'deadline', label: 'due', type: 'text' }] });
  await press(page, 'Add field');
  await page.getByText('Another field is called this already.').waitFor();
  await page.getByRole('dialog').getByLabel('Label').fill('Until');
  await page.getByRole('dialog').getByLabel('Type').selectOption('One choice');
  await press(page, 'Add field');
  await page.getByText('It needs at least one choice.').waitFor();
  await page.getByLabel('Choice 1', { exact: true }).fill('Never\u0007');
  await press(page, 'Add field');
  await page.getByRole('alert').getByText('must be text on one line').waitFor();
  expect((await stored(path)).fields.map(({ key }) => key)).not.toContain('until');
});

test('a field and its choices are relabelled, and a choice that a colleague added meanwhile stays', async () => {
  const { page, path } = await opened('Papers', '?tab=fields');
  await press(page, 'Change Stage');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Phase');
  await dialog.getByLabel('Choice 1', { exact: true }).fill('Thought');
  await press(page, 'Add a choice');
  await page.keyboard.type('idea');
  await expectAccessible(page);
  await holdNews(page);
  const theirs = [
    { key: 'idea', label: 'Concept' },
    { key: 'done', label: 'Finished' },
    { key: 'late', label: 'Late' },
  ];
  await gateway.admin.done(`PATCH ${path}`, { fields: [{ key: 'stage', options: { choices: theirs } }] });
  await press(page, 'Save');
  await page.getByText('Somebody called it “Concept” meanwhile.').waitFor();
  expect((await stored(path)).fields[0]!.options!.choices).toEqual(theirs);
  await expect.poll(() => dialog.getByLabel('Choice 3', { exact: true }).inputValue()).toBe('Late');
  await press(page, 'Save');
  await page.getByRole('rowheader', { name: 'Phase' }).waitFor();
  await page.getByRole('button', { name: 'Change Phase' }).and(page.locator(':focus')).waitFor();
  const { label, options } = (await stored(path)).fields[0]!;
  expect([label, options!.choices]).toEqual([
    'Phase',
    [{ key: 'idea', label: 'Thought' }, ...theirs.slice(1), { key: 'idea 2', label: 'idea' }],
  ]);
});

test('a Data Set begins with a name alone, and fields are added on its page', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/channels/general/data' });
  await page.getByRole('link', { name: 'Make one' }).click();
  await page.getByRole('heading', { level: 1, name: 'New Data Set in General' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Job applicants');
  await page.getByLabel('Description').fill('One person each');
  await press(page, 'Create Data Set');
  await page.getByRole('heading', { level: 1, name: 'Job applicants' }).waitFor();
  await addField(page, 'Interview', 'Day');
  expect(await stored('/channels/general/data-sets/job_applicant')).toMatchObject({
    name: 'Job applicants',
    description: 'One person each',
    fields: [{ label: 'Interview', type: 'date' }, { key: 'title' }, {}, {}, {}],
  });
});
