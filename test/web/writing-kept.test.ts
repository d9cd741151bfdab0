import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

/** A gateway on a port that another one may take after it. */
async function startedAt(dataFolder: string, ...args: string[]): Promise<Gateway> {
  const child = spawnGateway(dataFolder, ...args);
  onTestFinished(() => stop(child, 'SIGKILL'));
  return listening(child);
}

async function write(title: string, content: string) {
  const input = { kind: 'markdown', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const versionsOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}/versions`)).versions;

test('a document that is saved while the gateway is killed becomes one version, after it is back', async () => {
  const dataFolder = await temporaryFolder();
  const first = await startedAt(dataFolder);
  const admin = () => accessToken(dataFolder);
  const input = { kind: 'markdown', title: 'Fall', content: 'Before.\n', channelId: 'general', idempotencyKey: 'fall' };
  const { id } = (await accountAt(first.url, await admin()).done('POST /artifacts', input)).artifact;
  const page = await appPage(shared.browser, { dataFolder, url: first.url }, { path: `/artifacts/${id}/edit` });
  await text(page).press('Control+End');
  await page.keyboard.type('In the middle.\n');
  // The version is stored, and its answer is lost.
  await page.route(`**/api/workspace/artifacts/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch().catch(() => {});
    first.process.kill('SIGKILL');
    await route.abort();
  });
  const fallen = once(first.process, 'exit');
  await page.keyboard.press('Control+s');
  await fallen;
  await page.getByText('Queued: it is saved as soon as the workspace can be reached.').waitFor();
  await page.unroute(`**/api/workspace/artifacts/${id}`);
  await page.keyboard.type('And later.\n');
  await page.keyboard.press('Control+s');
  await page.getByText('What you wrote since follows it.').waitFor();

  const second = await startedAt(dataFolder, '--port', new URL(first.url).port);
  await page.getByText(/^Saved as version 3/).waitFor();
  const account = accountAt(second.url, await admin());
  expect((await account.done(`GET /artifacts/${id}/versions`)).versions).toHaveLength(3);
  expect((await account.done(`GET /artifacts/${id}`)).artifact.content).toBe('Before.\nIn the middle.\nAnd later.\n');
});

test('an offline save is sent once, though the page was left meanwhile', async () => {
  const id = await write('Train', 'Here.\n');
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: `/artifacts/${id}/edit` });
  await text(page).press('Control+End');
  await page.context().setOffline(true);
  await page.keyboard.type('There.\n');
  await page.keyboard.press('Control+s');
  await page.getByText('Queued: it is saved').waitFor();
  await page.context().setOffline(false);
  await page.goto(`${gateway.url}/inbox`);
  await expect.poll(async () => (await versionsOf(id)).length).toBe(2);
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText(/^(You read|Saved as) version 2/).waitFor();
  expect(await text(page).innerText()).toContain('There.');
});

/** A page with a save that cannot be sent, until it is let through. */
async function pageWithQueuedSave(id: string) {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: `/artifacts/${id}/edit` });
  const save = `**/api/workspace/artifacts/${id}`;
  await page.route(save, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await text(page).press('Control+End');
  await page.keyboard.type('There.\n');
  await page.keyboard.press('Control+s');
  await page.getByText('Queued: it is saved').waitFor();
  return { page, letThrough: () => page.unroute(save) };
}

test('a save that waited is told of where one is by then, with the way to the document', async () => {
  const id = await write('Told', 'Here.\n');
  const { page, letThrough } = await pageWithQueuedSave(id);
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  await letThrough();
  await page.getByText('“Told” is saved as version 2.').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('article').getByText('There.').waitFor();
});

test('a save that is stored while another page is on its way is told of there', async () => {
  const id = await write('Leaving', 'Here.\n');
  const { page, letThrough } = await pageWithQueuedSave(id);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/inbox-page-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  await letThrough();
  await page.getByText('“Leaving” is saved as version 2.').waitFor();
  release();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
});

test('a queued save that another tab took out of the outbox holds up no later one', async () => {
  const id = await write('Two tabs', 'Here.\n\nBetween.\n');
  const path = `/artifacts/${id}/edit`;
  const one = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  const save = `**/api/workspace/artifacts/${id}`;
  const notSaved = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue());
  await one.route(save, notSaved);
  await text(one).press('Control+End');
  await one.keyboard.type('There.\n');
  await one.keyboard.press('Control+s');
  await one.getByText('Queued: it is saved').waitFor();
  const { artifact } = await gateway.as('mia').done(`GET /artifacts/${id}`);
  const change = {
    expectedVersionId: artifact.versionId,
    content: 'Here, by Mia.\n\nBetween.\n',
    idempotencyKey: randomUUID(),
  };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, change);

  // The second tab knows no locks, so it waits for the same save. The first one is refused, and goes on with both.
  const two = await one.context().newPage();
  await two.addInitScript('delete Navigator.prototype.locks');
  await two.route(save, notSaved);
  await two.goto(`${gateway.url}${path}`);
  await two.getByText('Queued: it is saved').waitFor();
  await one.unroute(save);
  await one.getByText(/^Saved as version 3/).waitFor();
  await two.getByText('Queued: it is saved').waitFor({ state: 'detached' });
  await two.unroute(save);
  // Until the second tab has this version, its words would change the one before.
  await two.getByText(/^(You read|Saved as) version 3/).waitFor();
  await text(two).press('Control+End');
  await two.keyboard.type('Two.\n');
  await two.keyboard.press('Control+s');
  await two.getByText(/^Saved as version 4/).waitFor();
  const { content } = (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
  expect(content).toBe('Here, by Mia.\n\nBetween.\nThere.\nTwo.\n');
});

test('when the rights are withdrawn while one writes, the words stay and can be taken along', async () => {
  const id = await write('Rights', 'Here.\n');
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: `/artifacts/${id}/edit` });
  await text(page).press('Control+End');
  await page.keyboard.type('Not lost.\n');
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'reader' });
  await page.keyboard.press('Control+s');
  await page.getByText('What you wrote stays in this browser.').waitFor();
  await page.getByText('Not saved. The draft is kept in this browser.').waitFor();
  const [notice, title] = [page.getByRole('alert'), page.getByLabel('Title')];
  expect((await notice.boundingBox())!.width).toBe((await title.boundingBox())!.width);
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download it' }).click();
  expect((await loading).suggestedFilename()).toBe('Rights.md');
  expect(await text(page).innerText()).toContain('Not lost.');
  await page.reload();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Not lost.');
  expect(await versionsOf(id)).toHaveLength(1);
  await page.getByText('You may read this document, but not change it.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rights (copy)' }).waitFor();
  await page.getByText('Yours is a document of its own now, which only you can read.').waitFor();
  await page.getByRole('article').getByText('Not lost.').waitFor();
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText('You may read this document, but not change it.').waitFor();
  expect(await text(page).count()).toBe(0);
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'writer' });
});

test('who may write in no channel any more keeps a new document alone', async () => {
  const path = '/channels/board/new-document';
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  await text(page).press('Control+End');
  await page.keyboard.type('Never stored.\n');
  await page.getByText('Not saved yet.').waitFor();
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'reader' });
  await page.getByText('You can read this channel, but not write in it.').waitFor();
  await page.getByRole('button', { name: 'Keep it for yourself' }).click();
  await page.getByRole('article').getByText('Never stored.').waitFor();
  await page.goto(`${gateway.url}${path}`);
  await page.getByText('You can read this channel, but not add to it.').waitFor();
  await gateway.as('mia').done(`PUT /channels/board/members/${gateway.idOf('will')}`, { role: 'writer' });
});

test('who is taken out of the channel while writing finds the words, and no more of the document', async () => {
  const id = await write('Taken out', 'Here is a secret.\n');
  const page = await appPage(shared.browser, gateway, { user: 'rita@workspace.test', path: '/channels/board' });
  const member = `/channels/board/members/${gateway.idOf('rita')}`;
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(page).press('Control+End');
  await page.keyboard.type('Not lost.\n');
  await page.getByText('Not saved yet').waitFor();
  await gateway.as('mia').done(`DELETE ${member}`);
  await page.keyboard.press('Control+s');
  await page.getByText('What you wrote stays in this browser.').waitFor();
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download it' }).click();
  const stored = await readFile(await (await loading).path(), 'utf8');
  expect(stored).toContain('Not lost.');
  expect(await versionsOf(id)).toHaveLength(1);
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Not lost.');
});
