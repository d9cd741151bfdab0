import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { jumpsOn, watchJumps } from '../support/walking.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();

/** A page at rest, which then counts what jumps without an input just before. */
async function open(path: string): Promise<Page> {
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path: '/connect' });
  await watchJumps(page);
  await page.goto(gateway.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Holds the requests to an address until the returned function is called. */
async function holding(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return async () => {
    resolve();
    await page.unroute(address);
  };
}

/** A change within half a second of an input is its answer. Anything later is a jump. */
const muchLater = (page: Page) => page.waitForTimeout(700);

const say = (body: string) => gateway.as('mia').done('POST /channels/board/posts', { body });

test('a menu and a dialog whose code comes late move nothing', async () => {
  const page = await open('/channels/board');
  await say('A post to react to');
  await page.getByRole('button', { name: 'React' }).first().waitFor();
  await page.reload();
  await page.waitForLoadState('networkidle');
  const release = await holding(page, /\/assets\//);
  await page.getByRole('button', { name: 'React' }).first().press('Enter');
  await muchLater(page);
  await release();
  await page.getByRole('menuitem', { name: 'Agree' }).waitFor();
  await page.keyboard.press('Escape');
  const releaseDialog = await holding(page, /\/assets\//);
  await page.getByRole('button', { name: 'Make a channel' }).press('Enter');
  await muchLater(page);
  await releaseDialog();
  await page.getByRole('dialog', { name: 'Make a channel' }).waitFor();
  expect(await jumpsOn(page)).toEqual([]);
});

test('a post that arrives moves only what is read at the top, once and by its own height', async () => {
  for (let round = 0; round < 12; round += 1) await say(`Post ${round}`);
  const page = await open('/channels/board');
  const top = (text: string) =>
    page
      .getByRole('article')
      .filter({ hasText: text })
      .evaluate((post) => post.getBoundingClientRect().top);
  const before = await top('Post 11');
  await say('At the top');
  await page.getByText('At the top').waitFor();
  await muchLater(page);
  const [arrival, ...later] = (await jumpsOn(page)) as unknown[];
  expect([arrival !== undefined, later]).toEqual([true, []]);
  expect([await top('At the top'), (await top('Post 11')) > before]).toEqual([before, true]);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 300);
  await muchLater(page);
  const read = await top('Post 5');
  await say('Further up');
  await page.getByText('Further up').waitFor();
  await muchLater(page);
  expect([await top('Post 5'), await jumpsOn(page)]).toEqual([read, [arrival]]);
});

test('a post and a reply that are sent late move nothing, and neither does an outage', async () => {
  const page = await open('/channels/board');
  const release = await holding(page, '**/api/workspace/channels/*/posts');
  await page.getByLabel('Post to Board').click();
  await page.keyboard.type('My own');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending …').waitFor();
  await muchLater(page);
  await release();
  const own = page.getByRole('article').filter({ hasText: 'My own' });
  await own.waitFor();
  expect(await jumpsOn(page)).toEqual([]);
  await own.getByRole('link', { name: 'Reply' }).click();
  const releaseReply = await holding(page, '**/comments');
  await page.getByLabel('Write a reply').click();
  await page.keyboard.type('And a reply');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending …').waitFor();
  await muchLater(page);
  await releaseReply();
  await page.getByRole('article').filter({ hasText: 'And a reply' }).waitFor();
  await muchLater(page);
  expect(await jumpsOn(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText('cannot be reached').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('cannot be reached').first().waitFor({ state: 'detached' });
  expect(await jumpsOn(page)).toEqual([]);
});

test('an image that loads late moves nothing', async () => {
  const form = new FormData();
  form.set('channelId', 'board');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"></svg>';
  form.set('file', new Blob([drawing], { type: 'image/svg+xml' }), 'plan.svg');
  const { id } = (await gateway.as('mia').done('POST /files', form)).file;
  const page = await open('/channels/board');
  const release = await holding(page, '**/content');
  await page.goto(`${gateway.url}/files/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await muchLater(page);
  await release();
  await page.getByText('900 × 600 pixels').waitFor();
  expect(await jumpsOn(page)).toEqual([]);
});
