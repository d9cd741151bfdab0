import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callersOfGateway } from '../http/permissions/callers.ts';
import { requests } from '../http/permissions/requests.ts';
import { ask, channelOf, thingsFor } from '../http/permissions/things.ts';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';

const callers = callersOfGateway();
const shared = sharedBrowser();
const notShared = 'Not shared with this account';

/** The path of every `url` in an answer, at any depth. */
function pathsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === 'url' && String(value).startsWith(callers.url) ? [new URL(value as string).pathname] : pathsIn(value),
  );
}

/** Asks for each operation in a private channel with one of each kind, as who made it. Signing out would end that. */
async function everyPath(): Promise<string[]> {
  const place = await channelOf(callers, { name: 'Walked', visibility: 'private' });
  const owner = callers.as('owner');
  const found = new Set<string>();
  for (const [name, asked] of Object.entries(requests)) {
    if (name === 'me.signOut') continue;
    const ids = await thingsFor(asked, { ...place, colleague: callers.colleagueId }, owner, owner);
    const reply = await ask(owner, asked, ids);
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    for (const path of isJson ? pathsIn(reply.body) : []) found.add(path);
  }
  return [...found];
}

/** `/channels/…/records/…` for a record in a channel. */
const kindOf = (path: string) => path.replaceAll(/(?<=\/\w+\/)[^/]+/g, '…');

/**
 * The title and text of the page at an address. A page without data lies between, so that the page before is not
 * mistaken for it.
 */
async function shownAt(page: Page, path: string): Promise<{ title: string; text: string }> {
  await page.evaluate(`history.pushState({}, '', '/connect')`);
  await page.getByRole('heading', { level: 1, name: 'Connect an agent' }).waitFor();
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  const title = page.getByRole('heading', { level: 1, name: /^(?!Connect an agent$)/ }).first();
  return { title: await title.innerText(), text: await page.locator('main').innerText() };
}

test('every url that any operation answers opens its page, and for others the page of what does not exist', async () => {
  const paths = await everyPath();
  expect(new Set(paths.map(kindOf))).toEqual(
    new Set([
      '/channels/…',
      '/artifacts/…',
      '/files/…',
      '/sessions/…',
      ...['artifacts', 'files', 'posts', 'records', 'sessions', 'views'].map((kind) => `/channels/…/${kind}/…`),
    ]),
  );
  const own = await appPage(shared.browser, callers, { user: 'owner@workspace.test', path: '/connect' });
  for (const path of paths) expect({ path, ...(await shownAt(own, path)) }).not.toMatchObject({ title: notShared });

  const foreign = await appPage(shared.browser, callers, { user: 'elsewhere@workspace.test', path: '/connect' });
  const said = new Set<string>();
  for (const path of [...paths, '/artifacts/art_unknown']) {
    if (!path.startsWith('/channels/general')) said.add((await shownAt(foreign, path)).text);
  }
  expect([...said]).toEqual([expect.stringContaining(notShared)]);
});
