import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const agent = { 'workspace-agent': 'Planner' };

const open = (name: 'mia' | 'will', path: string, viewport = { width: 1_280, height: 720 }) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path, viewport });

async function write(title: string, content: string) {
  const input = { kind: 'markdown', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

/** A change through an agent of Mia. */
async function change(id: string, oldText: string, newText: string): Promise<void> {
  const { versionId } = await artifactOf(id);
  const input = { expectedVersionId: versionId, edits: [{ oldText, newText }], idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input, agent);
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

/** Changes of others are not read meanwhile, so that saving meets them. */
const withoutNews = (page: Page) => page.route('**/api/workspace/activity*', (route) => route.abort());

const three = 'First.\n\nSecond.\n\nThird.\n';

test('changes in other places fit together, and the page says whose came first', async () => {
  const { id } = await write('Apart', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+End');
  await page.keyboard.type('Mine.\n');
  await change(id, 'First.', 'First, by an agent.');
  await page.keyboard.press('Control+s');
  const both = page.getByRole('region', { name: 'Two versions' });
  await both.getByRole('heading', { name: 'Version 2 came first' }).waitFor();
  expect(await both.innerText()).toMatch(/mia@workspace\.test[^]*via Planner[^]*You wrote on version 1/);
  await both.getByText('See what changed from version 1 to theirs').waitFor();
  const added = await both.getByRole('row', { name: 'added' }).allInnerTexts();
  expect([added[0], added.at(-1)]).toEqual([
    expect.stringContaining('First, by an agent.'),
    expect.stringContaining('Mine.'),
  ]);
  await expectAccessible(page);
  expect((await artifactOf(id)).versionNumber).toBe(2);
  await both.getByRole('button', { name: 'Save both together' }).click();
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nSecond.\n\nThird.\nMine.\n');
});

test('changes of the same lines stand side by side, and each can be taken or written anew', async () => {
  const { id } = await write('Same', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await change(id, 'First.', 'First, by an agent.');
  await change(id, 'Third.', 'Third, by an agent.');
  await page.keyboard.press('Control+s');
  const both = page.getByRole('region', { name: 'Two versions' });
  await both.getByText('Both changed the same lines in one place.').waitFor();
  const [theirs, yours] = [both.getByRole('textbox', { name: 'Theirs' }), both.getByRole('textbox', { name: 'Yours' })];
  expect(await theirs.innerText()).toContain('First, by an agent.');
  expect(await yours.innerText()).toContain('Mine: First.');
  expect(await yours.innerText()).toContain('Third, by an agent.');
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Take theirs here' }).click();
  expect(await yours.innerText()).not.toContain('Mine');
  await yours.press('Control+End');
  await page.keyboard.type('Both agree.\n');
  await both.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByText(/^Saved as version 4/).waitFor();
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nSecond.\n\nThird, by an agent.\nBoth agree.\n');
});

test('on a phone both texts are one below the other, and nothing is cut off', async () => {
  const { id } = await write('Narrow', three);
  const page = await open('will', `/artifacts/${id}/edit`, { width: 375, height: 800 });
  await withoutNews(page);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await change(id, 'First.', 'First, by an agent.');
  await page.keyboard.press('Control+s');
  const both = page.getByRole('region', { name: 'Two versions' });
  const yours = both.getByRole('textbox', { name: 'Yours' });
  await yours.waitFor();
  expect(await yours.innerText()).toMatch(/First, by an agent\.[^]*Mine: First\./);
  expect(await yours.evaluate((element) => element.scrollWidth <= 375)).toBe(true);
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Take theirs here' }).click();
  await both.getByRole('button', { name: 'Save what is above' }).click();
  await page
    .getByText(/^Saved as version/)
    .or(page.getByText(/You read version 2/))
    .waitFor();
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nSecond.\n\nThird.\n');
});

test('what is mine can always be kept as a copy', async () => {
  const { id } = await write('Mine', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await change(id, 'First.', 'Theirs.');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine (copy)' }).waitFor();
  await page.getByRole('article').getByText('Mine: First.').waitFor();
  const copy = await artifactOf(new URL(page.url()).pathname.split('/').at(-1)!);
  expect(copy).toMatchObject({ title: 'Mine (copy)', channelId: (await artifactOf(id)).channelId });
  expect((await artifactOf(id)).content).toBe('Theirs.\n\nSecond.\n\nThird.\n');
});

test('while one writes, a newer version is told and put together before saving', async () => {
  const { id } = await write('Live', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+End');
  await page.keyboard.type('Mine.\n');
  await change(id, 'First.', 'Theirs.');
  await page.getByText(/saved version 2/).waitFor();
  await page.getByRole('button', { name: 'Put both together' }).click();
  await page.getByRole('button', { name: 'Write on with both' }).click();
  await page.getByText('Not saved yet').waitFor();
  expect(await text(page).innerText()).toMatch(/Theirs\.[^]*Mine\./);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('Theirs.\n\nSecond.\n\nThird.\nMine.\n');
});

test('two tabs of one person: the one that saves later puts both together', async () => {
  const { id } = await write('Tabs', three);
  const one = await open('will', `/artifacts/${id}/edit`);
  await text(one).press('Control+Home');
  await one.keyboard.type('One. ');
  const two = await one.context().newPage();
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await two.getByText(/^Draft from/).waitFor();
  await two.getByRole('button', { name: 'Discard' }).click();
  await text(two).press('Control+End');
  await two.keyboard.type('Two.\n');
  await one.getByText('You write this in another tab too.').waitFor();
  await one.keyboard.press('Control+s');
  await one.getByText(/^Saved as version 2/).waitFor();
  await two.getByText('You, in another tab, saved version 2').waitFor();
  await two.getByRole('button', { name: 'Save', exact: true }).click();
  await two.getByRole('button', { name: 'Save both together' }).click();
  await two.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('One. First.\n\nSecond.\n\nThird.\nTwo.\n');
});
