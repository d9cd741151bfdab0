import { beforeAll, expect, test } from 'vitest';
import { appPage, expectAccessible, signIn } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'ned', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

beforeAll(async () => {
  const document = { kind: 'markdown', channelId: 'board' };
  await gateway.as('mia').done('POST /artifacts', {
    ...document,
    title: 'Decision of May',
    content: 'We **decided** that the price of the Team plan rises in June.',
    idempotencyKey: 'decision',
  });
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'The price was discussed.', clientApp: 'codex' });
});

test('a decision is found by its words, filtered by kind, and opened', async () => {
  const page = await open('mia', '/inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Words to search for' });
  await expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type('deciding prices');
  const results = page.getByRole('list', { name: 'Results' });
  await results.getByRole('link', { name: 'Decision of May' }).waitFor();
  await expect.poll(() => results.locator('mark').allInnerTexts()).toEqual(['decided', 'price', 'price']);
  await results.getByText('via codex').waitFor();
  await page.getByRole('button', { name: 'Documents and sheets' }).click();
  await page.getByText('That is all.').waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('q'), searchParams.get('types')]).toEqual(['deciding prices', 'artifact']);
  await expectAccessible(page);
  await results.getByRole('link', { name: 'Decision of May' }).click();
  await page.getByRole('heading', { level: 1, name: 'Decision of May' }).waitFor();
});

test('a link to a search shows it, and an empty one teaches how to write it', async () => {
  const page = await open('mia', '/search?q=wombat');
  await page.getByText('Nothing that you may read holds any of these words.').waitFor();
  await page.getByText('In quotation marks, words count as they stand').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('wombat');
});

test('somebody else finds nothing of it', async () => {
  const page = await open('ned', '/search?q=decided');
  await page.getByText('Nothing that you may read holds any of these words.').waitFor();
});

test('the palette says in which channel something is, and activity shows the lock of a private one', async () => {
  const page = await open('mia', '/activity');
  await page.getByRole('img', { name: 'private' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Where to go').fill('discussed');
  const found = page.getByRole('option').filter({ hasText: 'The price was discussed' });
  await found.getByText('Board · mia@workspace.test').waitFor();
});

test('the empty palette has what is unread, then the pages that were seen lately', async () => {
  const mention = { body: 'Ned, the price of @mia', mentionedUserIds: [gateway.idOf('mia')] };
  await gateway.as('will').done('POST /channels/board/posts', mention);
  const page = await open('mia', '/search?q=decided');
  await page.getByRole('link', { name: 'Decision of May' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Decision of May' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
  await page.keyboard.press('Control+k');
  const unread = page.getByRole('option', { name: /Ned, the price of @mia unread · will@workspace.test/ });
  await unread.waitFor();
  const options = await page.getByRole('option').allInnerTexts();
  const [first, second] = [/unread/, /Decision of May/].map((words) => options.findIndex((one) => words.test(one)));
  expect(first).toBeLessThan(second!);
  expect(second).toBeLessThan(options.findIndex((one) => one.startsWith('Trash')));
  await page.getByRole('option', { name: 'Decision of May seen lately' }).click();
  await page.getByRole('heading', { level: 1, name: 'Decision of May' }).waitFor();
});

test('the palette names a post that was seen lately by its words', async () => {
  const page = await open('mia', '/channels/board');
  const post = page.getByRole('article').filter({ hasText: 'The price was discussed.' });
  await post.getByRole('link', { name: /repl/i }).click();
  await page.getByRole('heading', { name: 'Replies' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'The price was discussed. seen lately' }).waitFor();
});

test('the palette drops a page whose rights ended elsewhere, although it was not opened again', async () => {
  const page = await open('will', '/search?q=decided');
  await page.getByRole('link', { name: 'Decision of May' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Decision of May' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
  const seen = page.getByRole('option', { name: 'Decision of May seen lately' });
  await page.keyboard.press('Control+k');
  await seen.waitFor();
  await page.keyboard.press('Escape');
  const membership = `/channels/board/members/${gateway.idOf('will')}`;
  await gateway.as('mia').done(`DELETE ${membership}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Inbox' }).waitFor();
  await seen.waitFor({ state: 'detached' });
  await gateway.as('mia').done(`PUT ${membership}`, { role: 'writer' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Inbox' }).waitFor();
  expect(await seen.count()).toBe(0);
});

test('the palette lists no page that another person saw in this tab, and none that is not shared', async () => {
  const page = await open('mia', '/search?q=decided');
  await page.getByRole('link', { name: 'Decision of May' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Decision of May' }).waitFor();
  await signIn(page, gateway, { user: 'ned@workspace.test', path: '/artifacts/art_unknown' });
  await page.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Inbox' }).waitFor();
  expect(await page.getByRole('option', { name: /seen lately/ }).count()).toBe(0);
});

test('an image is found with a small look at it', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'harbour.png');
  const { file } = await gateway.as('mia').done('POST /files', form);
  const page = await open('mia', '/search?types=file');
  const image = page.getByRole('list', { name: 'Changed last' }).getByRole('listitem').locator('img');
  await image.waitFor();
  expect(await image.getAttribute('src')).toContain(file.id);
  await expectAccessible(page);
});

test('channels of one name are told apart by what people know of them', async () => {
  const { done } = gateway.as('ned');
  await done('POST /channels', { name: 'Twins', slug: 'twins-of-all' });
  await done('POST /channels', { name: 'twins', slug: 'twins-of-few', visibility: 'private' });
  const page = await open('ned', '/search');
  const names = () => page.getByRole('combobox', { name: 'Channel' }).getByRole('option').allInnerTexts();
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await sidebar.getByRole('link', { name: 'Twins (for everybody)' }).waitFor();
  expect(await names()).toEqual(expect.arrayContaining(['Twins (for everybody)', 'twins (private)', 'News']));
  await gateway.as('will').done('POST /channels', { name: 'Twins', slug: 'twins-of-will' });
  await done('DELETE /channels/twins-of-few');
  await page.reload();
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['Twins (by ned@workspace.test)', 'Twins (by will@workspace.test)']));
});
