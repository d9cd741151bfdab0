import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (path: string) => appPage(shared.browser, gateway, { user: 'will@workspace.test', path });

async function write(title: string, content: string): Promise<string> {
  const input = { kind: 'markdown', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact.id;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

/** A change through an agent of Mia. */
async function change(id: string, oldText: string, newText: string): Promise<void> {
  const { versionId } = await artifactOf(id);
  const input = { expectedVersionId: versionId, edits: [{ oldText, newText }], idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input, { 'workspace-agent': 'Planner' });
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });
const both = (page: Page) => page.getByRole('region', { name: 'Two versions' });
const yours = (page: Page) => both(page).getByRole('textbox', { name: 'Yours' });
const keptWords = (page: Page) => page.getByText('Not saved yet. The draft is kept in this browser.').waitFor();
const three = 'First.\n\nSecond.\n\nThird.\n';

/** A page on which Will and an agent have changed the first line, with both versions beside each other. */
async function conflict(title: string): Promise<{ page: Page; id: string }> {
  const id = await write(title, three);
  const page = await open(`/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await keptWords(page);
  await change(id, 'First.', 'Theirs.');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await yours(page).waitFor();
  return { page, id };
}

const takeTheirs = (page: Page) => both(page).getByRole('button', { name: 'Take theirs here' });

test('keys undo what the arrow took over, and neither touches the draft', async () => {
  const { page } = await conflict('Arrow');
  await takeTheirs(page).press('Enter');
  await expect.poll(() => yours(page).innerText()).toContain('Theirs.');
  expect(await yours(page).evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(() => yours(page).innerText()).toContain('Mine: First.');
  await both(page).getByRole('button', { name: 'Keep mine as a copy' }).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.goto(`${gateway.url}/inbox`);
  await page.goBack();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Mine: First.');
});

test('words that are written beside another version are there again after a reload, where they were written', async () => {
  const { page, id } = await conflict('Beside');
  await yours(page).press('Control+End');
  await page.keyboard.type('Written beside it.');
  await page.reload();
  await yours(page).getByText('Written beside it.').waitFor();
  expect(await yours(page).innerText()).toContain('Both changed this');
  await change(id, 'Second.', 'Second, by an agent.');
  await page.reload();
  await page.getByText(/It fits, so your text has it now/).waitFor();
  expect(await text(page).innerText()).toMatch(/Mine: First\.[^]*Second, by an agent\.[^]*Written beside it\./);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 4/).waitFor();
  expect((await artifactOf(id)).content).toBe('Mine: First.\n\nSecond, by an agent.\n\nThird.\nWritten beside it.');
});

test('the last letters before a reload are kept', async () => {
  const id = await write('Quick', three);
  const page = await open(`/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Slow. ');
  await keptWords(page);
  await page.keyboard.type('Quick. ');
  await page.reload();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Slow. Quick. First.');
});

test('the last letters before a reload are kept though another act holds the drafts', async () => {
  const id = await write('Held', three);
  const page = await open(`/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Slow. ');
  await keptWords(page);
  await page.evaluate(`(async () => {
    const request = indexedDB.open('workspace.drafts');
    await new Promise((resolve) => (request.onsuccess = resolve));
    const store = request.result.transaction('drafts', 'readwrite').objectStore('drafts');
    const hold = () => (store.count().onsuccess = hold);
    hold();
  })()`);
  await page.keyboard.type('Quick. ');
  await page.reload();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Slow. Quick. First.');
});

test('who takes over theirs alone is told that no draft is left, and gets it back', async () => {
  const { page, id } = await conflict('Taken');
  await takeTheirs(page).click();
  await both(page).getByRole('button', { name: 'Edit what is on the right' }).click();
  await page.getByText('You took over version 2 as it is. Yours is not kept.').waitFor();
  expect(await text(page).innerText()).toContain('Theirs.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await keptWords(page);
  await page.reload();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Mine: First.');
  expect((await artifactOf(id)).versionNumber).toBe(2);
});

/** Takes over theirs alone, with the way back in sight. */
async function takenOver(title: string): Promise<{ page: Page; id: string }> {
  const { page, id } = await conflict(title);
  await takeTheirs(page).click();
  await both(page).getByRole('button', { name: 'Edit what is on the right' }).click();
  await page.getByText('You took over version 2 as it is.').waitFor();
  return { page, id };
}

test('who takes over theirs alone gets mine back though the same lines were changed once more', async () => {
  const { page, id } = await takenOver('Taken again');
  await change(id, 'Theirs.', 'Theirs again.');
  await text(page).getByText('Theirs again.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await text(page).getByText('Mine: First.').waitFor();
  await keptWords(page);
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await both(page).getByRole('textbox', { name: 'Theirs' }).getByText('Theirs again.').waitFor();
  expect(await yours(page).innerText()).toContain('Mine: First.');
});

test('mine comes back beside words that were written in the same line since', async () => {
  const { page } = await takenOver('Written since');
  await text(page).press('Control+Home');
  await page.keyboard.type('Since: ');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => text(page).innerText()).toMatch(/^Mine: First\.\s+Since: Theirs\.\s+Second\./);
});

test('a conflict shows its places, and tells of a version that comes meanwhile', async () => {
  const { page, id } = await conflict('Places');
  await both(page).getByRole('button', { name: 'Go to the place' }).click();
  await page.keyboard.type('Here: ');
  expect(await yours(page).innerText()).toMatch(/Both changed this Take both\s+Here: Mine: First\./);
  await expectAccessible(page);
  await change(id, 'Third.', 'Third, by an agent.');
  await page.getByRole('status').getByText('saved version 3 meanwhile').waitFor();
  await expectAccessible(page);
  await both(page).getByRole('button', { name: 'Go on with version 3' }).click();
  await both(page).getByRole('heading', { name: 'Version 3 came first' }).waitFor();
  await both(page).getByText('You wrote on version 2.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 4/).waitFor();
  expect((await artifactOf(id)).content).toBe('Here: Mine: First.\n\nSecond.\n\nThird, by an agent.\n');
});

test('a copy of mine holds what was written beside theirs, and leaves theirs without a draft', async () => {
  const { page, id } = await conflict('Copied');
  await yours(page).press('Control+End');
  await page.keyboard.type('Also this.');
  await both(page).getByRole('button', { name: 'Keep mine as a copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copied (copy)' }).waitFor();
  const copy = await artifactOf(new URL(page.url()).pathname.split('/').at(-1)!);
  expect(copy.content).toBe('Mine: First.\n\nSecond.\n\nThird.\nAlso this.');
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText('Nothing is changed yet.').waitFor();
  expect(await text(page).innerText()).toMatch(/^Theirs\./);
});

test('words that are written while a new document is stored go on in it', async () => {
  const page = await open('/channels/board/new-document');
  await page.getByLabel('Title').fill('Begun');
  await text(page).press('Control+End');
  await page.keyboard.type('One.');
  const { promise: typed, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/artifacts', async (route) => {
    await typed;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await page.getByText('Saving …').waitFor();
  await page.keyboard.type(' Two.');
  resolve();
  await page.waitForURL(/\/artifacts\/art_\w+\/edit$/);
  await keptWords(page);
  expect(await text(page).innerText()).toContain('One. Two.');
  await page.goto(`${gateway.url}/channels/board/new-document`);
  await page.getByText('Nothing written yet').waitFor();
});

test('a browser that keeps nothing says so, asks before the page is left, and keeps the words once it can', async () => {
  const id = await write('Refused', three);
  const page = await open('/inbox');
  await page.addInitScript(`{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...values) {
      if (!globalThis.canKeep) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, values);
    };
  }`);
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.type('Mine: ');
  await page.getByText('This browser keeps no draft. Save before you leave.').waitFor();
  const asked = page.waitForEvent('dialog');
  const leaving = page.goto(`${gateway.url}/inbox`).catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await page.evaluate('globalThis.canKeep = true');
  await keptWords(page);
  await page.reload();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Mine: First.');
});

test('without locks, a draft that another tab discards stays where it is shown', async () => {
  const id = await write('Tabs', three);
  const one = await open(`/artifacts/${id}/edit`);
  await text(one).press('Control+Home');
  await one.keyboard.type('Mine: ');
  await keptWords(one);
  await one.reload();
  await one.getByText(/^Draft from/).waitFor();
  const two = await one.context().newPage();
  await two.addInitScript('delete Navigator.prototype.locks');
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await two.getByText(/^Draft from/).waitFor();
  await two.getByRole('button', { name: 'Discard' }).click();
  await two.getByText('Nothing is changed yet.').waitFor();
  await two.close();
  expect(await text(one).innerText()).toContain('Mine: First.');
  await one.waitForTimeout(500);
  await one.reload();
  await one.getByText(/^Draft from/).waitFor();
  expect(await text(one).innerText()).toContain('Mine: First.');
});

test('each of two tabs shows its own words again after a reload', async () => {
  const id = await write('Two tabs', three);
  const one = await open(`/artifacts/${id}/edit`);
  const two = await one.context().newPage();
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await two.getByText('Nothing is changed yet.').waitFor();
  for (const [page, words] of [
    [one, 'One: '],
    [two, 'Two: '],
  ] as const) {
    await text(page).press('Control+Home');
    await page.keyboard.type(words);
    await keptWords(page);
  }
  for (const [page, words] of [
    [one, 'One: '],
    [two, 'Two: '],
    [one, 'One: '],
  ] as const) {
    await page.reload();
    await page.getByText(/^Draft from/).waitFor();
    expect(await text(page).innerText()).toMatch(new RegExp(`^${words}First\\.`));
  }
});

test('a draft of a document that was just made is there for who leaves it and comes back', async () => {
  const page = await open('/channels/board/new-document');
  await page.getByLabel('Title').fill('Just made');
  await text(page).press('Control+End');
  await page.keyboard.type('One.');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/artifacts\/art_\w+\/edit$/);
  await page.getByText(/^Saved as version 1/).waitFor();
  await page.keyboard.type(' Two.');
  await keptWords(page);
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.goBack();
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('One. Two.');
});

test('letters that are typed while a new document gets its address all stay', async () => {
  const page = await open('/channels/board/new-document');
  await page.getByLabel('Title').fill('Typed through');
  await text(page).press('Control+End');
  await page.keyboard.type('One.');
  await page.keyboard.press('Control+s');
  const letters = 'abcdefghij'.repeat(40);
  await page.keyboard.type(letters);
  await page.waitForURL(/\/artifacts\/art_\w+\/edit$/);
  await keptWords(page);
  expect(await text(page).innerText()).toContain(`One.${letters}`);
});

test('a save that another page has queued comes into a text that does not have it', async () => {
  const id = await write('Queued', three);
  const one = await open(`/artifacts/${id}/edit`);
  const context = one.context();
  const two = await context.newPage();
  await two.goto(`${gateway.url}/artifacts/${id}/edit`);
  await text(two).press('Control+End');
  const saves = `**/api/workspace/artifacts/${id}`;
  await context.route(saves, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await text(one).press('Control+Home');
  await one.keyboard.type('Mine: ');
  await one.keyboard.press('Control+s');
  await one.getByText('Queued: it is saved').waitFor();
  await one.close();
  await two.keyboard.type('Two.');
  await keptWords(two);
  await two.reload();
  await text(two).getByText('Two.').waitFor();
  await context.unroute(saves);
  await text(two).getByText('Mine: First.').waitFor();
  await two.keyboard.press('Control+s');
  await two.getByText(/^Saved as version 3/).waitFor();
  expect((await artifactOf(id)).content).toBe('Mine: First.\n\nSecond.\n\nThird.\nTwo.');
});

test('a copy of mine that is stored late leaves what went on in the meantime', async () => {
  const { page, id } = await conflict('Late copy');
  await yours(page).press('Control+End');
  await page.keyboard.type('Also this.');
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/artifacts', async (route) => {
    await gone;
    await route.continue();
  });
  await change(id, 'Theirs.', 'Theirs again.');
  await page.getByRole('status').getByText('saved version 3 meanwhile').waitFor();
  await both(page).getByRole('button', { name: 'Keep mine as a copy' }).click();
  await both(page).getByRole('button', { name: 'Go on with version 3' }).click();
  await both(page).getByRole('heading', { name: 'Version 3 came first' }).waitFor();
  await yours(page).press('Control+End');
  await page.keyboard.type(' Since then.');
  resolve();
  await page.getByRole('heading', { level: 1, name: 'Late copy (copy)' }).waitFor();
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText(/^Draft from/).waitFor();
  expect(await text(page).innerText()).toContain('Also this. Since then.');
});
