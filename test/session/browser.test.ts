import { expect, onTestFinished, test } from 'vitest';
import type { Page } from 'playwright-core';
import { givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { codeOf } from '../support/app-sessions.ts';
import { startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const shared = sharedBrowser();

async function newPage(): Promise<Page> {
  const context = await shared.browser.newContext();
  onTestFinished(() => context.close());
  return context.newPage();
}

/** The status of a read that the page makes as the app does. */
const read = (page: Page) =>
  page.evaluate(`fetch('/api/workspace/me', {
    headers: { 'workspace-interface': 'app', 'workspace-session': localStorage.getItem('workspace-session') ?? '' },
  }).then(({ status }) => status)`);

/** Opens a link to sign in; waits until it has led somewhere and the page is signed in. */
async function openLink(page: Page, fragment: string, to: string): Promise<void> {
  await page.goto(`${gateway.url}/session/open#${fragment}&to=${encodeURIComponent(to)}`);
  await page.waitForURL(gateway.url + to);
  await expect.poll(() => read(page).catch(() => undefined)).toBe(200);
}

const newCode = async () => `code=${await codeOf(gateway.dataFolder)}`;

test('a link signs a browser in, which keeps nothing of it in the address and shows scripts no cookie', async () => {
  const page = await newPage();
  await openLink(page, await newCode(), '/channels/general');
  expect([await page.evaluate('document.cookie'), await page.evaluate('history.length')]).toEqual(['', 2]);
  await page.reload();
  expect(await read(page)).toBe(200);
});

test('images and downloads of the page need no script', async () => {
  const page = await newPage();
  await openLink(page, await newCode(), '/');
  const form = new FormData();
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.set('file', new Blob([dot], { type: 'image/png' }), 'dot.png');
  const { file } = await gateway.admin.done('POST /files', form);
  const width = await page.evaluate(`new Promise((shown, failed) => {
    const image = new Image();
    image.onload = () => shown(image.naturalWidth);
    image.onerror = () => failed(new Error('not shown'));
    image.src = '/api/workspace/files/${file.id}/content';
  })`);
  expect(width).toBe(1);
});

test('a script of the page gets no code, neither by a request nor from a window that it opens', async () => {
  const page = await newPage();
  await openLink(page, await newCode(), '/');
  for (const path of ['/session/start', '/session/callback?code=x&state=y', '/oauth/authorize?client_id=workspace-app'])
    expect(await page.evaluate(`fetch('${path}').then(({ status }) => status)`)).toBe(403);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(`void (window.opened = open('/session/callback?code=x&state=y'))`),
  ]);
  await opened.getByText('You are not signed in').first().waitFor();
  expect(await page.evaluate('window.opened.closed')).toBe(true);
});

test('once another person signs in, no open page goes on as them', async () => {
  const first = await newPage();
  await openLink(first, await newCode(), '/');
  await first.evaluate('void (window.isOld = true)');
  const second = await first.context().newPage();
  await openLink(second, await newCode(), '/inbox');
  await expect.poll(() => first.evaluate('window.isOld === true').catch(() => true)).toBe(false);
});

test('who could not be signed out is told so, and stays on the page', async () => {
  const page = await newPage();
  await openLink(page, await newCode(), '/');
  const signOut = async () => {
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await page.route('**/session', (route) => route.fulfill({ status: 503 }));
  await signOut();
  await page.getByText('The gateway answered 503, so you may still be signed in.').waitFor();
  expect(await read(page)).toBe(200);
  await page.unroute('**/session');
  await signOut();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a used link leads to the page that says how to sign in', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder);
  const page = await newPage();
  await page.goto(`${url}/session/open#code=used`);
  await page.waitForURL(`${url}/session/start?**`);
  expect(await page.textContent('main')).toMatch(/older than a minute[^]*workspace open/);
});

test('a link that is used again in the browser that it signed in leads on', async () => {
  const page = await newPage();
  const code = await newCode();
  await openLink(page, code, '/inbox');
  await page.goto('about:blank');
  await openLink(page, code, '/inbox');
});

test('a foreign half in a link does not take the place of a good one', async () => {
  const page = await newPage();
  await openLink(page, await newCode(), '/');
  await page.goto('about:blank');
  await openLink(page, `half=${'a'.repeat(43)}`, '/trash');
});

test('a link from elsewhere leads through the sign-in page, and another gateway on the same host is another', async () => {
  await givePasswords(gateway.dataFolder, mia);
  const page = await newPage();
  await page.goto(`${gateway.url.replace('127.0.0.1', 'localhost')}/session/start?to=/inbox`);
  await page.fill('#email', mia);
  await page.fill('#password', password);
  await page.click('button[value="sign-in"]');
  await page.waitForURL(`${gateway.url}/inbox`);
  await expect.poll(() => read(page)).toBe(200);
  const other = await startGateway(await temporaryFolder());
  await page.goto(`${other.url}/inbox`);
  expect(await read(page)).toBe(401);
  await page.goto(`${gateway.url}/inbox`);
  expect(await read(page)).toBe(200);
});
