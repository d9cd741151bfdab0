import { beforeAll, expect, test, vi } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { savedView } from '../support/data-sets.ts';
import { importCsv } from '../support/imports.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway } from '../support/people.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

const open = (name: 'mia' | 'will' | 'rita' | 'ned', path: string) =>
  appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });

beforeAll(async () => {
  await gateway.as('mia').done('POST /channels/board/posts', { body: 'We **sign** on Friday.' });
});

test('a post with a mention arrives in the inbox of whom it names', async () => {
  const page = await open('will', '/channels/board');
  await page.getByRole('textbox', { name: 'Post to Board' }).or(page.getByLabel('Post to Board')).fill('');
  await page.getByLabel('Post to Board').pressSequentially('Please look, @mia');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('article').getByText('Please look').waitFor();
  const { items } = await gateway.as('mia').done('GET /inbox');
  expect(items).toMatchObject([{ kind: 'mention', actor: { name: 'will@workspace.test' } }]);
  await expectAccessible(page);
});

test('a name that is typed and not picked mentions too, and leads to the person', async () => {
  const page = await open('will', '/channels/board');
  await page.getByLabel('Post to Board').fill('And you, @rita?');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article').filter({ hasText: 'And you' });
  await post.getByRole('link', { name: '@rita' }).waitFor();
  const { items } = await gateway.as('rita').done('GET /inbox');
  expect(items[0]).toMatchObject({ kind: 'mention', text: 'And you, @rita?' });
});

test('the Data page of a channel tells of a new Data Set and its Views, which the feed leaves out', async () => {
  const mia = gateway.as('mia');
  const { channel } = await mia.done('POST /channels', { name: 'Depot' });
  const page = await open('will', `/channels/${channel.slug}/data`);
  await page.getByText('This channel has no Data Set yet.').waitFor();
  const news = page.getByRole('region', { name: 'Latest changes' });
  expect(await news.count()).toBe(0);
  const { dataSet } = await importCsv(mia, channel.id, 'Name\nAda\n', { name: 'Crew' });
  const { objectTypeId } = dataSet;
  await savedView(mia, channel.id, { name: 'By name', objectTypeId, renderer: 'table', columns: ['name'] });
  await news.getByRole('link', { name: 'By name' }).waitFor();
  await news.getByText('mia@workspace.test').first().waitFor();
  await expectAccessible(page);
  await news.getByRole('link', { name: 'Crew' }).click();
  await page.getByRole('heading', { name: 'Crew' }).waitFor();
});

test('a reply and a reaction are seen by the other person without a reload', async () => {
  const mia = await open('mia', '/channels/board');
  const will = await open('will', '/channels/board');
  const post = (page: typeof mia) => page.getByRole('article').filter({ hasText: 'sign on Friday' });
  await post(will).getByRole('button', { name: 'React' }).click();
  await will.getByRole('menuitem', { name: 'Celebrate' }).click();
  await post(will).getByRole('link', { name: 'Reply' }).click();
  await will.getByLabel('Write a reply').fill('I have the pen.');
  await will.getByRole('button', { name: 'Reply' }).click();
  await will.getByRole('article').getByText('I have the pen.').waitFor();
  await post(mia).getByRole('button', { name: 'Celebrate: 1' }).waitFor();
  await post(mia).getByRole('link', { name: '1 reply' }).waitFor();
});

test('a deleted post can be brought back for a moment', async () => {
  const page = await open('mia', '/channels/board');
  await page.getByLabel('Post to Board').fill('A slip of the pen');
  await page.keyboard.press('Control+Enter');
  const post = page.getByRole('article').filter({ hasText: 'A slip of the pen' });
  await post.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await post.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await post.waitFor();
});

test('a deletion is sent although its page was closed, and not while it could be undone', async () => {
  const { post } = await gateway.as('mia').done('POST /channels/board/posts', { body: 'To be gone soon' });
  const page = await open('mia', '/channels/board');
  const shown = page.getByRole('article').filter({ hasText: 'To be gone soon' });
  await shown.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await shown.waitFor({ state: 'detached' });
  const statusOf = async () => (await gateway.as('mia').call(`GET /channels/board/posts/${post.id}`)).status;
  expect(await statusOf()).toBe(200);
  await page.reload();
  await page.getByLabel('Post to Board').waitFor();
  expect(await shown.count()).toBe(0);
  await vi.waitFor(async () => expect(await statusOf()).toBe(404), { timeout: 60_000, interval: 500 });
});

test('a reply and a reaction of another person appear on the open page of a post', async () => {
  const { post } = await gateway.as('mia').done('POST /channels/board/posts', { body: 'Who has the pen?' });
  const page = await open('mia', `/channels/board/posts/${post.id}`);
  await page.getByRole('article').getByText('Who has the pen?').waitFor();
  const { reply } = await gateway.as('will').done(`POST /channels/board/posts/${post.id}/replies`, { body: 'I do.' });
  const shown = page.getByRole('article').filter({ hasText: 'I do.' });
  await shown.waitFor();
  const reaction = { reaction: 'check', active: true, commentId: reply.id };
  await gateway.as('will').done(`POST /channels/board/feed/threads/post/${post.id}/reactions`, reaction);
  await shown.getByRole('button', { name: 'Handled: 1' }).waitFor();
});

test('a reader is offered no place to post', async () => {
  const page = await open('rita', '/channels/board');
  await page.getByRole('article').first().waitFor();
  expect(await page.getByLabel('Post to Board').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'React' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^(?:Reply|Comment)$/ }).count()).toBe(0);
});

test('a reader asks about a channel, and is told at once that nothing can be added', async () => {
  const page = await open('rita', '/channels/board');
  await page.getByRole('link', { name: 'Start session' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start session about Board' }).waitFor();
  await page.getByLabel('Ask something about Board').fill('What do we sign on Friday?');
  await page.keyboard.press('Enter');
  await page.getByLabel('Ask in this conversation').waitFor();
  for (const form of ['new-document', 'new-sheet', 'upload', 'add']) {
    await page.goto(`${gateway.url}/channels/board/${form}`);
    await page.getByText('You can read this channel, but not add to it.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  }
  await expectAccessible(page);
});

test('a channel that is not shared looks like one that does not exist', async () => {
  const [hidden, unknown] = await Promise.all([open('ned', '/channels/board'), open('ned', '/channels/nothing')]);
  const said = async (page: typeof hidden) => {
    await page.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
    return page.locator('main').innerText();
  };
  const both = async () => [...new Set(await Promise.all([said(hidden), said(unknown)]))];
  await expect.poll(both, patience).toEqual([expect.stringContaining('Nothing is here')]);
});

test('settings save what was changed here, and keep what another manager changed meanwhile', async () => {
  const mia = gateway.as('mia');
  await mia.done('POST /channels', { name: 'Shared settings', description: 'Before' });
  const page = await open('mia', '/channels/shared-settings/settings');
  await page.getByLabel('Name').fill('Settings for two');
  await mia.done('PATCH /channels/shared-settings', { description: 'By another' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The channel is changed.').waitFor();
  const { channels } = await mia.done('GET /channels');
  expect(channels.find(({ name }) => name === 'Settings for two')).toMatchObject({ description: 'By another' });
});

test('j chooses a post, Escape leaves it, Enter opens it, and r begins a reply', async () => {
  const mia = gateway.as('mia');
  const { channel } = await mia.done('POST /channels', { name: 'Keys' });
  for (const body of ['The first.', 'The second.']) await mia.done(`POST /channels/${channel.slug}/posts`, { body });
  const page = await open('mia', `/channels/${channel.slug}`);
  const feed = page.getByRole('article');
  await feed.getByText('The first.').waitFor();
  const chosen = page.locator('article:focus');
  await page.keyboard.press('j');
  await chosen.getByText('The second.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => chosen.count()).toBe(0);
  await page.keyboard.press('k');
  await chosen.getByText('The first.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Replies' }).waitFor();
  await page.goBack();
  await feed.getByText('The second.').waitFor();
  await page.keyboard.press('j');
  await chosen.getByText('The second.').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Replies' }).waitFor();
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Write a reply');
  await page.keyboard.type('Agreed.');
  await page.keyboard.press('Control+Enter');
  await feed.getByText('Agreed.').waitFor();
  await page.getByRole('link', { name: 'Back to the feed' }).focus();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('Reply to the chosen item').waitFor();
});

test('on a phone the parts of a channel are on one line, the chosen one in sight', async () => {
  const page = await appPage(shared.browser, gateway, {
    user: 'mia@workspace.test',
    path: '/channels/board/settings',
    viewport: { width: 375, height: 700 },
  });
  const last = page.locator('nav a[aria-current="page"]').filter({ hasText: 'Settings' });
  const boxOf = async (name: string) => (await page.getByRole('link', { name, exact: true }).last().boundingBox())!;
  await last.waitFor();
  expect((await boxOf('Settings')).y).toBe((await boxOf('Feed')).y);
  await expect
    .poll(async () => {
      const { x, width } = (await last.boundingBox())!;
      return x >= 0 && x + width <= 375;
    })
    .toBe(true);
  await expectAccessible(page);
});

test('each card of a version leads to the comments', async () => {
  const mia = gateway.as('mia');
  const { channel } = await mia.done('POST /channels', { name: 'Versions' });
  const document = { kind: 'markdown', title: 'Rules', channelId: channel.id, content: 'One', idempotencyKey: 'rules' };
  const { artifact } = await mia.done('POST /artifacts', document);
  await mia.done(`POST /channels/${channel.slug}/posts`, { body: 'Between.' });
  const change = { expectedVersionId: artifact.versionId, content: 'Two', idempotencyKey: 'rules-2' };
  await mia.done(`PATCH /artifacts/${artifact.id}`, change);
  const page = await open('mia', `/channels/${channel.slug}`);
  const cards = page.getByRole('article').filter({ hasText: 'Rules' });
  await expect.poll(() => cards.getByRole('link', { name: 'Comment' }).count()).toBe(2);
});

test('an empty channel points to Add, and tells a reader what to expect', async () => {
  const { channel } = await gateway.as('mia').done('POST /channels', { name: 'Fresh', openWriting: false });
  const page = await open('mia', `/channels/${channel.slug}`);
  await page.getByText('Nothing is here yet.').waitFor();
  await page.getByText('press Add at the top').waitFor();
  const reader = await open('rita', `/channels/${channel.slug}`);
  await reader.getByText('Nothing is here yet.').waitFor();
  expect(await reader.getByText('press Add at the top').count()).toBe(0);
});

test('a name that another channel has is told before the second one is made', async () => {
  const page = await open('mia', '/channels/news');
  await page.getByRole('button', { name: 'Make a channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('news');
  await dialog.getByText('“News” is there already.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('news of today');
  await expect.poll(() => dialog.getByText('is there already').count()).toBe(0);
});
