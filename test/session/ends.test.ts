import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { authorizationUrl, Browser, givePasswords } from '../support/authorization.ts';
import { askSession, codeOf, openedPage, sendCode, signedInPage, type SignedInPage } from '../support/app-sessions.ts';
import { runWorkspace } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const [mia, tom, eve, pia] = ['mia', 'tom', 'eve', 'pia'].map((name) => `${name}@workspace.test`) as [
  string,
  ...string[],
];
const gateway = sharedGateway({ email: mia }, { email: tom! }, { email: eve! }, { email: pia! });

beforeAll(() => givePasswords(gateway.dataFolder, mia, tom!, eve!, pia!));

const pageFor = (email: string, browser = new Browser(gateway.url)) => signedInPage(browser, gateway.url, email);
const statusOf = async (page: SignedInPage) => (await page.call('GET /me')).status;
const kinds = () =>
  inStorage(gateway.dataFolder, async (db) => {
    const rows = await db
      .selectFrom('authorizations')
      .select('kind')
      .where('client_id', '=', 'workspace-app')
      .execute();
    return rows.map(({ kind }) => kind).sort();
  });

const admin = (...args: string[]) => runWorkspace('admin', 'users', ...args, '--data', gateway.dataFolder);

test('signing out ends the session and what it came from, and clears the browser', async () => {
  const browser = new Browser(gateway.url);
  const [page, other] = [await pageFor(mia, browser), await pageFor(mia)];
  const before = await kinds();
  const response = await page.signOut();
  expect([response.status, response.headers.get('clear-site-data')]).toEqual([204, '"cache", "storage"']);
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^workspace-\d+=; Max-Age=0; Path=\//)]);
  expect([await statusOf(page), await statusOf(other)]).toEqual([401, 200]);
  expect(before.filter((kind) => kind === 'Grant')).toHaveLength(2);
  expect((await kinds()).filter((kind) => kind === 'Grant' || kind === 'AppSession')).toEqual(['AppSession', 'Grant']);
  const redirected = { redirect_uri: 'http://127.0.0.1/callback' };
  const asked = await browser.open(authorizationUrl(gateway.url, 'workspace-cli', redirected));
  expect(asked.html).toContain('value="sign-in"');
});

test.each([
  ['no half', ''],
  ['another half', 'a'.repeat(43)],
])('a page with %s ends no session that stands, and is told so', async (_, half) => {
  const page = await pageFor(mia);
  const response = await askSession(gateway.url, 'DELETE', undefined, { ...page.headers, 'workspace-session': half });
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
  expect(await statusOf(page)).toBe(200);
});

test('the cookie that belongs to the page is signed out, not another', async () => {
  for (const isFirst of [true, false]) {
    const [page, other] = [await pageFor(mia), await pageFor(tom!)];
    const cookies = isFirst ? [page.cookie, other.cookie] : [other.cookie, page.cookie];
    const headers = { ...page.headers, cookie: cookies.join('; ') };
    expect((await askSession(gateway.url, 'DELETE', undefined, headers)).status).toBe(204);
    expect([await statusOf(page), await statusOf(other)]).toEqual([401, 200]);
  }
});

test('who is signed out already may sign out', async () => {
  const page = await pageFor(mia);
  await page.signOut();
  expect((await page.signOut()).status).toBe(204);
});

test('signing out everywhere ends every session of a person, and of nobody else', async () => {
  const [one, two, other] = [await pageFor(mia), await pageFor(mia), await pageFor(tom!)];
  expect((await one.call('POST /me/sign-out', {})).status).toBe(200);
  expect([await statusOf(one), await statusOf(two), await statusOf(other)]).toEqual([401, 401, 200]);
  expect(await statusOf(await pageFor(mia))).toBe(200);
});

test('a session is in the list of sign-ins as the app, and can be ended there', async () => {
  const [one, two] = [await pageFor(pia!), await pageFor(pia!)];
  const { signIns } = (await one.call('GET /me/sign-ins')).body;
  const apps = signIns.filter(({ type }) => type === 'application');
  expect(apps).toHaveLength(2);
  for (const { client, scopes, expiresAt, since } of apps) {
    expect(client).toEqual({ id: 'workspace-app', name: 'Workspace app' });
    expect(scopes).toEqual(['workspace.query', 'workspace.read', 'workspace.write']);
    expect((Date.parse(expiresAt) - Date.parse(since)) / 1_000).toBe(limits.appSessionSeconds);
  }
  expect((await gateway.as(tom!).call(`DELETE /me/sign-ins/${apps[0]!.id}`)).status).toBe(200);
  expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
  for (const { id } of apps.slice(0, 1)) await gateway.as(pia!).done(`DELETE /me/sign-ins/${id}`);
  expect(new Set([await statusOf(one), await statusOf(two)])).toEqual(new Set([200, 401]));
});

test('an admin signs a person out, or gives a new password, or removes them', async () => {
  const [first, id] = [await pageFor(eve!), gateway.idOf(eve!)];
  expect((await admin('sign-out', '--user', id)).status).toBe(0);
  const second = await pageFor(eve!);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  await gateway.admin.call(`PUT /admin/users/${id}/password`, { password: 'another long enough password' });
  const removed = await admin('remove', '--user', id);
  expect([removed.status, await statusOf(second)]).toEqual([0, 401]);
});

test('the user of this machine is signed out like others', async () => {
  const [page, code] = [await openedPage(gateway.dataFolder, gateway.url), await codeOf(gateway.dataFolder)];
  const { userId } = (await page.call('GET /me')).body;
  await admin('sign-out', '--user', userId);
  expect([await statusOf(page), (await sendCode(gateway.url, code)).status]).toEqual([401, 401]);
});

/** Moves the times of all sessions, as if they had begun and been used earlier. */
const moved = (change: { readonly endsBy?: number; readonly expiresAt: number }) =>
  inStorage(gateway.dataFolder, async (db) => {
    const rows = await db.selectFrom('authorizations').selectAll().where('kind', '=', 'AppSession').execute();
    for (const { id, payload } of rows) {
      const { expiresAt, ...times } = change;
      const row = { payload: JSON.stringify({ ...JSON.parse(payload), ...times }), expires_at: expiresAt };
      await db.updateTable('authorizations').set(row).where('kind', '=', 'AppSession').where('id', '=', id).execute();
    }
  });

const latestEnd = () =>
  inStorage(gateway.dataFolder, async (db) => {
    const sessions = db.selectFrom('authorizations').where('kind', '=', 'AppSession');
    const { end } = await sessions.select(({ fn }) => fn.max<number>('expires_at').as('end')).executeTakeFirstOrThrow();
    return end;
  });

test('a session ends thirty days after its last use, which extends it', async () => {
  const page = await pageFor(tom!);
  const now = Math.floor(Date.now() / 1_000);
  await moved({ expiresAt: now + 60 });
  expect(await statusOf(page)).toBe(200);
  expect(Math.abs((await latestEnd()) - now - limits.appSessionSeconds)).toBeLessThan(60);
  await moved({ expiresAt: now });
  expect(await statusOf(page)).toBe(401);
});

test('no use extends a session beyond ninety days', async () => {
  const page = await pageFor(tom!);
  const now = Math.floor(Date.now() / 1_000);
  const end = now + 24 * 3_600;
  await moved({ endsBy: end, expiresAt: now + 60 });
  expect(await statusOf(page)).toBe(200);
  expect(await latestEnd()).toBe(end);
});

test('the cookie alone does not extend a session', async () => {
  const page = await pageFor(tom!);
  const form = new FormData();
  form.set('file', new Blob(['bytes']), 'a.txt');
  const { file } = (await page.call('POST /files', form)).body;
  const end = Math.floor(Date.now() / 1_000) + 60;
  await moved({ expiresAt: end });
  const alone = { 'workspace-session': '' };
  expect((await page.call(`GET /files/${file.id}/content`, undefined, alone)).status).toBe(200);
  expect((await page.call('GET /me', undefined, alone)).status).toBe(401);
  expect(await latestEnd()).toBe(end);
});

test('a session lasts no longer because its user was signed out under a clock ahead', async () => {
  const now = Math.floor(Date.now() / 1_000);
  await inStorage(gateway.dataFolder, (db) =>
    db
      .updateTable('users')
      .set({ tokens_valid_from: now + 400 * 24 * 3_600 })
      .where('id', '=', gateway.idOf(pia!))
      .execute(),
  );
  const page = await pageFor(pia!);
  expect(await statusOf(page)).toBe(200);
  expect(Math.abs((await latestEnd()) - now - limits.appSessionSeconds)).toBeLessThan(60);
  await moved({ expiresAt: now + 60 });
  expect(await statusOf(page)).toBe(200);
  expect(await latestEnd()).toBeLessThan(now + limits.appSessionMostSeconds);
});
