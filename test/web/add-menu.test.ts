import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const wordsOfSpec = ['Document', 'Upload files', 'Add existing', 'Start session'];

test('every row of the menu leads to a page, from every tab of a channel and from the palette', async () => {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: '/channels/board/data' });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  const rows = page.getByRole('menuitem');
  await rows.first().waitFor();
  const labels = await rows.allInnerTexts();
  expect(labels).toEqual(expect.arrayContaining([...wordsOfSpec, 'Data Set', 'Import a table']));
  for (const label of labels) {
    await page.getByRole('menuitem', { name: label }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.innerText()).not.toBe('Board');
    expect(await heading.innerText()).not.toBe('Not shared with this account');
    await page.goBack();
    await add.click();
    await rows.first().waitFor();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Where to go' }).fill('add existing');
  await page
    .getByRole('option', { name: /Add existing/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Add existing to Board' }).waitFor();
});
