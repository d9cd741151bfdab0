import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { choose, filesToChoose } from '../support/uploading.ts';
import { jumpsOn, onlyForMice, walk, watchJumps } from '../support/walking.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const jobs = { objectTypeId: '', recordId: '' };

beforeAll(async () => {
  const { done } = gateway.as('mia');
  const fields = [{ key: 'hours', label: 'Hours', type: 'number' }];
  const { dataSet } = await done('POST /channels/board/data-sets', { name: 'Jobs', objectType: 'job', fields });
  const record = { objectTypeId: dataSet.objectTypeId, title: 'Crane', values: { hours: 1 } };
  jobs.objectTypeId = dataSet.objectTypeId;
  jobs.recordId = (await done('POST /channels/board/records', record)).record.id;
});

async function open(path: string): Promise<Page> {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: '/connect' });
  await watchJumps(page);
  await page.goto(gateway.url + path);
  return page;
}

const sound = { jumps: [], missed: [], unmarked: [], onlyForMice: [] };

/** Fails where a state has a fault that a page at rest may not have. It also fails where the focus was lost. */
async function expectSound(page: Page, state: string): Promise<void> {
  const focus = await page.evaluate('document.activeElement.tagName');
  expect.soft({ state, focus }).not.toEqual({ state, focus: 'BODY' });
  const jumps = await jumpsOn(page);
  await expectAccessible(page);
  const found = { jumps, ...(await walk(page)), onlyForMice: await onlyForMice(page) };
  expect.soft({ state, ...found }).toEqual({ state, ...sound });
}

/** Holds the requests to an address that change something until the returned function is called. */
async function holding(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await promise;
    await route.continue().catch(() => {});
  });
  return async () => {
    resolve();
    await page.unroute(address);
  };
}

/** Changes of others are not read meanwhile, so that saving meets them. */
const withoutNews = (page: Page) => page.route('**/api/workspace/activity*', (route) => route.abort());

const role = (name: 'reader' | 'writer') =>
  gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: name });

async function write(kind: 'markdown' | 'csv', content: string): Promise<string> {
  const input = { kind, title: `A ${kind}`, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

async function change(id: string, oldText: string, newText: string): Promise<void> {
  const { artifact } = await gateway.as('mia').done(`GET /artifacts/${id}`);
  const input = { expectedVersionId: artifact.versionId, edits: [{ oldText, newText }], idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input);
}

test('a document that is saved, waits, meets another version, and is refused', async () => {
  const id = await write('markdown', 'First.\n\nSecond.\n');
  const page = await open(`/artifacts/${id}/edit`);
  const type = async (text: string) => {
    await page.getByRole('textbox', { name: 'Text in Markdown' }).press('Control+Home');
    await page.keyboard.type(text);
    await page.keyboard.press('Control+s');
  };
  await withoutNews(page);
  const release = await holding(page, `**/api/workspace/artifacts/${id}`);
  await type('One. ');
  await page.getByText('Saving …').waitFor();
  await expectSound(page, 'saving');
  await release();
  await page.getByText(/^Saved as version 2/).waitFor();

  await page.context().setOffline(true);
  await type('Two. ');
  await page.getByText('Queued: it is saved').waitFor();
  await expectSound(page, 'offline');
  await page.context().setOffline(false);
  await page.getByText(/^Saved as version 3/).waitFor();

  await change(id, 'Two.', 'Theirs.');
  await type('Mine. ');
  await page.getByRole('button', { name: 'Compare and choose' }).waitFor();
  await expectSound(page, 'refused by another version');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await page.getByRole('textbox', { name: 'Yours' }).waitFor();
  await expectSound(page, 'conflict');
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 5/).waitFor();

  await role('reader');
  await type('Refused. ');
  await page.getByText('What you wrote stays in this browser.').waitFor();
  await expectSound(page, 'refused');
  await role('writer');
});

test('a sheet that is saved, waits, meets another version, and is refused', async () => {
  const id = await write('csv', 'Name,City\nAda,Oslo\nBo,Rome\n');
  const page = await open(`/artifacts/${id}/cells`);
  const type = async (cell: string, text: string) => {
    await page.getByRole('gridcell', { name: cell, exact: true }).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
    await page.keyboard.press('Control+s');
  };
  await page.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await withoutNews(page);
  const release = await holding(page, `**/api/workspace/artifacts/${id}`);
  await type('Oslo', 'Paris');
  await page.getByText('Saving …').waitFor();
  await expectSound(page, 'saving');
  await release();
  await page.getByText('Saved as version 2').waitFor();

  await page.context().setOffline(true);
  await type('Paris', 'Lima');
  await page.getByText('The workspace cannot be reached. Your edits are kept').waitFor();
  await expectSound(page, 'offline');
  await page.context().setOffline(false);
  await page.getByText('Saved as version 3').waitFor();

  await change(id, 'Lima', 'Bonn');
  await type('Lima', 'Turin');
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await expectSound(page, 'refused by another version');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('radio', { name: 'City, row 1: mine' }).waitFor();
  await expectSound(page, 'conflict');
  await page.getByRole('radio', { name: 'City, row 1: mine' }).check();
  await page.getByRole('button', { name: 'Save as chosen' }).click();
  await page.getByText('Saved as version 5').waitFor();

  await role('reader');
  await type('Turin', 'Graz');
  await page.getByText(/^Not saved\. .* Your edits are kept in this browser\.$/).waitFor();
  await expectSound(page, 'refused');
  await role('writer');
});

test('an upload that is sent, waits, meets another file, and is refused', async () => {
  const page = await open('/channels/board/upload');
  const files = '**/api/workspace/files';
  const [one = '', two = '', other = '', late = ''] = await filesToChoose({
    'one.txt': 'One.',
    'two.txt': 'Two.',
    'other.txt': 'Not two.',
    'late.txt': 'Too late.',
  });
  await page.getByText('will see what you add here').waitFor();
  const release = await holding(page, files);
  await choose(page, 'Choose files', [one]);
  await page.getByRole('progressbar').waitFor();
  await expectSound(page, 'sending');
  await release();
  await page.getByText('The file is stored.').waitFor();

  await page.route(files, (route) => route.abort());
  await choose(page, 'Choose files', [two]);
  await page.getByText('waits until the workspace can be reached').waitFor();
  await expectSound(page, 'offline');
  await page.reload();
  await page.unroute(files);
  await page.getByText('was interrupted when the page was reloaded').waitFor();
  await choose(page, 'Choose it again', [other]);
  await page.getByText('“other.txt” is another file').waitFor();
  await expectSound(page, 'another file');

  await role('reader');
  await choose(page, 'Choose files', [late]);
  await page.getByText('not stored').waitFor();
  await expectSound(page, 'refused');
  await role('writer');
});

test('something that is added from elsewhere, cannot be reached, and is refused', async () => {
  const form = new FormData();
  form.set('file', new Blob(['The budget.']), 'budget.txt');
  await gateway.as('will').done('POST /files', form);
  const page = await open('/channels/board/add?q=nothing');
  await page.getByText('Nothing that you may read matches.').waitFor();
  await expectSound(page, 'empty');
  await page.getByRole('searchbox').fill('budget');
  const add = page.getByRole('button', { name: 'Add budget.txt' });
  await add.waitFor();
  const release = await holding(page, '**/api/workspace/files/**');
  await add.focus();
  await page.keyboard.press('Enter');
  await expectSound(page, 'adding');
  await release();
  await page.getByText('“budget.txt” is in Board.').waitFor();
  await page.reload();
  await page.getByText('This is all that matches, and it is here already.').waitFor();
  await page.getByRole('searchbox').fill('budg');
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill('budge');
  await page.getByText('The workspace cannot be reached. Try again once you are connected.').waitFor();
  await expectSound(page, 'offline');
  await page.context().setOffline(false);
  await role('reader');
  await page.goto(`${gateway.url}/channels/board/add`);
  await page.getByText('You can read this channel, but not add to it.').waitFor();
  await role('writer');
});

test('a question that is sent, cannot be sent, and is refused', async () => {
  const page = await open('/channels/board/new-session');
  await page.getByLabel('Ask something about Board').waitFor();
  const ask = async () => {
    await page.getByLabel('Ask something about Board').fill('How many jobs are there?');
    await page.keyboard.press('Enter');
  };
  await withoutNews(page);
  await page.route('**/api/workspace/queries', (route) => route.abort());
  await ask();
  await page.getByText('The workspace cannot be reached. Try again once you are connected.').waitFor();
  await expectSound(page, 'offline');
  await page.unroute('**/api/workspace/queries');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`DELETE ${member}`);
  await ask();
  await page.getByText('There is no such channel, or it is not shared with this account.').waitFor();
  await expectSound(page, 'refused');
  await role('writer');
  const release = await holding(page, '**/api/workspace/**');
  await ask();
  await page.getByText('Asking …').waitFor();
  await expectSound(page, 'asking');
  await release();
  await page.getByRole('article', { name: 'Answer' }).waitFor();
  await expectSound(page, 'answered');
});

test('a post that is sent, waits, and is refused', async () => {
  const page = await open('/channels/board');
  const say = async (text: string) => {
    await page.getByLabel('Post to Board').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Control+Enter');
  };
  const release = await holding(page, '**/api/workspace/channels/*/posts');
  await say('On its way');
  await page.getByText('Sending …').waitFor();
  await expectSound(page, 'sending');
  await release();
  await page.getByRole('article').getByText('On its way').waitFor();

  await page.context().setOffline(true);
  await say('On the train');
  await page.getByText('Kept on this machine').waitFor();
  await expectSound(page, 'offline');
  await page.context().setOffline(false);
  await page.getByRole('article').getByText('On the train').waitFor();

  await withoutNews(page);
  await role('reader');
  await say('Not any more');
  await page.getByText('Not sent.').waitFor();
  await expectSound(page, 'refused');
  await role('writer');
});

test('a record that is stored, waits, meets other values, and is refused', async () => {
  const page = await open('/channels/board/data-sets/job');
  const hours = page.getByRole('row').filter({ hasText: 'Crane' }).locator('[aria-colindex="3"]');
  const type = async (text: string) => {
    await hours.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const told = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const batch = '**/api/workspace/channels/*/records/batch';
  const release = await holding(page, batch);
  await type('2');
  await told('Storing …');
  await expectSound(page, 'saving');
  await release();
  await told('Stored');

  await page.context().setOffline(true);
  await type('3');
  await told('Kept in this browser until the workspace answers');
  await expectSound(page, 'offline');
  await page.context().setOffline(false);
  await told('Stored');

  await withoutNews(page);
  await page.route(batch, async (route) => {
    await gateway.as('mia').done(`PATCH /channels/board/records/${jobs.recordId}`, { values: { hours: 30 } });
    await page.unroute(batch);
    await route.continue();
  });
  await type('40');
  await page.getByRole('alert').getByText('Theirs: 30').waitFor();
  await expectSound(page, 'conflict');
  await page.getByRole('button', { name: 'Use mine' }).click();
  await told('Stored');

  await type('many');
  await page.getByRole('alert').getByText('must be a number').waitFor();
  await expectSound(page, 'refused');
});
