import { globSync, readFileSync, statSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { complaintsOf, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();
const files = globSync('**/*.md', { cwd: 'docs' });
const addresses = files.map((file) => (file === 'README.md' ? '/help' : `/help/${file.slice(0, -3)}`));

const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value!);

/** A page in a browser of its own. A complaint of the browser fails the test. */
async function opened(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await shared.browser.newContext(options);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(gateway.url + path);
  return page;
}

test('every page of docs/ is there without a token, and every link and anchor of them leads somewhere', async () => {
  const pages = new Map<string, string>();
  for (const address of addresses) {
    const response = await fetch(gateway.url + address);
    expect([address, response.status]).toEqual([address, 200]);
    pages.set(address, await response.text());
  }
  const broken: [page: string, href: string][] = [];
  let count = 0;
  for (const [page, html] of pages) {
    const title = readFileSync(`docs/${files[addresses.indexOf(page)]}`, 'utf8').split('\n', 1)[0]!;
    expect(html).toContain(title.slice(2).replaceAll('`', '').split("'")[0]);
    for (const href of valuesOf(html, 'href').filter((one) => /^(#|\/help(?!\/parts))/.test(one))) {
      const [path, anchor] = href.split('#') as [string, string?];
      const target = path === '' ? html : pages.get(path);
      count += 1;
      if (target === undefined || (anchor && !valuesOf(target, 'id').includes(anchor))) broken.push([page, href]);
    }
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
});

test('parts are kept for good, pages are asked for, and the images are small', async () => {
  const html = await (await fetch(`${gateway.url}/help`)).text();
  const index = valuesOf(html, 'data-index');
  const images = valuesOf(html, 'src').filter((src) => src.endsWith('.webp'));
  expect([index.length, images.length]).toEqual([1, 6]);
  for (const part of [
    ...index,
    ...valuesOf(html, 'src'),
    ...valuesOf(html, 'href').filter((to) => to.includes('parts')),
  ]) {
    const response = await fetch(gateway.url + part, { headers: { 'accept-encoding': 'br' } });
    const kept = response.headers.get('cache-control');
    expect([part, response.status, kept]).toEqual([part, 200, 'public, max-age=31536000, immutable']);
    await response.body?.cancel();
  }
  const plain = await fetch(gateway.url + index[0]!, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(((await plain.json()) as object[]).length).toBeGreaterThan(100);
  const sizes = globSync('docs/screens/*').map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400 * 1_024);
  const first = await fetch(`${gateway.url}/help/run`);
  const headers = { 'if-none-match': first.headers.get('etag')! };
  expect((await fetch(`${gateway.url}/help/run`, { headers })).status).toBe(304);
});

test('a page that is not there says so, to people and to programs', async () => {
  for (const path of [
    '/help/none',
    '/help/decisions/none',
    '/help/..%2Fmain',
    '/help/%2e%2e%2fpages%2frun',
    '/help/none/none',
    '/help/missing',
    '/help/README',
  ]) {
    const asked = await fetch(gateway.url + path, { headers: { accept: 'text/html' } });
    expect([path, asked.status, (await asked.text()).includes('There is no such page')]).toEqual([path, 404, true]);
    const problem = await fetch(gateway.url + path);
    expect([path, problem.status, await problem.json()]).toMatchObject([path, 404, { code: 'not_found' }]);
  }
  expect((await fetch(`${gateway.url}/help/parts/none.js`)).status).toBe(404);
  expect((await fetch(`${gateway.url}/help`, { method: 'POST' })).status).toBe(405);
});

test('below a path of a proxy, every address begins with that path', async () => {
  const { url } = await startGateway(await temporaryFolder(), '--public-url', 'http://127.0.0.1/work');
  const html = await (await fetch(`${url}/help/run`, { headers: { host: '127.0.0.1' } })).text();
  const own = ['href', 'src', 'data-index', 'data-help'].flatMap((name) => valuesOf(html, name));
  expect(own.filter((to) => to.startsWith('/') && !to.startsWith('/work/'))).toEqual([]);
});

test.each([
  ['light', ['/help', '/help/screens']],
  ['dark', ['/help/run', '/help/tools']],
] as const)('pages are accessible in %s, and fit a narrow window', { timeout: 60_000 }, async (colorScheme, paths) => {
  const page = await opened('/help', { colorScheme });
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(gateway.url + path);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first().waitFor();
    await page.getByRole('searchbox').fill('channel');
    await page.locator('search').getByRole('link').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 700 });
    // Blocks learn of their new width while this frame is drawn.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    await expectAccessible(page);
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
  }
});

test('the search finds a section by keyboard alone', async () => {
  const page = await opened('/help');
  const search = page.getByRole('searchbox', { name: 'Search all pages' });
  await search.fill('xyzzy-nothing');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('Nothing was found.');
  await search.fill('Behind a proxy');
  await expect.poll(() => page.locator('search').getByRole('link').first().innerText()).toMatch(/^Behind a proxy/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/help/run#behind-a-proxy');
  await page.getByRole('heading', { level: 1, name: 'Run the gateway' }).waitFor();
});

test('without JavaScript everything is read, and nothing offers what cannot work', async () => {
  const page = await opened('/help/run', { javaScriptEnabled: false });
  await page.getByRole('heading', { level: 1, name: 'Run the gateway' }).waitFor();
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Glossary' }).click();
  await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
});

test('a block is a stop of the Tab key while it scrolls', async () => {
  const page = await opened('/help/hosts', { viewport: { width: 1_440, height: 900 } });
  const stops = () => page.locator('article [tabindex="0"]').count();
  const blocks = await page.locator('article :is(.table, pre)').count();
  await expect.poll(stops).toBeLessThan(blocks);
  await page.setViewportSize({ width: 320, height: 700 });
  const scrolling =
    '[...document.querySelectorAll("article :is(.table, pre)")].filter((one) => one.scrollWidth > one.clientWidth).length';
  await expect.poll(async () => (await stops()) === (await page.evaluate(scrolling))).toBe(true);
});

test('on paper nothing is cut at the right', async () => {
  const page = await opened('/help', { viewport: { width: 718, height: 1_000 } });
  await page.emulateMedia({ media: 'print' });
  for (const address of addresses) {
    await page.goto(gateway.url + address);
    const cut =
      '[...document.querySelectorAll("article *")].filter((one) => one.getBoundingClientRect().right > 719).length';
    expect([address, await page.evaluate(cut)]).toEqual([address, 0]);
  }
});
