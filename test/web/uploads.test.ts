import { basename } from 'node:path';
import type { FileChooser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { choose, filesToChoose, slowDown } from '../support/uploading.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

const filesOf = async (channel: string) =>
  (await gateway.as('mia').done(`GET /files?channelId=${channel}`)).files.map(({ fileName }) => fileName);

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });

test('several files go at once, and one above the limit is refused before a byte of it moves', async () => {
  const page = await open('will', '/channels/board/upload');
  await page.getByText(/^The members of Board will see what you add here: .*mia@workspace\.test.*\.$/).waitFor();
  await page.getByText('At most 52.4 MB each.').waitFor();
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/files')) bodies.push(request.url());
  });
  const paths = await filesToChoose({
    'plan.txt': 'the plan',
    'notes.txt': 'notes',
    'film.mov': limits.uploadBytes + 1,
  });
  await choose(page, 'Choose files', paths);
  await page.getByText('2 of 3 files are stored.').waitFor();
  await rowOf(page, 'film.mov').getByText('is larger than 52.4 MB, and was not sent').waitFor();
  expect(bodies).toHaveLength(2);
  expect((await filesOf('board')).sort()).toEqual(['notes.txt', 'plan.txt']);
  await expectAccessible(page);

  await rowOf(page, 'notes.txt').getByRole('button', { name: 'Move notes.txt to the trash' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“notes.txt” is back.').waitFor();
  await page.getByRole('link', { name: 'plan.txt' }).click();
  await page.getByRole('heading', { level: 1, name: 'plan.txt' }).waitFor();
});

test('a file that is dropped on any page of a channel goes there, and its readers are named meanwhile', async () => {
  const page = await open('mia', '/channels/news/members');
  await page.getByRole('button', { name: 'Add', exact: true }).first().waitFor();
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File(['dropped'], 'dropped.txt')); return data; })()`,
  );
  const dispatch = (type: string) => page.locator('body').dispatchEvent(type, { dataTransfer: data });
  await dispatch('dragenter');
  await page.getByText('Drop to upload to News').waitFor();
  await page.getByText('Everybody here will see it.').waitFor();
  await dispatch('drop');
  await page.getByRole('heading', { level: 1, name: 'Upload files to News' }).waitFor();
  await page.getByText('The file is stored.').waitFor();
  expect(await filesOf('news')).toEqual(['dropped.txt']);
});

test('a picture is pasted where one writes, and text is not taken for a file', async () => {
  const page = await open('mia', '/channels/news');
  await page.getByLabel('Post to News').focus();
  const paste = (script: string) =>
    page.evaluate(`(() => { const data = new DataTransfer(); ${script};
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); })()`);
  await paste(`data.setData('text/plain', 'a;b'); data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))`);
  await paste(`data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))`);
  await page.getByText('The file is stored.').waitFor();
  expect((await filesOf('news')).filter((name) => /^Pasted image [\d .-]+\.png$/.test(name))).toHaveLength(1);
});

test('by keyboard alone a table is looked at, becomes a Data Set, and is shown', async () => {
  const page = await open('mia', '/channels/board/library');
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: 'Import a table' }).waitFor();
  for (let steps = 0; steps < 10; steps += 1) {
    await page.keyboard.press('ArrowDown');
    if (await page.getByRole('menuitem', { name: 'Import a table' }).evaluate((item) => item.matches(':focus'))) break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Import a table into Board' }).waitFor();
  await page.getByRole('button', { name: 'Choose the file' }).waitFor();
  const [path = ''] = await filesToChoose({ 'Orders.csv': 'City,Amount\nOslo,10\nBergen,20\n' });
  let chooser: FileChooser | undefined;
  page.on('filechooser', (opened) => (chooser = opened));
  const chooserAfterKey = async () => {
    if (!chooser) await page.keyboard.press('c');
    return chooser;
  };
  await expect.poll(chooserAfterKey, { interval: 1_000, timeout: 30_000 }).toBeDefined();
  await chooser!.setFiles(path);
  await page.getByText('All 2 rows fit.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name of the Data Set').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await page.getByText('2 rows became records.').waitFor();
  await page.getByRole('rowheader', { name: 'Bergen' }).waitFor();
  expect(await filesOf('board')).not.toContain(basename(path));
});

test('who may only read is offered nothing to add, and is told so at its address', async () => {
  const page = await open('rita', '/channels/board/library');
  await page.getByRole('link', { name: 'Members' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
  await page.goto(`${gateway.url}/channels/board/upload`);
  await page.getByText('You can read this channel, but not add to it.').waitFor();
});

test('rights that are withdrawn while a file is sent are told, and nothing of it is stored', async () => {
  const before = await filesOf('board');
  const page = await open('will', '/channels/board/upload');
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await slowDown(page, 4_000_000);
  await choose(page, 'Choose files', await filesToChoose({ 'late.bin': 8_000_000 }));
  await rowOf(page, 'late.bin')
    .getByText(/MB sent/)
    .waitFor();
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'reader' });
  await rowOf(page, 'late.bin').getByText('not write to it; ask one of its managers to let you').waitFor();
  expect(await filesOf('board')).toEqual(before);
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'writer' });
  await rowOf(page, 'late.bin').getByRole('button', { name: 'Upload again' }).click();
  await page.getByText('The file is stored.').waitFor();
  expect(await filesOf('board')).toEqual(['late.bin', ...before]);
});
