import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';

import {
  addClient,
  authorizationUrl,
  Browser,
  callback,
  claimsOf,
  exchangeCode,
  givePasswords,
  post,
  refresh,
} from '../support/authorization.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const [mia, tom] = ['mia@workspace.test', 'tom@workspace.test'];
const ada = 'ada@workspace.test';
const gateway = sharedGateway({ email: mia }, { email: tom }, { email: ada, role: 'admin' });
const loopback = 'http://127.0.0.1/callback';
let app: string;
let reader: string;
let native: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia, tom, ada);
  [app, reader, native] = await Promise.all([
    addClient(gateway.dataFolder),
    addClient(gateway.dataFolder, { scope: 'workspace.read' }),
    addClient(gateway.dataFolder, { redirectUris: [loopback] }),
  ]);
});

const urlOf = (clientId: string, others?: Record<string, string | undefined>) =>
  authorizationUrl(gateway.url, clientId, others);

/** The tokens of a new browser in which somebody signs in and allows. */
async function tokensOf(clientId: string, request: Record<string, string | undefined> = {}) {
  const code = (await new Browser(gateway.url).authorize(urlOf(clientId, request), mia)).get('code')!;
  const redirect = request.redirect_uri ? { redirect_uri: request.redirect_uri } : {};
  return (await exchangeCode(gateway.url, clientId, code, redirect)).body;
}

const statusOf = async (token: string, request = 'GET /me') =>
  (await accountAt(gateway.url, token).call(request)).status;

describe('metadata', () => {
  test.each(['oauth-authorization-server', 'openid-configuration'])('%s says what there is', async (name) => {
    const document = await (await fetch(`${gateway.url}/.well-known/${name}`)).json();
    expect(document).toMatchObject({
      issuer: gateway.url,
      authorization_endpoint: `${gateway.url}/oauth/authorize`,
      token_endpoint: `${gateway.url}/oauth/token`,
      revocation_endpoint: `${gateway.url}/oauth/revoke`,
      jwks_uri: `${gateway.url}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(document).not.toHaveProperty('registration_endpoint');
    expect(document).not.toHaveProperty('client_id_metadata_document_supported');
  });

  test('the key set verifies an access token, and holds nothing private', async () => {
    const keys = (await (await fetch(`${gateway.url}/oauth/jwks`)).json()) as JSONWebKeySet;
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { access_token: token } = await tokensOf(app);
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), { typ: 'at+jwt' });
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(payload).toMatchObject({
      iss: gateway.url,
      aud: gateway.url,
      sub: gateway.idOf(mia),
      client_id: app,
      scope: 'workspace.query workspace.read workspace.write',
    });
    expect(payload.exp! - payload.iat!).toBe(3_600);
    expect(payload.jti).toMatch(/./);
  });

  test.each([
    ['POST', '/oauth/authorize'],
    ['GET', '/oauth/token'],
    ['DELETE', '/oauth/revoke'],
    ['POST', '/oauth/jwks'],
    ['PUT', '/.well-known/oauth-authorization-server'],
    ['PUT', '/oauth/interaction/x'],
  ])('%s %s is no method of it', async (method, path) => {
    const response = await fetch(gateway.url + path, { method });
    expect([response.status, response.headers.has('allow')]).toEqual([405, true]);
  });

  test.each(['/oauth/register', '/session/end', '/session/end/confirm', '/me', '/request', '/device'])(
    'there is nothing at %s',
    async (path) => {
      expect((await fetch(gateway.url + path, { method: 'POST' })).status).toBe(404);
    },
  );
});

test('openid-client discovers, signs in, calls, refreshes and revokes', async () => {
  const insecure = { execute: [openid.allowInsecureRequests] };
  const server = await openid.discovery(new URL(gateway.url), app, undefined, openid.None(), {
    ...insecure,
    algorithm: 'oauth2',
  });
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(server, {
    redirect_uri: callback,
    scope: 'workspace.read offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const answer = await new Browser(gateway.url).authorize(url.href, mia);
  const tokens = await openid.authorizationCodeGrant(server, new URL(`${callback}?${answer.toString()}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  expect(tokens.scope).toBe('workspace.read');
  expect((await accountAt(gateway.url, tokens.access_token).done('GET /me')).userId).toBe(gateway.idOf(mia));
  const renewed = await openid.refreshTokenGrant(server, tokens.refresh_token!);
  expect(await statusOf(renewed.access_token)).toBe(200);
  await openid.tokenRevocation(server, renewed.refresh_token!);
  await expect(openid.refreshTokenGrant(server, renewed.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

describe('scopes:', () => {
  test('a client gets of what it asks for what it is registered for, and no more', async () => {
    const { access_token: token, scope } = await tokensOf(reader);
    expect(scope).toBe('workspace.read');
    expect(await statusOf(token)).toBe(200);
    const reply = await accountAt(gateway.url, token).call('POST /sessions', { title: 'Mine' });
    expectProblem(reply, 'insufficient_scope');
  });

  test('without a scope it asks for all that it is registered for', async () => {
    expect((await tokensOf(reader, { scope: undefined })).scope).toBe('workspace.read');
  });

  test('nothing that it is registered for is an error that it is told', async () => {
    const { url } = await new Browser(gateway.url).open(urlOf(reader, { scope: 'workspace.write' }));
    expect(new URL(url).searchParams.get('error')).toBe('invalid_scope');
  });

  test('offline_access is asked for as OpenID wants it, and is not a scope of the workspace', async () => {
    const tokens = await tokensOf(app, { scope: 'workspace.read offline_access', prompt: 'consent' });
    expect(claimsOf(tokens.access_token).scope).toBe('workspace.read');
    expect((await refresh(gateway.url, app, tokens.refresh_token)).status).toBe(200);
  });

  test('a refresh may ask for less', async () => {
    const { refresh_token: token } = await tokensOf(app);
    const { body } = await refresh(gateway.url, app, token, { scope: 'workspace.read' });
    expect(body.scope).toBe('workspace.read');
    expect(claimsOf(body.access_token).scope).toBe('workspace.read');
  });
});

describe('the scope workspace.admin', () => {
  const scope = 'workspace.read workspace.admin';
  let manager: string;
  beforeAll(async () => {
    manager = await addClient(gateway.dataFolder, { scope });
  });

  const grantedTo = async (email: string, clientId = manager, asked: string | null = scope) => {
    const code = (await new Browser(gateway.url).authorize(urlOf(clientId, { scope: asked ?? undefined }), email)).get(
      'code',
    )!;
    return (await exchangeCode(gateway.url, clientId, code)).body;
  };

  test('is granted by an admin, whom the page tells what it means', async () => {
    const browser = new Browser(gateway.url);
    const page = await browser.signIn(await browser.open(urlOf(manager, { scope })), ada);
    expect(page.html).toContain('Administer your organisation');
    const tokens = await grantedTo(ada);
    expect([tokens.scope, claimsOf(tokens.access_token).scope]).toEqual([scope, scope]);
    expect(await statusOf(tokens.access_token, 'GET /admin/users')).toBe(200);
    const renewed = (await refresh(gateway.url, manager, tokens.refresh_token)).body;
    expect(claimsOf(renewed.access_token).scope).toBe(scope);
  });

  test('is left out for a member, now and in a refresh', async () => {
    const browser = new Browser(gateway.url);
    const page = await browser.signIn(await browser.open(urlOf(manager, { scope })), mia);
    expect(page.html).toContain('Read what you can read');
    expect(page.html).not.toContain('Administer');
    const tokens = await grantedTo(mia);
    expect([tokens.scope, claimsOf(tokens.access_token).scope]).toEqual(['workspace.read', 'workspace.read']);
    expect(await statusOf(tokens.access_token, 'GET /admin/users')).toBe(403);
    const renewed = (await refresh(gateway.url, manager, tokens.refresh_token)).body;
    expect(claimsOf(renewed.access_token).scope).toBe('workspace.read');
    const more = await refresh(gateway.url, manager, renewed.refresh_token, { scope: 'workspace.admin' });
    expect(more.status === 400 || claimsOf(more.body.access_token).scope !== 'workspace.admin').toBe(true);
  });

  test('alone cannot be allowed by a member', async () => {
    const browser = new Browser(gateway.url);
    const clientId = await addClient(gateway.dataFolder, { scope });
    const page = await browser.signIn(await browser.open(urlOf(clientId, { scope: 'workspace.admin' })), mia);
    expect([page.status, page.html.includes('asks for more than your account may allow')]).toEqual([403, true]);
    expect(page.html).not.toContain('value="allow"');
    expect(page.html).toMatch(/Use the account of an admin, or ask an admin/);
    const other = await browser.signIn(await browser.answer(page, 'switch'), ada);
    expect(other.html).toContain('Administer your organisation');
    const left = new URL((await browser.answer(other, 'deny')).url);
    expect(left.searchParams.get('error')).toBe('access_denied');
  });

  test('is not given to a client that is not registered for it, nor to one that does not ask', async () => {
    expect((await grantedTo(ada, app, `${scope} workspace.write`)).scope).toBe('workspace.read workspace.write');
    expect((await grantedTo(ada, manager, null)).scope).toBe('workspace.read');
    const { url } = await new Browser(gateway.url).open(urlOf(app, { scope: 'workspace.admin' }));
    expect(new URL(url).searchParams.get('error')).toBe('invalid_scope');
  });

  test('is not used any more by the tokens of an admin who is one no longer', async () => {
    const { access_token: token } = await grantedTo(ada);
    const setRole = (role: 'admin' | 'member') =>
      inStorage(gateway.dataFolder, (tx) => tx.updateTable('users').set({ role }).where('email', '=', ada).execute());
    await setRole('member');
    expectProblem(await accountAt(gateway.url, token).call('GET /admin/users'), 'forbidden');
    expect((await grantedTo(ada)).scope).toBe('workspace.read');
    await setRole('admin');
  });
});

describe('the resource becomes the audience:', () => {
  test.each([
    ['none', () => undefined, () => gateway.url],
    ['the gateway', () => gateway.url, () => gateway.url],
    ['the gateway with a slash', () => `${gateway.url}/`, () => gateway.url],
    ['its MCP endpoint', () => `${gateway.url}/mcp`, () => `${gateway.url}/mcp`],
    ['its MCP endpoint with a slash', () => `${gateway.url}/mcp/`, () => `${gateway.url}/mcp`],
  ])('%s', async (_what, resource, audience) => {
    const tokens = await tokensOf(app, { resource: resource() });
    expect(claimsOf(tokens.access_token).aud).toBe(audience());
    expect(await statusOf(tokens.access_token)).toBe(200);
    const { body } = await refresh(gateway.url, app, tokens.refresh_token);
    expect(claimsOf(body.access_token).aud).toBe(audience());
  });

  test('the token request may write it in another way than the authorization request', async () => {
    const code = (await new Browser(gateway.url).authorize(urlOf(app, { resource: `${gateway.url}/mcp` }), mia)).get(
      'code',
    )!;
    const { body } = await exchangeCode(gateway.url, app, code, { resource: `${gateway.url}/mcp/` });
    expect(claimsOf(body.access_token).aud).toBe(`${gateway.url}/mcp`);
  });
});

describe('consent', () => {
  test('is remembered for a client of the operator and the scopes that were allowed, in another browser too', async () => {
    const client = await addClient(gateway.dataFolder);
    await new Browser(gateway.url).authorize(urlOf(client, { scope: 'workspace.read' }), tom);
    const browser = new Browser(gateway.url);
    const again = await browser.signIn(await browser.open(urlOf(client, { scope: 'workspace.read' })), tom);
    expect(again.url).toMatch(`${callback}?code=`);
    const silent = await browser.open(urlOf(client, { scope: 'workspace.read', prompt: 'none' }));
    expect(silent.url).toMatch(`${callback}?code=`);
    expect((await browser.open(urlOf(client, { scope: 'workspace.read workspace.write' }))).html).toContain(
      'value="allow"',
    );
    expect((await browser.open(urlOf(client, { scope: 'workspace.read', prompt: 'consent' }))).html).toContain(
      'value="allow"',
    );
  });

  test('is asked each time by a program on the person’s machine', async () => {
    const browser = new Browser(gateway.url);
    const url = urlOf(native, { redirect_uri: 'http://127.0.0.1:4321/callback' });
    await browser.authorize(url, mia);
    const again = await browser.open(url);
    expect(again.html).toContain('value="allow"');
    expect(again.html).toContain('a program on this computer');
    const silent = await browser.open(`${url}&prompt=none`);
    expect(new URL(silent.url).searchParams.get('error')).toBe('consent_required');
  });

  test('denied, the client is told, with its state and the issuer', async () => {
    const browser = new Browser(gateway.url);
    const consent = await browser.signIn(await browser.open(urlOf(native, { redirect_uri: loopback })), mia);
    const answer = new URL((await browser.answer(consent, 'deny')).url).searchParams;
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 'a-state', iss: gateway.url });
  });

  test('may be given by another account than the one that is signed in', async () => {
    const browser = new Browser(gateway.url);
    const asMia = await browser.signIn(await browser.open(urlOf(native, { redirect_uri: loopback })), mia);
    const login = await browser.answer(asMia, 'switch');
    expect(login.html).toContain('value="sign-in"');
    const asTom = await browser.signIn(login, tom);
    expect(asTom.html).toContain(tom);
    const code = new URL((await browser.answer(asTom, 'allow')).url).searchParams.get('code')!;
    const { body } = await exchangeCode(gateway.url, native, code, { redirect_uri: loopback });
    expect(claimsOf(body.access_token).sub).toBe(gateway.idOf(tom));
  });
});

describe('an authorization ends', () => {
  test('when its refresh token is revoked', async () => {
    const tokens = await tokensOf(app);
    const { status } = await post(`${gateway.url}/oauth/revoke`, { client_id: app, token: tokens.refresh_token });
    expect(status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  test('when its client is removed', async () => {
    const client = await addClient(gateway.dataFolder);
    const tokens = await tokensOf(client);
    const { status } = await runWorkspace('admin', 'clients', 'remove', client, '--data', gateway.dataFolder);
    expect(status).toBe(0);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refresh(gateway.url, client, tokens.refresh_token)).body.error).toBe('invalid_client');
  });

  test('on one device, and stands on another', async () => {
    const [one, other] = [await tokensOf(app), await tokensOf(app)];
    await post(`${gateway.url}/oauth/revoke`, { client_id: app, token: one.refresh_token });
    expect(await statusOf(one.access_token)).toBe(401);
    expect(await statusOf(other.access_token)).toBe(200);
  });
});
