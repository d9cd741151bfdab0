import { beforeAll, expect, test } from 'vitest';
import { workspaceApp } from '../../schemas/interfaces.ts';
import { authorizationUrl, Browser, givePasswords, type Shown, verifier } from '../support/authorization.ts';
import { cameBack, fragmentOf } from '../support/app-sessions.ts';
import { sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });

beforeAll(() => givePasswords(gateway.dataFolder, mia));

const loadedAs = (dest: string) => ({ headers: { 'sec-fetch-dest': dest } });
const redirected = { redirect_uri: 'http://127.0.0.1/callback' };
const appUrl = () =>
  authorizationUrl(gateway.url, workspaceApp.clientId, { redirect_uri: gateway.url + workspaceApp.callback });
const commandUrl = () => authorizationUrl(gateway.url, 'workspace-cli', redirected);
const refused = ({ status, html }: Shown) => expect([status, html]).toEqual([403, expect.stringContaining('itself')]);

/** Fetches of scripts, frames and images. */
const others = ['empty', 'iframe', 'image', 'script', ''];

test.each(others)('no sign-in begins, goes on or ends for what a browser loads as %j', async (dest) => {
  const browser = new Browser(gateway.url);
  await cameBack(browser, `${gateway.url}/session/start`, mia);
  const before = browser.setCookies.length;
  for (const url of [
    appUrl(),
    commandUrl(),
    `${gateway.url}/oauth/authorize/some`,
    `${gateway.url}/oauth/interaction/some`,
    `${gateway.url}/session/start`,
    `${gateway.url}/session/callback?code=x&state=y`,
  ])
    refused(await browser.open(url, loadedAs(dest)));
  expect(browser.setCookies.slice(before)).toEqual([]);
});

test('no script reads a question or answers it for the person', async () => {
  const browser = new Browser(gateway.url);
  await cameBack(browser, `${gateway.url}/session/start`, mia);
  const asked = await browser.open(commandUrl());
  expect(asked.html).toContain('value="allow"');
  refused(await browser.open(asked.url, loadedAs('empty')));
  refused(await browser.answer(asked, 'allow', {}, { 'sec-fetch-dest': 'empty' }));
  const allowed = await browser.answer(asked, 'allow', {}, { 'sec-fetch-dest': 'document' });
  expect(new URL(allowed.url).searchParams.get('code')).toBeTruthy();
});

test('a code that came back to another start is used up, so reading the address helps nobody', async () => {
  const browser = new Browser(gateway.url);
  const shown = await cameBack(browser, appUrl(), mia);
  expect([shown.status, new URL(shown.url).pathname]).toEqual([400, workspaceApp.callback]);
  const begun = { state: new URL(shown.url).searchParams.get('state'), verifier, to: '/' };
  const forged = Buffer.from(JSON.stringify(begun)).toString('base64url');
  const cookie = `workspace-start-${new URL(shown.url).port}=${forged}`;
  const { status, headers } = await fetch(shown.url, { headers: { cookie }, redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([400, null]);
});

test('a person who opens them goes through', async () => {
  const browser = new Browser(gateway.url);
  const login = await browser.open(`${gateway.url}/session/start?to=/inbox`, loadedAs('document'));
  expect(fragmentOf((await browser.signIn(login, mia)).url).get('to')).toBe('/inbox');
});

test('pages with scripts cannot look into the windows that they open', async () => {
  for (const path of ['/', '/docs']) {
    const { headers } = await fetch(gateway.url + path, { headers: { accept: 'text/html' } });
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  }
});
