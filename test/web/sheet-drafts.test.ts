import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { draftsIn } from '../support/document-writer.ts';
import { staffedGateway } from '../support/people.ts';
import { accessToken, type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { paste } from '../support/sheet-pages.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const deals = 'Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,open\n';

async function write(title: string, content = deals): Promise<string> {
  const input = { kind: 'csv', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
const open = (id: string, name: 'mia' | 'will' = 'mia') =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path: `/artifacts/${id}/cells` });

async function type(page: Page, cell: string, text: string): Promise<void> {
  await page.getByRole('gridcell', { name: cell, exact: true }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
}

test('edits are found again after a reload, are discarded, and come back by Undo', async () => {
  const id = await write('Draft');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await expect.poll(() => draftsIn(page)).toMatch(/Paris/);
  await page.reload();
  await page.getByText('are here again. They are not saved yet.').waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version 2').waitFor();
  await page.reload();
  await page.getByText('Version 2.').waitFor();
  expect(await page.getByText('are here again').count()).toBe(0);
});

test('the right to write is withdrawn meanwhile: the edits stay, say so, and can become a copy', async () => {
  const id = await write('Withdrawn');
  const page = await open(id, 'will');
  await type(page, 'Oslo', 'Paris');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`PUT ${member}`, { role: 'reader' });
  await page.keyboard.press('Control+s');
  await page.getByText(/^Not saved\. .* Your edits are kept in this browser\.$/).waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  await page.reload();
  await page.getByText('are here again').waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  expect((await artifactOf(id)).versionNumber).toBe(1);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Withdrawn (copy)' }).waitFor();
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
});

test('the gateway is killed while a sheet is saved: the version arrives once', async () => {
  const dataFolder = await newDataFolder();
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const startedAt = async (...args: string[]): Promise<Gateway> => {
    const child = spawnGateway(dataFolder, ...args);
    onTestFinished(() => stop(child, 'SIGKILL'));
    return listening(child);
  };
  const first = await startedAt();
  const account = async (url: string) => accountAt(url, await accessToken(dataFolder));
  const input = { kind: 'csv', title: 'Killed', content: deals, channelId: 'general', idempotencyKey: randomUUID() };
  const { id } = (await (await account(first.url)).done('POST /artifacts', input)).artifact;
  const page = await appPage(shared.browser, { dataFolder, url: first.url }, { path: `/artifacts/${id}/cells` });
  await type(page, 'Oslo', 'Paris');
  // The request arrives, and its answer never does.
  const lose = async (route: Route) => {
    await route.fetch();
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    await route.abort();
  };
  await page.route(`**/api/workspace/artifacts/${id}`, lose, { times: 1 });
  await page.keyboard.press('Control+s');
  await page.getByText('The workspace cannot be reached. Your edits are kept in this browser').waitFor();
  const second = await startedAt('--port', new URL(first.url).port);
  await page.getByText('Saved as version 2').waitFor();
  const { versions } = await (await account(second.url)).done(`GET /artifacts/${id}/versions`);
  expect(versions).toHaveLength(2);
});

test('an offline save arrives once, though the page was left meanwhile', async () => {
  const id = await write('Offline');
  const page = await open(id);
  await page.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await page.context().setOffline(true);
  await type(page, 'Oslo', 'Paris');
  await page.keyboard.press('Control+s');
  await page.getByText('The workspace cannot be reached. Your edits are kept in this browser').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Saved as version 2').waitFor();
  expect(await artifactOf(id)).toMatchObject({ versionNumber: 2, content: deals.replace('Oslo', 'Paris') });
});

test('two tabs of one person: cells that were changed in both come together', async () => {
  const id = await write('Tabs');
  const one = await open(id);
  await type(one, 'Oslo', 'Paris');
  const two = await one.context().newPage();
  // Edits are kept a moment after the last key.
  await expect.poll(() => draftsIn(one)).toContain('Paris');
  await two.goto(`${gateway.url}/artifacts/${id}/cells`);
  await two.getByRole('gridcell', { name: 'Oslo', exact: true }).waitFor();
  await type(two, 'Bonn', 'Bern');
  await one.bringToFront();
  await one.keyboard.press('Control+s');
  await one.getByText('Saved as version 2').waitFor();
  await two.bringToFront();
  await two.keyboard.press('Control+s');
  await two.getByText('Saved as version 3').waitFor();
  expect((await artifactOf(id)).content).toBe(deals.replace('Oslo', 'Paris').replace('Bonn', 'Bern'));
});

test('who is taken out of the channel in mid-edit keeps the edits, and finds them when let in again', async () => {
  const id = await write('Taken out');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  const page = await open(id, 'will');
  await type(page, 'Oslo', 'Paris');
  await gateway.as('mia').done(`DELETE ${member}`);
  await page.keyboard.press('Control+s');
  await page.getByText(/Not saved\. .+ Your edits are kept in this browser/).waitFor();
  expect((await artifactOf(id)).versionNumber).toBe(1);
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
  await page.reload();
  await page.getByText('are here again').waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
});

test('Undo in one of two tabs leaves the edits of the other', async () => {
  const id = await write('Apart');
  const path = `/artifacts/${id}/cells`;
  const one = await open(id);
  const two = await one.context().newPage();
  await two.goto(`${gateway.url}${path}`);
  await two.getByRole('gridcell', { name: 'Bonn', exact: true }).waitFor();
  await type(one, 'Oslo', 'Paris');
  await expect.poll(() => draftsIn(one)).toContain('Paris');
  await two.bringToFront();
  await type(two, 'Bonn', 'Bern');
  await expect.poll(() => draftsIn(two)).toContain('Bern');
  await two.keyboard.press('Control+z');
  await two.getByText('Version 1. Ctrl S saves.').waitFor();
  await expect.poll(() => draftsIn(two)).not.toContain('Bern');
  await one.close();
  await two.goto(`${gateway.url}${path}`);
  await two.getByText('are here again').waitFor();
  await two.getByRole('gridcell', { name: 'Paris' }).waitFor();
});

test('edits that were refused are undone, and then none are kept', async () => {
  const id = await write('Refused');
  const page = await open(id, 'will');
  await type(page, 'Oslo', 'Paris');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`PUT ${member}`, { role: 'reader' });
  await page.keyboard.press('Control+s');
  await page.getByText(/^Not saved\. /).waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).click();
  await page.keyboard.press('Control+z');
  await page.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
  await expect.poll(() => draftsIn(page)).not.toContain('Paris');
  await page.keyboard.press('Control+y');
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 2').waitFor();
});

test('the first save of a new sheet keeps what can be undone, the order and the chosen cell', async () => {
  const page = await appPage(shared.browser, gateway, {
    user: 'mia@workspace.test',
    path: '/channels/board/new-sheet',
  });
  await page.getByLabel('Title').fill('First');
  await page.getByRole('columnheader', { name: 'Column 1' }).focus();
  await paste(page, 'Name\tCity\nAda\tOslo\nBo\tRome\n');
  await page.getByRole('gridcell', { name: 'Rome' }).click();
  await page.getByRole('button', { name: 'Sort' }).click();
  await page.getByRole('menuitem', { name: 'By City, ascending' }).click();
  await page.getByText('Sorted by City, ascending.').waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/artifacts\/art_\w+\/cells$/);
  await page.getByText('Saved as version 1.').waitFor();
  await page.getByText('Sorted by City, ascending.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Rome');
  await page.keyboard.press('Control+z');
  await page.getByText('Sorted by City, ascending.').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByRole('gridcell', { name: 'Rome' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+y');
  await page.getByRole('gridcell', { name: 'Rome' }).waitFor();
  const id = new URL(page.url()).pathname.split('/')[2]!;
  expect((await artifactOf(id)).content).toBe('Name,City\nAda,Oslo\nBo,Rome\n');
});

test('who leaves in the middle of a cell finds it again, and loses nothing by a link that is followed at once', async () => {
  const id = await write('In a hurry');
  const page = await open(id);
  await page.getByRole('gridcell', { name: 'Oslo' }).click();
  await page.keyboard.type('Paris');
  await expect.poll(() => draftsIn(page)).toContain('Paris');
  await page.reload();
  await page.getByText('are here again').waitFor();
  await page.getByRole('gridcell', { name: 'Rome' }).click();
  await page.keyboard.type('Turin');
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.waitForURL('**/inbox');
  await page.goBack();
  await page.getByRole('gridcell', { name: 'Turin' }).waitFor();
  await page.getByRole('gridcell', { name: 'Paris' }).waitFor();
});

test('what is typed while a copy is made stays a draft of the sheet', async () => {
  const id = await write('Copied');
  const page = await open(id, 'will');
  await type(page, 'Oslo', 'Paris');
  const member = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`PUT ${member}`, { role: 'reader' });
  await page.keyboard.press('Control+s');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/artifacts', async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('gridcell', { name: 'Rome' }).click();
  await page.keyboard.type('Turin');
  resolve();
  await page.getByRole('heading', { level: 1, name: 'Copied (copy)' }).waitFor();
  await page.goto(`${gateway.url}/artifacts/${id}/cells`);
  await page.getByRole('gridcell', { name: 'Turin' }).waitFor();
  await gateway.as('mia').done(`PUT ${member}`, { role: 'writer' });
});
