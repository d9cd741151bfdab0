import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addClient,
  authorizationUrl,
  Browser,
  callback,
  exchangeCode,
  givePasswords,
  password,
  post,
  refresh,
  verifier,
} from '../support/authorization.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const [mia, tom] = ['mia@workspace.test', 'tom@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: tom });
const loopback = 'http://127.0.0.1:7000/callback';
let app: string;
let other: string;
let native: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia, tom);
  [app, other, native] = await Promise.all([
    addClient(gateway.dataFolder, { redirectUris: [callback, 'https://app.test/other?x=1'] }),
    addClient(gateway.dataFolder, { name: 'Other' }),
    addClient(gateway.dataFolder, { redirectUris: [loopback, 'com.example.app:/callback'] }),
  ]);
});

const urlOf = (clientId: string, others?: Record<string, string | undefined>) =>
  authorizationUrl(gateway.url, clientId, others);

const codeFor = async (clientId: string, others?: Record<string, string | undefined>) =>
  (await new Browser(gateway.url).authorize(urlOf(clientId, others), mia)).get('code')!;

const tokensFor = async (clientId: string) =>
  (await exchangeCode(gateway.url, clientId, await codeFor(clientId))).body as Record<string, string>;

const worksWith = async (token: string | undefined) =>
  (await accountAt(gateway.url, token).call('GET /me')).status === 200;

const expectRefusal = (reply: { status: number; body: { error?: string } }, error: string) =>
  expect([reply.status, reply.body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error]);

describe('a code', () => {
  test('that is used twice is refused, and what it was exchanged for dies', async () => {
    const code = await codeFor(app);
    const { body } = await exchangeCode(gateway.url, app, code);
    expect(await worksWith(body.access_token)).toBe(true);
    expectRefusal(await exchangeCode(gateway.url, app, code), 'invalid_grant');
    expect(await worksWith(body.access_token)).toBe(false);
    expectRefusal(await refresh(gateway.url, app, body.refresh_token), 'invalid_grant');
  });

  test('that is used many times at once leaves nothing that works', async () => {
    const code = await codeFor(app);
    const replies = await Promise.all(Array.from({ length: 5 }, () => exchangeCode(gateway.url, app, code)));
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeLessThanOrEqual(1);
    for (const { body } of done) {
      expect(await worksWith(body.access_token)).toBe(false);
      expectRefusal(await refresh(gateway.url, app, body.refresh_token), 'invalid_grant');
    }
  });

  test.each([
    ['another client', () => ({ client_id: other })],
    ['another redirect URI of the client', () => ({ redirect_uri: 'https://app.test/other?x=1' })],
    ['another verifier', () => ({ code_verifier: 'x'.repeat(43) })],
    ['no verifier', () => ({ code_verifier: undefined })],
    ['the challenge as verifier', () => ({ code_verifier: createHash('sha256').update(verifier).digest('base64url') })],
    ['a resource that was not asked for', () => ({ resource: `${gateway.url}/mcp` })],
  ])('with %s is refused', async (what, others) => {
    const reply = await exchangeCode(gateway.url, app, await codeFor(app), others());
    expectRefusal(reply, what.startsWith('a resource') ? 'invalid_target' : 'invalid_grant');
  });

  test('that was made up is refused', async () => {
    expectRefusal(await exchangeCode(gateway.url, app, 'made-up'), 'invalid_grant');
  });

  test('that has expired is refused', async () => {
    const code = await codeFor(app);
    await inStorage(gateway.dataFolder, (tx) =>
      tx.updateTable('authorizations').set({ expires_at: 1 }).where('kind', '=', 'AuthorizationCode').execute(),
    );
    expectRefusal(await exchangeCode(gateway.url, app, code), 'invalid_grant');
  });
});

describe('a refresh token', () => {
  test('that is used twice ends all of its family', async () => {
    const first = await tokensFor(app);
    const { body: second } = await refresh(gateway.url, app, first.refresh_token!);
    const { body: third } = await refresh(gateway.url, app, second.refresh_token);
    expect(await worksWith(third.access_token)).toBe(true);
    expectRefusal(await refresh(gateway.url, app, first.refresh_token!), 'invalid_grant');
    expectRefusal(await refresh(gateway.url, app, third.refresh_token), 'invalid_grant');
    expect(await worksWith(third.access_token)).toBe(false);
  });

  test('that is used many times at once leaves nothing that works', async () => {
    const { refresh_token: token } = await tokensFor(app);
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(gateway.url, app, token!)));
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeLessThanOrEqual(1);
    for (const { body } of done) expectRefusal(await refresh(gateway.url, app, body.refresh_token), 'invalid_grant');
  });

  test.each([
    ['another client', 'invalid_grant', () => ({ client_id: other })],
    ['a scope that was not granted', 'invalid_scope', () => ({ scope: 'workspace.read workspace.write' })],
    ['a foreign resource', 'invalid_target', () => ({ resource: 'https://evil.test' })],
  ])('with %s is refused', async (_what, error, others) => {
    const code = await codeFor(app, { scope: 'workspace.read' });
    const { body } = await exchangeCode(gateway.url, app, code);
    expectRefusal(await refresh(gateway.url, app, body.refresh_token, others()), error);
  });

  test('of a person who is gone is refused', async () => {
    const code = (await new Browser(gateway.url).authorize(urlOf(app), tom)).get('code')!;
    const { body } = await exchangeCode(gateway.url, app, code);
    await inStorage(gateway.dataFolder, async (tx) => {
      await tx.deleteFrom('passwords').where('user_id', '=', gateway.idOf(tom)).execute();
      await tx.deleteFrom('users').where('email', '=', tom).execute();
    });
    expectRefusal(await refresh(gateway.url, app, body.refresh_token), 'invalid_grant');
  });

  test('is revoked by its own client alone', async () => {
    const { refresh_token: token, access_token: access } = await tokensFor(app);
    await post(`${gateway.url}/oauth/revoke`, { client_id: other, token });
    expect(await worksWith(access)).toBe(true);
  });
});

test('codes, sessions and refresh tokens are not in the database', async () => {
  const browser = new Browser(gateway.url);
  const code = (await browser.authorize(urlOf(app), mia)).get('code')!;
  const { body } = await exchangeCode(gateway.url, app, code);
  const session = /workspace_session=([^;]+)/.exec(browser.setCookies.findLast((line) => /_session=/.test(line))!)![1]!;
  await browser.open(urlOf(app, { prompt: 'consent' }));
  const rows = await inStorage(gateway.dataFolder, (tx) => tx.selectFrom('authorizations').selectAll().execute());
  const stored = JSON.stringify(rows);
  for (const secret of [code, body.refresh_token, session]) expect(stored).not.toContain(secret);
});

describe('an authorization request is refused on our own page, and goes nowhere, with', () => {
  test.each<[what: string, client: () => string, others: Record<string, string | undefined>]>([
    ['an unknown client', () => 'client_unknown', {}],
    ['no client', () => app, { client_id: undefined }],
    ['a client in a document, which is off', () => 'https://app.test/client.json', {}],
    ['a longer path', () => app, { redirect_uri: `${callback}/evil` }],
    ['a suffix', () => app, { redirect_uri: `${callback}.evil.test` }],
    ['a longer host', () => app, { redirect_uri: 'https://app.test.evil.test/callback' }],
    ['a user name', () => app, { redirect_uri: 'https://app.test@evil.test/callback' }],
    ['a user name of another', () => app, { redirect_uri: 'https://evil.test@app.test/callback' }],
    ['another port', () => app, { redirect_uri: 'https://app.test:8443/callback' }],
    ['a fragment', () => app, { redirect_uri: `${callback}#fragment` }],
    ['a query', () => app, { redirect_uri: `${callback}?next=https://evil.test` }],
    ['a path that climbs', () => app, { redirect_uri: 'https://app.test/x/../callback' }],
    ['an encoded path', () => app, { redirect_uri: 'https://app.test/%63allback' }],
    ['another case', () => app, { redirect_uri: 'https://APP.test/callback' }],
    ['a backslash', () => app, { redirect_uri: 'https://evil.test\\@app.test/callback' }],
    ['http', () => app, { redirect_uri: 'http://app.test/callback' }],
    ['script', () => app, { redirect_uri: 'javascript:alert(1)' }],
    ['no redirect URI, of which there are two', () => app, { redirect_uri: undefined }],
    ['another path of a loopback', () => native, { redirect_uri: 'http://127.0.0.1:7000/other' }],
    ['another loopback', () => native, { redirect_uri: 'http://localhost:7000/callback' }],
    ['a user name of a loopback', () => native, { redirect_uri: 'http://127.0.0.1:7000@evil.test/callback' }],
    ['a host like a loopback', () => native, { redirect_uri: 'http://127.0.0.1.evil.test:7000/callback' }],
    ['another scheme', () => native, { redirect_uri: 'com.example.other:/callback' }],
  ])('%s', async (_what, client, others) => {
    const page = await new Browser(gateway.url).open(urlOf(client(), others));
    expect(page.status).toBe(400);
    expect(page.url).toMatch(`${gateway.url}/oauth/authorize`);
    expect(page.html).toContain('<h1>This did not work</h1>');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

test('only the port of a loopback redirect is free', async () => {
  const elsewhere = 'http://127.0.0.1:9999/callback';
  const code = await codeFor(native, { redirect_uri: elsewhere });
  expect((await exchangeCode(gateway.url, native, code, { redirect_uri: elsewhere })).status).toBe(200);
});

describe('the client is told, and nobody is asked, of', () => {
  test.each<[what: string, error: string, others: Record<string, string | undefined>]>([
    ['no challenge', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
    ['no method, which would mean plain', 'invalid_request', { code_challenge_method: undefined }],
    ['a challenge that is too short', 'invalid_request', { code_challenge: 'short' }],
    ['a foreign resource', 'invalid_target', { resource: 'https://evil.test' }],
    ['a resource below ours', 'invalid_target', { resource: 'https://evil.test/mcp' }],
    ['the implicit flow', 'unsupported_response_type', { response_type: 'token' }],
    ['a hybrid flow', 'unsupported_response_type', { response_type: 'code id_token' }],
    ['an answer by script', 'unsupported_response_mode', { response_mode: 'form_post' }],
    ['an answer in the fragment', 'unsupported_response_mode', { response_mode: 'fragment' }],
    ['a request object', 'request_not_supported', { request: 'a.b.c' }],
    ['nobody who is signed in', 'login_required', { prompt: 'none' }],
  ])('%s', async (_what, error, others) => {
    const { url } = await new Browser(gateway.url).open(urlOf(app, others));
    // A flow that is not served gets its error in the fragment, where its answer would be.
    const [place, answered] = url.split(/[?#]/, 2);
    expect(place).toBe(callback);
    const answer = Object.fromEntries(new URLSearchParams(answered));
    expect(answer).toMatchObject({ error, state: 'a-state', iss: gateway.url });
  });
});

describe('forms are not taken', () => {
  const opened = async () => {
    const browser = new Browser(gateway.url);
    return { browser, login: await browser.open(urlOf(native, { redirect_uri: loopback })) };
  };

  test.each([
    ['from another site', { origin: 'https://evil.test' }],
    ['from a page that hides where it is', { origin: 'null' }],
    ['from a subdomain', { origin: 'http://evil.127.0.0.1' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
  ])('%s', async (_what, headers) => {
    const { browser, login } = await opened();
    const fields = { email: mia, password: 'x' };
    const page = await browser.answer(login, 'sign-in', fields, headers);
    expect([page.status, page.html.includes('<h1>This did not work</h1>')]).toEqual([403, true]);
  });

  test.each([
    ['without their token', ''],
    ['with a token that was made up', 'x'.repeat(43)],
    ['with one of as many characters, in more bytes', 'é'.repeat(43)],
  ])('%s', async (_what, token) => {
    const { browser, login } = await opened();
    const fields = { email: mia, password };
    expect((await browser.answer({ ...login, html: '' }, 'sign-in', { ...fields, token })).status).toBe(403);
    const consent = await browser.signIn(login, mia);
    expect((await browser.answer({ ...consent, html: '' }, 'allow', { token })).status).toBe(403);
    expect((await browser.answer(consent, 'allow')).url).toContain('code=');
  });

  test('with the token of another browser’s question', async () => {
    const { browser, login } = await opened();
    const { login: foreign } = await opened();
    const page = await browser.answer({ ...login, html: foreign.html }, 'sign-in', { email: mia, password: 'x' });
    expect(page.status).toBe(403);
  });

  test('in a browser that was not asked', async () => {
    const { login } = await opened();
    const page = await new Browser(gateway.url).answer(login, 'sign-in', { email: mia, password: 'x' });
    expect([page.status, page.html.includes('another browser')]).toEqual([400, true]);
  });

  test('at the address of another question than the cookie names', async () => {
    const { browser } = await opened();
    const { login: foreign } = await opened();
    const cookies = browser.setCookies.filter((line) => line.startsWith('workspace_interaction'));
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    expect((await fetch(foreign.url, { headers: { cookie } })).status).toBe(400);
  });

  test('with a cookie that nobody signed', async () => {
    const { browser, login } = await opened();
    const name = browser.setCookies.find((line) => line.startsWith('workspace_interaction='))!.split(';')[0]!;
    expect((await fetch(login.url, { headers: { cookie: name } })).status).toBe(400);
  });

  test('when they allow before anybody has signed in', async () => {
    const { browser, login } = await opened();
    expect((await browser.answer(login, 'allow')).status).toBe(400);
    expect((await browser.answer(login, 'switch')).status).toBe(400);
  });

  test('when they are longer than a sign-in is, or no form', async () => {
    const { browser, login } = await opened();
    const long = await browser.answer(login, 'sign-in', { email: 'x'.repeat(9_000) });
    expect([long.status, long.html.includes('<h1>This did not work</h1>')]).toEqual([413, true]);
    const headers = { origin: gateway.url, 'content-type': 'application/json' };
    const json = await browser.open(login.url, { method: 'POST', body: '{}', headers });
    expect(json.status).toBe(415);
  });
});

test('who guesses passwords waits, and is told how long', async () => {
  const browser = new Browser(gateway.url);
  const page = await browser.open(urlOf(app));
  const guess = () => browser.signIn(page, 'guessed@workspace.test', 'wrong password');
  let last = await guess();
  expect(last.status).toBe(422);
  for (let guesses = 0; guesses < 10 && last.status === 422; guesses += 1) last = await guess();
  expect(last.status).toBe(429);
  expect(last.html).toMatch(/Try again in \d+ seconds?/);
});

test('a name that a client chose is text, and nothing else', async () => {
  const name = '<img src=x onerror=alert(1)>"\'&\u202egnirts';
  const client = await addClient(gateway.dataFolder, { name });
  const browser = new Browser(gateway.url);
  const login = await browser.open(urlOf(client));
  const consent = await browser.signIn(login, mia);
  for (const { html } of [login, consent]) {
    expect(html).toContain('<bdi>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;gnirts</bdi>');
    expect(html).not.toContain('<img');
  }
});

test('typed text stays text, and a password is never shown again', async () => {
  const browser = new Browser(gateway.url);
  const page = await browser.signIn(await browser.open(urlOf(app)), '"><script>alert(1)</script>', 'secret-secret');
  expect(page.html).not.toContain('<script');
  expect(page.html).not.toContain('secret-secret');
  const odd = await browser.open(urlOf(app, { redirect_uri: `${callback}?"><script>`, state: '"><script>' }));
  expect(odd.html).not.toContain('<script');
});

test('neither passwords, codes, tokens nor cookies are logged', async () => {
  const browser = new Browser(gateway.url);
  const code = (await browser.authorize(urlOf(app), mia)).get('code')!;
  const { body } = await exchangeCode(gateway.url, app, code);
  await exchangeCode(gateway.url, app, code);
  const cookies = browser.setCookies.flatMap((line) => /^[^=]+=([^;]+)/.exec(line)?.[1] ?? []);
  for (const secret of [code, body.refresh_token, body.access_token, verifier, 'correct horse', mia, ...cookies]) {
    expect(gateway.log()).not.toContain(secret);
  }
});

test('a Host header of somebody else gets nowhere', async () => {
  const { port } = new URL(gateway.url);
  const ask = async (path: string) => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
    const asked = request({ host: '127.0.0.1', port, path, headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return JSON.stringify(answer.headers) + (await text(answer));
  };
  const { pathname, search } = new URL(urlOf(app));
  for (const path of ['/.well-known/oauth-authorization-server', pathname + search]) {
    const answer = await ask(path);
    expect(answer).not.toContain('evil.test');
    expect(answer).not.toMatch(/; ?secure/i);
  }
});
