import { describe, expect, test } from 'vitest';
import { addClient, authorizationUrl, Browser, exchangeCode, password, refresh } from '../../support/authorization.ts';
import { signedInPage } from '../../support/app-sessions.ts';
import { severalGateways, startGatewayAhead, startProxy } from '../../support/gateways.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { pipeIntoWorkspace } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';
import { inStorage } from '../../support/storage.ts';

const email = 'mia@workspace.test';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('sign-in across gateways, each request at another one', () => {
  const { started } = severalGateways();

  /** Three gateways behind a proxy, of which one's clock is ahead and one's is behind. */
  async function behindProxy() {
    const proxy = await startProxy();
    const args = ['--public-url', proxy.url];
    const { folders, gateways } = await started(1, ...args);
    const [folder] = folders;
    proxy.gateways.push(
      gateways[0]!,
      await startGatewayAhead(3_000, ...args),
      await startGatewayAhead(-3_000, ...args),
    );
    const add = ['admin', 'users', 'add', '--data', folder!, '--email', email, '--name', 'Mia', '--password-stdin'];
    expect((await pipeIntoWorkspace(password, ...add)).stderr).toBe('');
    return { url: proxy.url, gateways: proxy.gateways, folder: folder! };
  }
  type Behind = Awaited<ReturnType<typeof behindProxy>>;

  const statusesAt = ({ gateways }: Behind, token: string) =>
    Promise.all(gateways.map(async ({ url }) => (await accountAt(url, token).call('GET /me')).status));

  async function newTokens({ url }: Behind, clientId: string, browser = new Browser(url)) {
    const code = (await browser.authorize(authorizationUrl(url, clientId), email)).get('code')!;
    const { status, body } = await exchangeCode(url, clientId, code);
    expect([status, body]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
    return { browser, code, access: String(body.access_token), refresh: String(body.refresh_token) };
  }

  test('an application gets tokens by a code, and new ones by a refresh token, which serves once', async () => {
    const behind = await behindProxy();
    const clientId = await addClient(behind.folder);
    const first = await newTokens(behind, clientId);
    expect(await statusesAt(behind, first.access)).toEqual([200, 200, 200]);
    const renewed = await refresh(behind.url, clientId, first.refresh);
    expect(renewed.status).toBe(200);
    expect(await statusesAt(behind, renewed.body.access_token)).toEqual([200, 200, 200]);
    const replayed = await refresh(behind.url, clientId, first.refresh);
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
    expect(await statusesAt(behind, renewed.body.access_token)).toEqual([401, 401, 401]);
    const again = await newTokens(behind, clientId, first.browser);
    expect((await exchangeCode(behind.url, clientId, again.code)).status).toBe(400);
    expect(await statusesAt(behind, again.access)).toEqual([401, 401, 401]);
  });

  test('the app has its session, and a sign-out everywhere ends it and all tokens at once', async () => {
    const behind = await behindProxy();
    const clientId = await addClient(behind.folder);
    const page = await signedInPage(new Browser(behind.url), behind.url, email);
    const { access } = await newTokens(behind, clientId);
    for (let turn = 0; turn < 3; turn += 1) expect((await page.call('GET /me')).status).toBe(200);
    expect((await page.call('POST /me/sign-out')).status).toBe(200);
    for (let turn = 0; turn < 3; turn += 1) expect((await page.call('GET /me')).status).toBe(401);
    expect(await statusesAt(behind, access)).toEqual([401, 401, 401]);
    const anew = await newTokens(behind, clientId);
    expect(await statusesAt(behind, anew.access)).toEqual([200, 200, 200]);
  });

  test('wrong passwords count at all of them', async () => {
    const behind = await behindProxy();
    const browser = new Browser(behind.url);
    const form = await browser.open(authorizationUrl(behind.url, await addClient(behind.folder)));
    const answers: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) answers.push((await browser.signIn(form, email, 'wrong horse')).status);
    expect(answers).toEqual([422, 422, 422, 422, 422]);
    // As if the last one were of this moment, however long they took.
    const at = new Date(Date.now() + 60_000).toISOString();
    await inStorage(behind.folder, (tx) => tx.updateTable('sign_in_failures').set({ at }).execute());
    for (let turn = 0; turn < 3; turn += 1) expect((await browser.signIn(form, email)).status).toBe(429);
  });
});
