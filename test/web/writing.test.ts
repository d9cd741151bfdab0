import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

async function write(title: string, content: string) {
  const input = { kind: 'markdown', title, content, channelId: 'board', idempotencyKey: randomUUID() };
  return (await gateway.as('mia').done('POST /artifacts', input)).artifact;
}

const artifactOf = async (id: string) => (await gateway.as('mia').done(`GET /artifacts/${id}`)).artifact;

/** The last keys are kept a moment after they are pressed. */
const restMs = 1_000;

/** The text of the editor, which is in a shadow root. */
const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

/** Writes at the end, as a person would. */
async function append(page: Page, words: string): Promise<void> {
  await text(page).press('Control+End');
  await page.keyboard.type(words);
}

test('a person edits a document by keys alone and saves one version', async () => {
  const { id } = await write('Plan', '# Plan\n\nWe open in May.\n');
  const page = await open('will', `/channels/board/artifacts/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  await page.keyboard.press('e');
  await text(page).waitFor();
  await page.getByText('You read version 1. Nothing is changed yet.').waitFor();
  await expectAccessible(page);
  await append(page, 'And e, j and k are letters here.');
  await page.getByText('Not saved yet. The draft is kept in this browser.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2 at/).waitFor();
  await expectAccessible(page);
  const stored = await artifactOf(id);
  expect(stored.content).toBe('# Plan\n\nWe open in May.\nAnd e, j and k are letters here.');
  expect(stored).toMatchObject({ versionNumber: 2, title: 'Plan', via: { interface: 'app' } });
  await page.getByLabel('Title').fill('The plan');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved as version 3 at/).waitFor();
  expect(await artifactOf(id)).toMatchObject({ title: 'The plan', content: stored.content });
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await page.getByRole('article').getByText('And e, j and k are letters here.').waitFor();
});

test.each([
  ['keys', (page: Page) => Promise.all([page.keyboard.press('Control+s'), page.keyboard.press('Control+s')])],
  ['clicks', (page: Page) => page.getByRole('button', { name: 'Save' }).dblclick()],
])('a new document that is saved twice at once by %s is stored once', async (by, saveTwice) => {
  const page = await open('mia', '/channels/board/new-document');
  await page.getByLabel('Title').fill(`Once by ${by}`);
  await append(page, 'Written once.');
  await saveTwice(page);
  await page.getByText(/^Saved as version 1 at/).waitFor();
  const { artifacts } = await gateway.as('mia').done('GET /artifacts?channelId=board&limit=100');
  const stored = artifacts.filter(({ title }) => title === `Once by ${by}`);
  expect(stored.map(({ versionNumber }) => versionNumber)).toEqual([1]);
});

test('Tab goes on behind the text, and within a list only after Escape', async () => {
  const { id } = await write('Keys', '- one\n- two\n\nend\n');
  const page = await open('mia', `/artifacts/${id}/edit`);
  const isThere = () => text(page).evaluate((element) => element.matches(':focus'));
  await text(page).press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await isThere()).toBe(false);
  await text(page).press('Control+End');
  await page.keyboard.press('Tab');
  expect(await isThere()).toBe(false);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  expect((await artifactOf(id)).content).toBe('- one\n  - two\n\nend\n');
});

test('a draft is found again after a reload, discarded, and brought back', async () => {
  const { id } = await write('Draft', 'Here.\n');
  const page = await open('mia', `/artifacts/${id}/edit`);
  await append(page, 'More.');
  await page.getByText('The draft is kept in this browser').waitFor();
  await page.waitForTimeout(restMs);
  await page.reload();
  await page.getByText(/^Draft from .+ kept in this browser\.$/).waitFor();
  expect(await text(page).innerText()).toContain('More.');
  expect((await artifactOf(id)).versionNumber).toBe(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('You read version 1.').waitFor();
  expect(await text(page).innerText()).not.toContain('More.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not saved yet').waitFor();
  expect(await text(page).innerText()).toContain('More.');
});

test('a new document is written in a channel, and goes on at its own address', async () => {
  const page = await open('will', '/channels/board/library');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Document' }).click();
  await page.getByLabel('Title').waitFor();
  await expectAccessible(page);
  await append(page, 'First words.');
  await page.keyboard.press('Control+s');
  await page.getByText('Give it a title.').waitFor();
  await page.getByLabel('Title').fill('Fresh');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/artifacts\/art_\w+\/edit$/);
  await page.getByText(/^Saved as version 1 at/).waitFor();
  await expect.poll(() => text(page).evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.type(' Second words.');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  const stored = await artifactOf(new URL(page.url()).pathname.split('/')[2]!);
  expect(stored).toMatchObject({ title: 'Fresh', content: 'First words. Second words.', versionNumber: 2 });
});

test('a save that arrives at once never says that it waits', async () => {
  const { id } = await write('At once', 'First.\n');
  const page = await open('will', `/artifacts/${id}/edit`);
  await append(page, 'More.');
  await page.getByText('Not saved yet').waitFor();
  await page.evaluate(`{
    globalThis.said = [];
    const note = () => said.push(document.querySelector('header [role=status]').textContent);
    new MutationObserver(note).observe(document.querySelector('header [role=status]'), { characterData: true, childList: true, subtree: true });
  }`);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  const said = await page.evaluate<string[]>('said');
  expect(said).toContain('Saving …');
  expect(said.filter((words) => words.startsWith('Queued'))).toEqual([]);
});

test('a save without a title leads to the title, from far below too', async () => {
  const page = await open('will', '/channels/board/new-document');
  await page.getByText('It will be in Board.').waitFor();
  await append(page, '');
  await page.keyboard.insertText('A line.\n'.repeat(100));
  await page.getByRole('button', { name: 'Save' }).click();
  const title = page.getByLabel('Title');
  await expect.poll(() => title.evaluate((element) => element.matches(':focus'))).toBe(true);
  const { y } = (await title.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  await page.getByText('Give it a title.').waitFor();
});

test('an outline beside the text follows what is written, and leads to its headings', async () => {
  const { id } = await write('Long', `# One\n\n${'Words.\n\n'.repeat(200)}## Two\n\n# Three\n`);
  const page = await open('will', `/artifacts/${id}/edit`);
  const outline = page.getByRole('navigation', { name: 'Headings' });
  await append(page, '\n## Fourth, written now\n');
  await outline.getByRole('button', { name: 'Fourth, written now' }).waitFor();
  await outline.getByRole('button', { name: 'One' }).click();
  await page.keyboard.type('At the top: ');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  expect((await artifactOf(id)).content).toMatch(/^At the top: # One/);
});

/** An image of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('people, channels and documents are linked by typing, an image by pasting it', async () => {
  const target = await write('The budget', 'Money.\n');
  const { id } = await write('Links', 'Start.\n');
  const page = await open('will', `/artifacts/${id}/edit`);
  const pick = async (words: string, name: string) => {
    await append(page, words);
    await page.getByRole('option', { name }).first().click();
  };
  await pick('Ask @mia', 'mia@workspace.test');
  await pick(' in #boa', 'Board');
  await pick(' about [[The bud', 'The budget');
  await append(page, '\n');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${pixel}'), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
    const { activeElement } = document.activeElement.shadowRoot;
    activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  await page.getByText('“dot.png” is stored, and the text links to it.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  const { content } = await artifactOf(id);
  expect(content).toContain(`[@mia@workspace.test](/people/${gateway.idOf('mia')})`);
  expect(content).toMatch(/\[#Board\]\(\/channels\/board\) about \[The budget\]/);
  expect(content).toContain(`/artifacts/${target.id})`);
  const [, fileId] = /!\[dot\.png\]\(\/files\/(file_\w+)\)/.exec(content)!;
  expect((await gateway.as('mia').done(`GET /files/${fileId}`)).file).toMatchObject({ contentType: 'image/png' });
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  const picture = page.getByRole('article').getByRole('img', { name: 'dot.png' });
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
});

test('a picture that is not stored here, or that the reader may not read, stands as a link', async () => {
  const texts = ['![far](https://elsewhere.example/far.png)', '![gone](/files/file_01m8q6xv6dfzrrs3wtxzcpq0ra)'];
  const { id } = await write('Pictures', `${texts.join('\n\n')}\n`);
  const page = await open('will', `/artifacts/${id}`);
  for (const name of ['image far', 'image gone']) await page.getByRole('link', { name }).waitFor();
});

test('who types a sign before suggestions have come gets them then', async () => {
  const { id } = await write('Early', 'Start.\n');
  const page = await open('will', '/');
  const typed = Promise.withResolvers<void>();
  await page.route(/\/suggestions-[^/]*\.js$/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto(new URL(`/artifacts/${id}/edit`, page.url()).href);
  await append(page, 'Ask @mia');
  typed.resolve();
  await page.getByRole('option', { name: 'mia@workspace.test' }).waitFor();
});

test('words are found and replaced by keys alone', async () => {
  const { id } = await write('Found', 'May, then may.\nIn May.\n');
  const page = await open('will', `/artifacts/${id}/edit`);
  await text(page).press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('May');
  await page.getByRole('textbox', { name: 'Replace' }).fill('June');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'replace all' }).click();
  await page.getByRole('textbox', { name: 'Find' }).press('Escape');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  expect((await artifactOf(id)).content).toBe('June, then June.\nIn June.\n');
});

test('the feed tells versions of the browser apart from versions of a program', async () => {
  const { id } = await write('Told apart', 'One.\n');
  const page = await open('mia', `/artifacts/${id}/edit`);
  await append(page, 'Two.\n');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  const { versionId: expectedVersionId } = await artifactOf(id);
  const input = { expectedVersionId, content: 'Three.\n', idempotencyKey: randomUUID() };
  await gateway.as('mia').done(`PATCH /artifacts/${id}`, input);
  await page.goto(`${gateway.url}/channels/board`);
  const cards = page.getByRole('article').filter({ hasText: 'Told apart' });
  await cards.first().waitFor();
  expect(await cards.count()).toBe(1);
  expect((await cards.locator('header').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /^mia\S* via API and mia\S* changed a document in 3 versions /,
  );
});

test('who may not change a document is offered no edit, and an address does not help', async () => {
  const { id } = await write('Fixed', 'Stone.\n');
  const page = await open('rita', `/channels/board/artifacts/${id}`);
  await page.getByRole('article').getByText('Stone.').waitFor();
  expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.goto(`${gateway.url}/artifacts/${id}/edit`);
  await page.getByText('You may read this document, but not change it.').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('a list mark that is typed behind the one of Enter stands once, and another kind takes its place', async () => {
  const { id } = await write('List', '');
  const page = await open('will', `/artifacts/${id}/edit`);
  await append(page, '- One\n- Two\n* Three\n\n- - nested');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved as version 2/).waitFor();
  expect((await artifactOf(id)).content).toBe('- One\n- Two\n* Three\n\n- - nested');
});
