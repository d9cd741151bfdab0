import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Browser, givePasswords, post } from '../support/authorization.ts';
import { cameBack, cookieIn, fragmentOf, signedInPage, SignedInPage } from '../support/app-sessions.ts';
import { startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

const [mia, ada] = ['mia@workspace.test', 'ada@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: ada, role: 'admin' });

beforeAll(() => givePasswords(gateway.dataFolder, mia, ada));

const startAt = (to: string) => `${gateway.url}/session/start?${new URLSearchParams({ to }).toString()}`;

test('a person signs in on the gateway’s own page, is not asked for consent, and comes back to where they were', async () => {
  const browser = new Browser(gateway.url);
  const login = await browser.open(startAt('/channels/general?view=1#post'));
  expect(login.html).toContain('to continue to this workspace');
  const shown = await browser.signIn(login, mia);
  const { origin, pathname } = new URL(shown.url);
  expect([origin, pathname]).toEqual([gateway.url, '/session/open']);
  const fragment = fragmentOf(shown.url);
  expect(fragment.get('to')).toBe('/channels/general?view=1#post');
  const page = new SignedInPage(gateway.url, cookieIn(browser.setCookies), fragment.get('half')!);
  const { body } = await page.call('GET /me');
  expect(body).toMatchObject({
    userId: gateway.idOf(mia),
    scopes: ['workspace.query', 'workspace.read', 'workspace.write'],
  });
});

test('the app may do for admins what they may, and no more for members', async () => {
  const [admin, member] = await Promise.all(
    [ada, mia].map((email) => signedInPage(new Browser(gateway.url), gateway.url, email)),
  );
  expect((await admin!.call('GET /admin/users')).status).toBe(200);
  expect((await member!.call('GET /admin/users')).status).toBe(403);
});

/** A browser in front of a gateway that is reached by https, through a proxy. */
async function secureBrowser(publicUrl: string): Promise<Browser> {
  const folder = await temporaryFolder();
  await addUsers(folder, { email: mia });
  await givePasswords(folder, mia);
  return new Browser(publicUrl, (await startGateway(folder, '--public-url', publicUrl)).url);
}

test('on plain http the cookie of the sign-in pages is not enough, because other programs are sent it', async () => {
  const browser = new Browser(gateway.url);
  await signedInPage(browser, gateway.url, mia);
  const again = await browser.open(startAt('/inbox'));
  expect(again.html).toContain('value="sign-in"');
  expect(fragmentOf((await browser.signIn(again, mia)).url).get('to')).toBe('/inbox');
});

test('on https, who is signed in at the pages already is not asked again, and gets another session', async () => {
  const publicUrl = 'https://work.test';
  const browser = await secureBrowser(publicUrl);
  const first = await signedInPage(browser, publicUrl, mia);
  const again = await browser.open(`${publicUrl}/session/start?to=/inbox`);
  expect(new URL(again.url).pathname).toBe('/session/open');
  const second = new SignedInPage(browser.gatewayUrl, cookieIn(browser.setCookies), fragmentOf(again.url).get('half')!);
  expect(second.cookie).not.toBe(first.cookie);
  expect([(await first.call('GET /me')).status, (await second.call('GET /me')).status]).toEqual([401, 200]);
});

test.each([
  ['https://evil.test/'],
  ['//evil.test'],
  ['/\\evil.test'],
  ['\\\\evil.test'],
  ['/\t/evil.test'],
  ['javascript:alert(1)'],
  ['evil'],
  ['/%2e%2e//evil.test'],
  ['/..//evil.test/x'],
  [`/${'x'.repeat(1_000)}`],
])('nobody is led to %j after signing in', async (to) => {
  const browser = new Browser(gateway.url);
  const shown = await cameBack(browser, startAt(to), mia);
  const led = fragmentOf(shown.url).get('to')!;
  expect(led).toMatch(/^\/(?![/\\])/);
  expect(new URL(led, gateway.url).origin).toBe(gateway.url);
});

test('a path of the app may have as many characters as an address there', async () => {
  const to = `/${'x'.repeat(999)}`;
  expect(fragmentOf((await cameBack(new Browser(gateway.url), startAt(to), mia)).url).get('to')).toBe(to);
});

test('an answer for another browser, another start or nobody signs nobody in', async () => {
  const begun = await new Browser(gateway.url).open(startAt('/'));
  const stranger = new Browser(gateway.url);
  for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied']) {
    const shown = await stranger.open(`${gateway.url}/session/callback${query}`);
    expect([shown.status, shown.html]).toEqual([400, expect.stringContaining('You are not signed in')]);
  }
  expect(stranger.setCookies).toEqual([]);
  expect(begun.status).toBe(200);
});

test('an answer with another state is not taken, and does not disturb the sign-in that was begun', async () => {
  const browser = new Browser(gateway.url);
  const login = await browser.open(startAt('/inbox'));
  const foreign = await browser.open(`${gateway.url}/session/callback?code=x&state=y`);
  expect([foreign.status, foreign.html]).toEqual([400, expect.stringContaining('begun in another browser')]);
  expect(fragmentOf((await browser.signIn(login, mia)).url).get('to')).toBe('/inbox');
});

test('who cancels is told so, and can begin again', async () => {
  const browser = new Browser(gateway.url);
  const shown = await browser.answer(await browser.open(startAt('/inbox')), 'deny');
  expect([shown.status, shown.html]).toEqual([400, expect.stringContaining('href="/session/start?to=%2Finbox"')]);
});

test('scripts of a page cannot turn the app’s sign-in into tokens, nor use its code elsewhere', async () => {
  const browser = new Browser(gateway.url);
  await signedInPage(browser, gateway.url, mia);
  const verifier = randomBytes(32).toString('base64url');
  const callback = `${gateway.url}/session/callback`;
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: 'workspace-app',
    redirect_uri: callback,
    scope: 'workspace.read',
    state: 'mine',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const shown = await cameBack(browser, `${gateway.url}/oauth/authorize?${parameters.toString()}`, mia);
  expect([shown.status, new URL(shown.url).pathname]).toEqual([400, '/session/callback']);
  const code = new URL(shown.url).searchParams.get('code')!;
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback };
  const tokens = await post(`${gateway.url}/oauth/token`, { ...exchange, client_id: 'workspace-app' });
  expect([tokens.status, tokens.body.error]).toEqual([400, 'unauthorized_client']);
  const others = await post(`${gateway.url}/oauth/token`, { ...exchange, client_id: 'workspace-cli' });
  expect([others.status, others.body.error]).toEqual([400, 'invalid_grant']);
});

test('the halves of a session are kept as digests alone', async () => {
  const page = await signedInPage(new Browser(gateway.url), gateway.url, mia);
  const rows = await inStorage(gateway.dataFolder, (db) => db.selectFrom('authorizations').selectAll().execute());
  const kept = JSON.stringify(rows);
  for (const secret of [page.half, page.cookie.split('=')[1]!]) expect(kept).not.toContain(secret);
});

test('where nobody has a password, a page says which command signs in', async () => {
  const { url } = await startGateway(await temporaryFolder());
  const browser = new Browser(url);
  const shown = await browser.open(`${url}/session/start?to=/inbox`);
  expect([shown.status, shown.url, shown.html]).toEqual([
    200,
    `${url}/session/start?to=/inbox`,
    expect.stringContaining('<code>workspace open</code>'),
  ]);
  expect(shown.html).not.toContain('older than a minute');
  expect((await browser.open(`${url}/session/start?link=used`)).html).toContain('older than a minute');
});

test('a browser that calls this machine by another name begins where it will come back', async () => {
  const other = gateway.url.replace('127.0.0.1', 'localhost');
  const response = await fetch(`${other}/session/start?to=/inbox`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `${gateway.url}/session/start?to=%2Finbox`,
  ]);
});

test('behind a proxy at a public address with a path, the cookie is bound to that host and to https', async () => {
  const publicUrl = 'https://work.test/space';
  const browser = await secureBrowser(publicUrl);
  const shown = await cameBack(browser, `${publicUrl}/session/start?to=/inbox`, mia);
  expect(new URL(shown.url).pathname).toBe('/space/session/open');
  const line = browser.setCookies.findLast((cookie) => cookie.startsWith('__Host-workspace='));
  expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const page = new SignedInPage(browser.gatewayUrl, cookieIn(browser.setCookies), fragmentOf(shown.url).get('half')!);
  expect((await page.call('GET /me')).status).toBe(200);
});
