import type { JSONWebKeySet } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  addClient,
  authorizationUrl,
  Browser,
  callback,
  claimsOf,
  exchangeCode,
  givePasswords,
  refresh,
} from '../support/authorization.ts';
import { runWorkspace, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

const mia = 'mia@workspace.test';

describe('a gateway behind a proxy, at a public address with a path,', () => {
  const publicUrl = 'https://work.test/space';
  const started = async () => {
    const folder = await temporaryFolder();
    await addUsers(folder, { email: mia });
    await givePasswords(folder, mia);
    const clientId = await addClient(folder);
    const running = await startGateway(folder, '--public-url', publicUrl);
    return { folder, clientId, running, browser: new Browser(publicUrl, running.url) };
  };

  test('names that address alone, whatever Host it is called by, and its cookies are for https and for its path', async () => {
    const { clientId, running, browser } = await started();
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', forwarded: 'host=evil.test' };
    const metadata = await fetch(`${running.url}/.well-known/oauth-authorization-server`, { headers });
    expect(await metadata.json()).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      jwks_uri: `${publicUrl}/oauth/jwks`,
    });
    const answer = await browser.authorize(authorizationUrl(publicUrl, clientId), mia);
    expect(answer.get('iss')).toBe(publicUrl);
    const { body } = await exchangeCode(running.url, clientId, answer.get('code')!);
    expect(claimsOf(body.access_token)).toMatchObject({ iss: publicUrl, aud: publicUrl });
    expect((await accountAt(running.url, body.access_token).call('GET /me')).status).toBe(200);
    for (const cookie of browser.setCookies) {
      expect(cookie).toMatch(/; path=\/space\/oauth/);
      expect(cookie).toMatch(/; secure/);
      expect(cookie).toMatch(/; samesite=lax; .*httponly|; httponly/);
    }
  });

  test('keeps sign-ins, open questions, grants and refresh tokens over a restart', async () => {
    const { folder, clientId, running, browser } = await started();
    const answer = await browser.authorize(authorizationUrl(publicUrl, clientId), mia);
    const { body: tokens } = await exchangeCode(running.url, clientId, answer.get('code')!);
    const consent = await browser.open(authorizationUrl(publicUrl, clientId, { prompt: 'consent' }));
    await stop(running.process);
    const next = await startGateway(folder, '--public-url', publicUrl);
    browser.gatewayUrl = next.url;
    expect((await browser.answer(consent, 'allow')).url).toMatch(`${callback}?code=`);
    expect((await browser.open(authorizationUrl(publicUrl, clientId))).url).toMatch(`${callback}?code=`);
    expect((await accountAt(next.url, tokens.access_token).call('GET /me')).status).toBe(200);
    expect((await refresh(next.url, clientId, tokens.refresh_token)).status).toBe(200);
  });

  test('signs with a new key once keys are rotated, and the old one still verifies', async () => {
    const { folder, clientId, running, browser } = await started();
    const tokenNow = async () => {
      const code = (await browser.authorize(authorizationUrl(publicUrl, clientId), mia)).get('code')!;
      return (await exchangeCode(running.url, clientId, code)).body.access_token as string;
    };
    const keyOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
    const before = await tokenNow();
    const { stdout } = await runWorkspace('admin', 'keys', 'rotate', '--json', '--data', folder);
    const after = await tokenNow();
    expect(keyOf(after)).toBe(JSON.parse(stdout).keyId);
    const { keys } = (await (await fetch(`${running.url}/oauth/jwks`)).json()) as JSONWebKeySet;
    expect(keys.map(({ kid }) => kid)).toEqual([keyOf(after), keyOf(before)]);
    for (const token of [before, after]) {
      expect((await accountAt(running.url, token).call('GET /me')).status).toBe(200);
    }
  });
});
