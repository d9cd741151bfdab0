import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { focused } from '../support/sheet-pages.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const agent = { 'workspace-agent': 'Planner' };
const deals = 'Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,open\n';

async function write(title: string, content = deals): Promise<string> {
  const input = { kind: 'csv', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

/** A change by Will's agent. */
async function change(id: string, oldText: string, newText: string): Promise<void> {
  const { artifact } = await gateway.as('will').done(`GET /artifacts/${id}`);
  const edits = [{ oldText, newText }];
  const input = { expectedVersionId: artifact.versionId, edits, idempotencyKey: randomUUID() };
  await gateway.as('will').done(`PATCH /artifacts/${id}`, input, agent);
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;
const open = (id: string) =>
  appPage(shared.browser, gateway, { user: 'mia@workspace.test', path: `/artifacts/${id}/cells` });

async function type(page: Page, cell: string, text: string): Promise<void> {
  await page.getByRole('gridcell', { name: cell, exact: true }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet. Your edits are kept in this browser.').waitFor();
}

test('an agent changed other cells: both come together, and it is said whose', async () => {
  const id = await write('Together');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await change(id, 'Cy,Bonn,open', 'Cy,Bonn,won');
  await change(id, 'Name,City,Stage\n', 'Name,City,Stage\nZed,Lima,lost\n');
  await page.getByRole('button', { name: 'Save' }).click();
  const words = 'Saved as version 4, together with versions 2 and 3, the last by will@workspace.test via Planner.';
  await page.getByText(words).waitFor();
  const { content, versionNumber } = await artifactOf(id);
  expect([content, versionNumber]).toEqual([
    'Name,City,Stage\nZed,Lima,lost\nAda,Paris,open\nBo,Rome,open\nCy,Bonn,won\n',
    4,
  ]);
});

test('the focus follows the selected cell to the row that it stands in by now', async () => {
  const id = await write('Focus');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await expect.poll(() => focused(page, 'textContent')).toBe('Rome');
  await change(id, 'Name,City,Stage\n', 'Name,City,Stage\nZed,Lima,lost\n');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 3').waitFor();
  await page.getByText('City, row 3:').waitFor();
  await expect.poll(() => focused(page, 'textContent')).toBe('Rome');
  await page.keyboard.type('Turin');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page, 'textContent')).toBe('Bonn');
});

test('versions of others are told at once and come in by themselves, and own edits can still be undone', async () => {
  const id = await write('Told');
  const page = await open(id);
  await page.getByRole('gridcell', { name: 'Bonn' }).waitFor();
  await change(id, 'Cy,Bonn,open', 'Cy,Bonn,won');
  await page.getByText('saved version 2,').waitFor();
  await page.getByText('It fits, so your sheet has it now.').waitFor();
  await page.getByRole('gridcell', { name: 'won' }).waitFor();
  await page.getByText('Version 2. Ctrl S saves.').waitFor();
  await expectAccessible(page);
  await type(page, 'Oslo', 'Paris');
  await page.keyboard.type('Tu');
  await change(id, 'Name,City,Stage\n', 'Name,City,Stage\nZed,Lima,lost\n');
  await page.getByText('Leave the cell, and both come together.').waitFor();
  await page.keyboard.type('rin');
  await page.keyboard.press('Enter');
  await page.getByText('saved version 3,').waitFor();
  await page.getByRole('gridcell', { name: 'Lima' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('gridcell', { name: 'Rome' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 4, together with version 3 by will@workspace.test via Planner.').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('gridcell', { name: 'Oslo' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 5.').waitFor();
  const { content } = await artifactOf(id);
  expect(content).toBe('Name,City,Stage\nZed,Lima,lost\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,won\n');
});

test('a version with other values in the cells that one has changed is told at once', async () => {
  const id = await write('Clash');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await change(id, 'Ada,Oslo', 'Ada,Lima');
  await page.getByText('Not saved. will@workspace.test via Planner saved version 2 first').waitFor();
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('gridcell', { name: 'Lima' }).waitFor();
  await page.getByText('Version 2. Ctrl S saves.').waitFor();
});

test('an agent changed the same cell: both values stand side by side, and one is chosen', async () => {
  const id = await write('Same cell');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await type(page, 'Rome', 'Turin');
  await change(id, 'Ada,Oslo,open\nBo,Rome,open', 'Ada,Lima,won\nBo,Milan,open');
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved. will@workspace.test via Planner saved version 2 first').waitFor();
  await page.getByRole('button', { name: 'Compare' }).click();
  const section = page.getByRole('region', { name: 'Both of you changed the same cells' });
  await section.getByText('saved version 2').waitFor();
  expect(await section.innerText()).toMatch(/will@workspace\.test[^]*via Planner/);
  expect(await section.getByRole('row', { name: 'City, row 1' }).innerText()).toMatch(/Oslo\s+Lima\s+Paris/);
  await expectAccessible(page);
  const save = section.getByRole('button', { name: 'Save as chosen' });
  await section.getByText('2 choices are still open.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await section.getByRole('radio', { name: 'City, row 1: mine' }).check();
  await section.getByRole('radio', { name: 'City, row 2: theirs' }).check();
  await save.click();
  await page.getByText('Saved as version 3').waitFor();
  expect((await artifactOf(id)).content).toBe('Name,City,Stage\nAda,Paris,won\nBo,Milan,open\nCy,Bonn,open\n');
});

test('columns moved: mine is kept as a copy', async () => {
  const id = await write('Moved');
  const page = await open(id);
  await type(page, 'Oslo', 'Paris');
  await change(id, deals, 'Stage,Name\nopen,Ada\n');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('cells cannot be matched').waitFor();
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Moved (copy)' }).waitFor();
  const copy = new URL(page.url()).pathname.split('/').at(-1)!;
  expect((await artifactOf(copy)).content).toBe(deals.replace('Oslo', 'Paris'));
  expect((await artifactOf(id)).content).toBe('Stage,Name\nopen,Ada\n');
});

/** Lets the answers to saves come when it is asked for. */
async function holdingAnswers(page: Page, id: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/workspace/artifacts/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const answer = await route.fetch();
    await promise;
    await route.fulfill({ response: answer });
  });
  return resolve;
}

/** Others' versions come in only when a save is refused because of them. */
const withoutNews = (page: Page) => page.route('**/api/workspace/activity*', (route) => route.abort());

test('who writes on behind a save that comes back refused keeps every letter, however long the pauses are', async () => {
  const id = await write('In full flow');
  const page = await open(id);
  await withoutNews(page);
  await type(page, 'Oslo', 'Paris');
  await change(id, 'Ada,Oslo', 'Ada,Lima');
  const answer = await holdingAnswers(page, id);
  await page.keyboard.press('Control+s');
  await page.getByText('Saving …').waitFor();
  await page.keyboard.type('goes on');
  answer();
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await page.keyboard.type(' to the end');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and below');
  await page.getByRole('button', { name: 'Compare' }).click();
  const section = page.getByRole('region', { name: 'Both of you changed the same cells' });
  await section.getByRole('radio', { name: 'City, row 1: theirs' }).check();
  await section.getByRole('button', { name: 'Save as chosen' }).click();
  await page.getByText('Saved as version 3').waitFor();
  const { content } = await artifactOf(id);
  expect(content).toBe('Name,City,Stage\nAda,Lima,open\nBo,goes on to the end,open\nCy,and below,open\n');
});

test('rows that others added go in between only when no cell is open, and the next value lands where it was meant', async () => {
  const id = await write('Shifted');
  const page = await open(id);
  await withoutNews(page);
  await type(page, 'Oslo', 'Paris');
  await change(id, 'Name,City,Stage\n', 'Name,City,Stage\nZed,Lima,lost\n');
  const answer = await holdingAnswers(page, id);
  await page.keyboard.press('Control+s');
  await page.keyboard.type('Tu');
  answer();
  await page.getByText('Leave the cell, and both come together.').waitFor();
  await page.keyboard.type('rin');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Bern');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: 'Lima' }).waitFor();
  await page.keyboard.press('Control+s');
  const stored = async () => (await artifactOf(id)).content;
  const all = 'Name,City,Stage\nZed,Lima,lost\nAda,Paris,open\nBo,Turin,open\nCy,Bern,open\n';
  await expect.poll(stored).toBe(all);
});

test('a save in the middle of a cell stores what is there, and the cell goes on', async () => {
  const id = await write('In a cell');
  const page = await open(id);
  await page.getByRole('gridcell', { name: 'Oslo' }).click();
  await page.keyboard.type('Par');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await artifactOf(id)).content).toBe(deals.replace('Oslo', 'Par'));
  await page.keyboard.type('is');
  await page.getByText('Not saved yet. Your edits are kept').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 3').waitFor();
  expect((await artifactOf(id)).content).toBe(deals.replace('Oslo', 'Paris'));
});
