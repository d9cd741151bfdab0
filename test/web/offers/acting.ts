import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type CallerName, callersOfGateway } from '../../http/permissions/callers.ts';
import { requests } from '../../http/permissions/requests.ts';
import { rowsOf } from '../../http/permissions/rows.ts';
import { answers, type tables } from '../../http/permissions/table.ts';
import { ask, channelOf, type Ids, namesIn, thingsFor } from '../../http/permissions/things.ts';
import { appPage } from '../../support/app-pages.ts';
import { sharedBrowser } from '../../support/browser.ts';

import { patience } from '../../support/patience.ts';
import type { Account, Reply } from '../../support/rest.ts';
import { type Control, controls } from './controls.ts';

type Place = keyof typeof tables;
type Person = Exclude<CallerName, 'no token' | 'wrong scope'>;

const conflict = '409';
const mayNot = (cell: string): boolean => cell in answers && cell !== conflict;

/**
 * Opens the pages of a place as some of the callers of the permission table. A page offers what its row allows, and the
 * session of the page is refused what the row refuses. A session has all scopes of its person, so no cell is about those.
 */
export function testOffers(place: Place, settings: object, people: readonly Person[]): void {
  const callers = callersOfGateway();
  const shared = sharedBrowser();
  const rows = rowsOf(place).filter(({ name }) => !(requests[name]![1] instanceof FormData));
  const cellOf = (name: string, person: Person) => rows.find((row) => row.name === name)!.cells[person];
  const things: Record<string, string> = {};
  const names = [...new Set(rows.flatMap(({ name }) => namesIn(requests[name]!)))];

  /** Made by the first test, because some of them take time. */
  const made = async () => {
    if (things.channel !== undefined) return;
    const channel = await channelOf(callers, settings);
    const owner = callers.as('owner');
    // Each page waits for this channel in the sidebar; another organisation has none.
    await callers.as('elsewhere').done('POST /channels', { name: 'General' });
    await callers
      .as('manager')
      .done(`PUT /channels/${channel.channel}/members/${callers.colleagueId}`, { role: 'reader' });
    const all = names.filter((name) => !name.startsWith('own ')).map((name) => `{${name}}`);
    const place = { ...channel, colleague: callers.colleagueId };
    Object.assign(things, await thingsFor([`GET ${all.join(' ')}`], place, owner, owner));
  };

  test.each(people)('%s', async (person) => {
    await made();
    const user = `${person.replace(' ', '-')}@workspace.test`;
    const page = await appPage(shared.browser, callers, person === 'admin' ? {} : { user });
    for (const { row, path, keptFrom = [], ...control } of controls) {
      const cell = cellOf(row, person);
      if (cell === '404' && path !== controls[0]!.path) continue;
      await show(page, callers.url + filled(path, things));
      const isOffered = !mayNot(cell) && !keptFrom.includes(person);
      await (isOffered ? expectOffered(page, control) : expectKept(page, control, `${row} on ${path}`));
    }

    const forced = rows.filter(({ cells }) => mayNot(cells[person]));
    const own = await ownThings(callers.as(person), callers.as('owner'), things, names);
    const answered: Record<string, number> = {};
    for (const { name } of forced) answered[name] = (await ask(sessionOf(page), requests[name]!, own)).status;
    const refused = forced.map(({ name, cells }) => [name, answers[cells[person] as keyof typeof answers][0]]);
    expect(answered).toEqual(Object.fromEntries(refused));
  });
}

const filled = (path: string, ids: Ids): string => path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name]!);

/**
 * Goes to a page as links do, unless it is shown already, and waits until it has read all. The search lies between, so that
 * nothing of the page before is taken for it.
 */
async function show(page: Page, url: string): Promise<void> {
  await page.keyboard.press('Escape');
  if (page.url() === url) return;
  await go(page, '/search');
  await heading(page, /^Search$/).waitFor();
  await go(page, url);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'General' }).waitFor();
  await heading(page, /^(?!Search$)/).waitFor();
  await expect.poll(() => page.getByText(/^Reading .* …$/).count(), patience).toBe(0);
}

const go = (page: Page, to: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(to)})`);
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name }).first();

/** Where a control is. */
type Offer = Pick<Control, 'menu' | 'find'>;

async function expectOffered(page: Page, { menu, find }: Offer): Promise<void> {
  if (menu !== undefined) await menuOf(page, menu).click();
  await find(page).first().waitFor();
}

async function expectKept(page: Page, { menu, find }: Offer, name: string): Promise<void> {
  if (menu !== undefined && (await menuOf(page, menu).count()) > 0) {
    await menuOf(page, menu).click();
    await page.getByRole('menuitem').first().waitFor();
  }
  expect([name, await find(page).count()]).toEqual([name, 0]);
}

const menuOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first();

/** The things of the place, with a caller's own beside them. */
async function ownThings(by: Account, owner: Account, things: Ids, names: readonly string[]): Promise<Ids> {
  const own = names.filter((name) => name.startsWith('own ')).map((name) => `{${name}}`);
  return { ...things, ...(await thingsFor([`GET ${own.join(' ')}`], {}, owner, by)), key: crypto.randomUUID() };
}

/** Requests that a script in the page sends with the session of the page. */
const sessionOf = (page: Page): Pick<Account, 'call'> & Account =>
  ({
    call: async (request: string, body?: unknown): Promise<Reply> => {
      const [method, path] = request.split(' ', 2);
      const status = await page.evaluate(
        async ([method, path, body]) => {
          const half = localStorage.getItem('workspace-session')!;
          const json = body && { body, headers: { 'content-type': 'application/json' } };
          const own = { 'workspace-interface': 'app', 'workspace-session': half };
          const response = await fetch(`/api/workspace${path}`, {
            method,
            headers: { ...own, ...(json && json.headers) },
            ...(json && { body }),
          });
          return response.status;
        },
        [method!, path!, body === undefined ? '' : JSON.stringify(body)] as const,
      );
      return { status } as Reply;
    },
  }) as Account;
