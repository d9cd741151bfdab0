import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/app-pages.ts';
import { draftsIn } from '../support/document-writer.ts';
import { twoWriters } from '../support/two-writers.ts';

const { gateway, open, write, artifactOf, change, text, yours, withoutNews, meet, begun, clash, agent, three } =
  twoWriters();

/** Holds what is read of a document until the returned function is called. */
async function holding(page: Page, id: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/workspace/artifacts/${id}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Says whose version came into the text, and offers Undo. */
const joined = (page: Page) => page.getByRole('status').filter({ hasText: /It fits, so/ });

test('saved changes of others come into the open text at once, with a sentence and the way back', async () => {
  const { id } = await write('Live', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Mine');
  await change(id, 'First.', 'First, by an agent.');
  await change(id, 'Third.', 'Third, by an agent.');
  await text(page).getByText('Third, by an agent.').waitFor();
  await page.keyboard.type(' is here: ');
  expect(await text(page).innerText()).toMatch(
    /First, by an agent\.[^]*Mine is here: Second\.[^]*Third, by an agent\./,
  );
  expect(await joined(page).innerText()).toMatch(/mia@workspace\.test[^]*via Planner[^]*saved version 3/);
  await expectAccessible(page);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await text(page).innerText()).toMatch(/First, by an agent\.\s+Second\.\s+Third, by an agent\./);
  await page.keyboard.type('Mine: ');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 4/).waitFor();
  await expect.poll(() => joined(page).count()).toBe(0);
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nMine: Second.\n\nThird, by an agent.\n');
});

test('Undo takes out what others saved and nothing that was typed since, and the page offers both again', async () => {
  const { id } = await write('Undone', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+End');
  await page.keyboard.type('Mine.\n');
  await change(id, 'First.', 'Theirs.');
  await joined(page).waitFor();
  await page.keyboard.type('More.\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('You write on version 1.').waitFor();
  expect(await text(page).innerText()).toMatch(/First\.[^]*Mine\.\s+More\./);
  await page.getByRole('button', { name: 'Put both together' }).click();
  const both = page.getByRole('region', { name: 'Two versions' });
  await both.getByRole('heading', { name: 'Version 2 came first' }).waitFor();
  expect(await both.getByRole('textbox', { name: 'Theirs' }).innerText()).toMatch(/^Theirs\.[^]*Third\.\s*$/);
  await page.keyboard.type('At once.\n');
  expect(await both.getByRole('textbox', { name: 'Yours' }).innerText()).toMatch(
    /^Theirs\.[^]*Mine\.\s+More\.\s+At once\./,
  );
  await both.getByText('See what changed from version 1 to theirs').click();
  await both.getByRole('row', { name: 'added' }).getByText('Theirs.').waitFor();
  await expectAccessible(page);
  await both.getByRole('button', { name: 'Edit both' }).click();
  await page.getByText('Not saved yet').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('Theirs.\n\nSecond.\n\nThird.\nMine.\nMore.\nAt once.\n');
});

test('saving meets a version in other places: both are saved together, and only what changed is offered', async () => {
  const { id } = await write('Apart', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+End');
  await page.keyboard.type('Mine.\n');
  await change(id, 'First.', 'First, by an agent.');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 3/).waitFor();
  expect(await joined(page).innerText()).toMatch(/saved version 2[^]*what you saved has both/);
  expect((await artifactOf(id)).content).toBe('First, by an agent.\n\nSecond.\n\nThird.\nMine.\n');
  await page.getByRole('link', { name: 'See what changed' }).waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

/** Says that a save was refused, and whose version came first. */
const refused = (page: Page) => page.getByRole('alert').filter({ hasText: /saved version \d first/ });

test('a refused save says who came first, stays in sight far below, and opens both versions', async () => {
  const { id } = await write('Refused', `First.\n${'Between.\n'.repeat(80)}Last.\n`);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+End');
  await page.keyboard.type('Mine');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Mine: ');
  await change(id, 'First.', 'Theirs.');
  await page.getByText('You write on version 1.').waitFor();
  await text(page).press('Control+End');
  // The page follows the cursor a moment later.
  await expect.poll(async () => (await text(page).boundingBox())!.y).toBeLessThan(0);
  const before = await text(page).boundingBox();
  await page.keyboard.press('Control+s');
  await refused(page).getByText('and changed the same lines. Nothing of yours is lost.').waitFor();
  expect(await text(page).boundingBox()).toEqual(before);
  expect(await page.getByText('newer than the one cited').count()).toBe(0);
  const place = (await refused(page).boundingBox())!;
  expect(place.y + place.height).toBeLessThanOrEqual(720);
  await expectAccessible(page);
  await refused(page).getByRole('button', { name: 'Compare and choose' }).click();
  await yours(page).getByText('Mine: First.').waitFor();
});

test('a save of what is on the right that meets another version opens the comparison with it', async () => {
  const { id, page } = await clash('Met again', 'Theirs.');
  await meet(page);
  await yours(page).waitFor();
  await change(id, 'Theirs.', 'Theirs again.');
  await page.getByRole('button', { name: 'Save what is on the right' }).click();
  await page.getByRole('heading', { name: 'Version 3 came first' }).waitFor();
  await yours(page).getByText('Mine: First.').waitFor();
});

test('where both changed the title, both are shown and one is chosen', async () => {
  const { id, versionId } = await write('Named', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await page.getByLabel('Title').fill('Mine');
  const input = { expectedVersionId: versionId, title: 'Theirs', idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input, agent);
  await page.keyboard.press('Control+s');
  await refused(page).getByText('and changed the title too. Nothing of yours is lost.').waitFor();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  const titles = page.getByRole('group', { name: 'Both changed the title' });
  expect(await titles.getByRole('radio', { name: 'Mine' }).isChecked()).toBe(true);
  await expectAccessible(page);
  await titles.getByRole('radio', { name: 'Theirs' }).check();
  await text(page).or(yours(page)).first().waitFor();
  await yours(page).press('Control+End');
  await page.keyboard.type('More.\n');
  await page.getByRole('button', { name: 'Save both together' }).click();
  await page.getByText(/^Saved as version 3/).waitFor();
  expect(await artifactOf(id)).toMatchObject({ title: 'Theirs', content: `${three}More.\n` });
});

test('undo keys leave the words of others that came in by a choice between both', async () => {
  const { id, page } = await clash('Chosen', 'First, by an agent.');
  await change(id, 'Third.', 'Third, by an agent.');
  await meet(page);
  await page.getByRole('button', { name: 'Take theirs here' }).click();
  await page.getByRole('button', { name: 'Edit what is on the right' }).click();
  for (const key of ['Control+z', 'Control+z', 'Control+z']) await text(page).press(key);
  expect(await text(page).innerText()).toMatch(/First, by an agent\.[^]*Third, by an agent\./);
});

test('on a phone both texts are one below the other, and nothing is cut off', async () => {
  const { id, page } = await clash('Narrow', 'First, by an agent.', { width: 375, height: 800 });
  await meet(page);
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

test('my own text can always be kept as a copy', async () => {
  const { id, page } = await clash('Mine', 'Theirs.');
  await meet(page);
  await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine (copy)' }).waitFor();
  await page.getByRole('article').getByText('Mine: First.').waitFor();
  const copy = await artifactOf(new URL(page.url()).pathname.split('/').at(-1)!);
  expect(copy).toMatchObject({ title: 'Mine (copy)', channelId: (await artifactOf(id)).channelId });
  expect((await artifactOf(id)).content).toBe('Theirs.\n\nSecond.\n\nThird.\n');
});

test('two tabs of one person: what one saves comes into the other', async () => {
  const { id } = await write('Tabs', three);
  const one = await open('will', `/artifacts/${id}/edit`);
  await text(one).press('Control+Home');
  await one.keyboard.type('One. ');
  const two = await one.context().newPage();
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await two.getByText('You are writing this in another tab too.').waitFor();
  expect(await text(two).innerText()).toMatch(/^First\./);
  await text(two).press('Control+End');
  await two.keyboard.type('Two.\n');
  await one.getByText('You are writing this in another tab too.').waitFor();
  await one.keyboard.press('Control+s');
  await one.getByText(/^Saved as version 2/).waitFor();
  await two.getByText('You saved version 2 in another tab').waitFor();
  await two.getByText('your text has it now.').waitFor();
  await two.getByRole('button', { name: 'Save', exact: true }).click();
  await two.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('One. First.\n\nSecond.\n\nThird.\nTwo.\n');
});

test('two tabs of one person: Undo in one leaves the draft of the other', async () => {
  const { id } = await write('Apart', three);
  const one = await open('will', `/artifacts/${id}/edit`);
  const two = await one.context().newPage();
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(two).press('Control+End');
  await text(one).press('Control+Home');
  await one.keyboard.type('One. ');
  await expect.poll(() => draftsIn(one)).toContain('One. First.');
  await two.bringToFront();
  await two.keyboard.type('Two.');
  await two.getByText('Not saved yet. The draft is kept in this browser.').waitFor();
  await two.keyboard.press('Control+z');
  await two.getByText('Nothing is changed yet.').waitFor();
  await one.close();
  await two.reload();
  await two.getByText(/^Draft from/).waitFor();
  expect(await text(two).innerText()).toContain('One. First.');
});

test('letters that are typed on while a save comes back refused all stay in the text, which waits for its writer', async () => {
  const { id } = await write('In full flow', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await withoutNews(page);
  await text(page).press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type(' Mine');
  await change(id, 'First.', 'Theirs.');
  await page.keyboard.press('Control+s');
  const both = page.getByRole('button', { name: 'Compare and choose' });
  await Promise.all([page.keyboard.type(' goes on without a pause', { delay: 60 }), both.waitFor()]);
  await page.waitForTimeout(1_500);
  await page.keyboard.type(' until it ends.');
  await text(page).getByText('Mine goes on without a pause until it ends.').waitFor();
  await expectAccessible(page);
});

test('letters that are typed while both versions are read, and at once when they are, stand one after the other', async () => {
  const { id } = await write('Slow', three);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine ');
  await change(id, 'First.', 'Theirs.');
  await page.getByRole('button', { name: 'Compare and choose' }).waitFor();
  const release = await holding(page, id);
  await page.getByRole('button', { name: 'Compare and choose' }).press('Enter');
  const letters = 'abcdefghij'.repeat(20);
  await page.keyboard.type('Quick ');
  release();
  await page.keyboard.type(letters);
  await yours(page).waitFor();
  await page.keyboard.type(' and whole: ');
  await yours(page).getByText(`Mine Quick ${letters} and whole: First.`).waitFor();
  await page.getByRole('button', { name: /^Edit (both|what)/ }).click();
  await page.keyboard.type('And on. ');
  await text(page).getByText(`Mine Quick ${letters} and whole: And on. First.`).waitFor();
});

test('a writer far from all differences goes on at the first of them', async () => {
  const { id } = await write('Far', `First.\n${'Between.\n'.repeat(60)}Last.\n`);
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await text(page).press('Control+End');
  await change(id, 'First.', 'Theirs.');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await yours(page).getByText('Mine: First.').waitFor();
  await page.keyboard.type('Here: ');
  await yours(page).getByText('Here: Mine: First.').waitFor();
  await yours(page).getByText('unchanged lines').waitFor();
});

test('who has gone to the title while both versions are read stays there', async () => {
  const { id, page } = await begun('Elsewhere');
  await change(id, 'First.', 'Theirs.');
  await page.getByRole('button', { name: 'Compare and choose' }).waitFor();
  const release = await holding(page, id);
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await page.getByLabel('Title').fill('Somewhere');
  const read = page.waitForResponse(`**/api/workspace/artifacts/${id}`);
  release();
  await read;
  await page.waitForTimeout(200);
  await page.keyboard.type(' else');
  expect(await page.getByLabel('Title').inputValue()).toBe('Somewhere else');
});

const parts = /\/(told-later|conflict)-[^/]*\.js$/;

test('two versions are shown though no part of the page can be read any more', async () => {
  const { id } = await write('Read ahead', three);
  const page = await open('will', '/');
  const read = page.waitForResponse((response) => /\/conflict-[^/]*\.js$/.test(response.url()));
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await (await read).finished();
  await page.route('**/*.js', (route) => route.abort());
  await change(id, 'First.', 'Theirs.');
  await meet(page);
  await page.getByRole('textbox', { name: 'Yours' }).getByText('Mine: First.').waitFor();
});

test('where a part of the page does not come, the text stays, and is there after the page was loaded again', async () => {
  const { id } = await write('Cut off', three);
  const page = await open('will', '/');
  await page.route(parts, (route) => route.abort());
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await change(id, 'First.', 'Theirs.');
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved. Something went wrong. Reload the page.').waitFor();
  await page.keyboard.type('still ');
  await page.unroute(parts);
  await page.reload();
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await page.getByRole('textbox', { name: 'Yours' }).getByText('Mine: still First.').waitFor();
});
