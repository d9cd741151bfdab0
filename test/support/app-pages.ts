import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { newSignInCode } from '../../src/auth/app-sessions-sql.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { patience } from './patience.ts';

interface Where {
  readonly dataFolder: string;
  readonly url: string;
}

interface Signing extends BrowserContextOptions {
  readonly path?: string;
  /** The user's address; absent for the user of this machine. */
  readonly user?: string;
}

/** A page of the app in a browser of its own, signed in. A complaint of the browser fails the test. */
export async function appPage(
  browser: Browser,
  { dataFolder, url }: Where,
  { path, user, ...options }: Signing = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await signIn(page, { dataFolder, url }, { path, user });
  return page;
}

/** Opens the app on a page that has not shown it yet. */
export async function signIn(
  page: Page,
  { dataFolder, url }: Where,
  { path = '/', user }: Pick<Signing, 'path' | 'user'> = {},
): Promise<void> {
  page.context().setDefaultTimeout(patience.timeout);
  const fragment = new URLSearchParams({ code: await signInCode(dataFolder, user), to: path });
  await page.goto(`${url}/session/open#${fragment.toString()}`);
  await page.locator('#main').waitFor({ state: 'attached' });
}

/** Errors on a page, including violations of its policy. Refused requests do not count. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isComplaint) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  return complaints;
}

async function signInCode(dataFolder: string, email?: string): Promise<string> {
  const { database, close } = await openWorkspace({ dataFolder, userName: 'local', onError: () => {} });
  const { id } = await database.read((db) =>
    db
      .selectFrom('users')
      .select('id')
      .where('email', email === undefined ? 'is' : '=', email ?? null)
      .orderBy('created_at')
      .executeTakeFirstOrThrow(),
  );
  const code = await newSignInCode(database, id);
  await close();
  return code;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails if axe finds a violation of WCAG 2.2 AA or of good practice in what the page shows. */
export async function expectAccessible(page: Pick<Page, 'evaluate' | 'url'>): Promise<void> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe);
  // Without the preload, because axe's copies of style sheets break the policy of the page.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  expect({ page: page.url(), found }).toEqual({ page: page.url(), found: [] });
}
