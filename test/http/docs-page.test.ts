import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { sharedBrowser } from '../support/browser.ts';
import { operationsIn } from '../support/openapi.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();
let described: OpenApi;

beforeAll(async () => {
  described = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApi;
});

/** The page of all operations takes its time on a busy machine. */
const slow = 120_000;

let page: Page;
const complaints: string[] = [];

/** One page for all tests, on a phone at first: it takes most of their time to come. Whatever its policy forbids fails a test. */
beforeAll(async () => {
  const context = await shared.browser.newContext({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });
  context.setDefaultTimeout(slow);
  page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${gateway.url}/docs`);
  await page.waitForSelector('.opblock');
});
afterEach(() => expect(complaints).toEqual([]));

const authorize = async (token: string) => {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.locator('.auth-container input').fill(token);
  await page.locator('.auth-btn-wrapper button[type=submit]').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
};

test('the page follows the color scheme, and fits a phone', async () => {
  expect(await page.locator('html').getAttribute('class')).toBe('dark-mode');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => page.locator('html').getAttribute('class')).toBe('');
});

test('every operation is there', async () => {
  await page.setViewportSize({ width: 1_280, height: 720 });
  await page.evaluate('scrollTo(0, 0)');
  const ids = operationsIn(described).map(({ operation }) => operation.operationId);
  const shown = new Set<string>();
  const look = async () => {
    for (const id of await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => block.id)))
      shown.add(id);
    await page.mouse.wheel(0, 400);
    return shown.size;
  };
  // A long page holds only the operations near the place that it is scrolled to.
  await expect.poll(look, { timeout: slow }).toBe(ids.length);
});

test('a reader finds an operation and tries it with their own token', async () => {
  await page.getByPlaceholder(/Filter/).fill('/me');
  const paths = () => page.locator('.opblock-summary-path').allInnerTexts();
  await expect.poll(async () => (await paths()).every((path) => path.includes('/me'))).toBe(true);
  await authorize(gateway.admin.token!);
  await page.getByRole('button', { name: 'GET /api/workspace/me', exact: false }).first().click();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table .response').first();
  await answer.waitFor();
  expect(await answer.innerText()).toMatch(/^200/);
  expect(await answer.innerText()).toContain('"organization"');
});

test('the problems of an operation are linked, and link to it', async () => {
  await page.goto(`${gateway.url}/problems/version_conflict`);
  await page.getByRole('link', { name: /PATCH .*artifactId/ }).click();
  const problem = page.locator('.opblock.is-open').getByRole('link', { name: 'A newer version exists' });
  await problem.waitFor();
  expect(await problem.getAttribute('href')).toBe('/problems/version_conflict');
});

test('the parts of the page are kept by browsers, and there are no others', async () => {
  const page = await (await fetch(`${gateway.url}/docs`)).text();
  for (const [, path] of page.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
    const part = await fetch(gateway.url + path);
    expect([path, part.status, part.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ]);
    await part.body?.cancel();
  }
  for (const name of ['none.js', '..%2Fmain.js', '%2e%2e%2fmain.js', 'page'])
    expect([name, (await fetch(`${gateway.url}/docs/${name}`)).status]).toEqual([name, 404]);
});
