import { beforeAll, describe, expect, test } from 'vitest';
import { addClient } from '../support/authorization.ts';
import { makeIssuer, registerIssuer, type TestIssuer, type Unlike } from '../support/issuers.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await makeIssuer('https://issuer.test');
  await registerIssuer(gateway.dataFolder, issuer);
});

const exchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const typed = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

type Form = Record<string, string>;

async function post(form: Form | string, headers: Record<string, string> = {}) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${gateway.url}/oauth/token`, {
    method: 'POST',
    body,
    headers: { ...type, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

const requestWith = (subjectToken: string, others: Form = {}): Form => ({
  grant_type: exchangeType,
  subject_token: subjectToken,
  subject_token_type: typed('jwt'),
  ...others,
});

const exchange = async (others?: Form, unlike?: Unlike) =>
  post(requestWith(await issuer.sign('nia', gateway.url, unlike), others));

const me = (token: string | undefined) => accountAt(gateway.url, token).call('GET /me');

test('a subject token becomes an access token of the same user, which is good many times', async () => {
  const { status, headers, body } = await exchange();
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    issued_token_type: typed('access_token'),
    token_type: 'Bearer',
    expires_in: 3_600,
    scope: 'workspace.read workspace.write',
  });
  const direct = await me(await issuer.sign('nia', gateway.url));
  for (let use = 0; use < 3; use += 1) expect((await me(body.access_token)).body).toEqual(direct.body);
  const { iss, aud, exp, iat, client_id: clientId } = claimsOf(body.access_token!);
  expect([iss, aud, exp - iat]).toEqual([gateway.url, gateway.url, 3_600]);
  expect(clientId).toMatch(/^iss_/);
});

test('the subject token is used up, as a bearer and here', async () => {
  const token = await issuer.sign('nia', gateway.url);
  expect((await post(requestWith(token))).status).toBe(200);
  expect(await post(requestWith(token))).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', error_description: expect.stringContaining('its jti was used before') },
  });
  expectProblem(await me(token), 'unauthenticated');
});

test('one that was used as a bearer is used up here too', async () => {
  const token = await issuer.sign('nia', gateway.url);
  expect((await me(token)).status).toBe(200);
  expect((await post(requestWith(token))).status).toBe(400);
});

test.each(['resource', 'audience'])('%s may name the gateway or its MCP endpoint', async (name) => {
  for (const [asked, aud] of [
    [gateway.url, gateway.url],
    [`${gateway.url}/`, gateway.url],
    [`${gateway.url}/mcp`, `${gateway.url}/mcp`],
  ]) {
    const { body } = await exchange({ [name]: asked! });
    expect(claimsOf(body.access_token!).aud).toBe(aud);
    expect((await me(body.access_token)).status).toBe(200);
  }
});

test('scopes may be fewer, by what is asked and by the client', async () => {
  expect((await exchange({ scope: 'workspace.read' })).body.scope).toBe('workspace.read');
  expect((await exchange({}, { claims: { scope: 'workspace.write' } })).body.scope).toBe('workspace.write');
  const clientId = await addClient(gateway.dataFolder, { scope: 'workspace.read' });
  const { body } = await exchange({ client_id: clientId });
  expect(body.scope).toBe('workspace.read');
  expect(claimsOf(body.access_token!).client_id).toBe(clientId);
});

test('an access token ends with the issuer that it rests on', async () => {
  const other = await makeIssuer('https://other.test');
  await registerIssuer(gateway.dataFolder, other);
  const { body } = await post(requestWith(await other.sign('nia', gateway.url)));
  expect((await me(body.access_token)).status).toBe(200);
  await runWorkspace('admin', 'issuers', 'remove', '--issuer', other.url, '--data', gateway.dataFolder);
  expectProblem(await me(body.access_token), 'unauthenticated');
  await registerIssuer(gateway.dataFolder, other);
  expectProblem(await me(body.access_token), 'unauthenticated');
});

test.each([
  ['https://elsewhere.test', /its aud must be one text, one of: .*http:/],
  [undefined, /its aud must be/],
])('the audience %s is named as what is wrong', async (aud, sentence) => {
  const { status, body } = await post(requestWith(await issuer.sign('nia', gateway.url, { claims: { aud } })));
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  expect(body.error_description).toMatch(sentence);
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
});

test('and with the client that it was issued to', async () => {
  const clientId = await addClient(gateway.dataFolder);
  const { body } = await exchange({ client_id: clientId });
  expect((await me(body.access_token)).status).toBe(200);
  await runWorkspace('admin', 'clients', 'remove', clientId, '--data', gateway.dataFolder);
  expectProblem(await me(body.access_token), 'unauthenticated');
});

describe('it is refused:', () => {
  test.each<[what: string, others: Form, error: string]>([
    ['another resource', { resource: 'https://elsewhere.test' }, 'invalid_target'],
    ['two resources', { resource: 'https://elsewhere.test', audience: 'https://elsewhere.test' }, 'invalid_target'],
    ['a scope beyond', { scope: 'workspace.query' }, 'invalid_scope'],
    ['a scope that nobody has', { scope: 'openid' }, 'invalid_scope'],
    ['no subject token', { subject_token: '' }, 'invalid_request'],
    ['garbage as subject token', { subject_token: 'a.b.c' }, 'invalid_request'],
    ['another type of subject token', { subject_token_type: typed('access_token') }, 'invalid_request'],
    ['another type of answer', { requested_token_type: typed('refresh_token') }, 'invalid_request'],
    ['an actor', { actor_token: 'a.b.c' }, 'invalid_request'],
    ['an unknown client', { client_id: 'client_unknown' }, 'invalid_client'],
  ])('%s', async (_what, others, error) => {
    const { status, body } = await exchange(others);
    expect([status, body]).toEqual([
      error === 'invalid_client' ? 401 : 400,
      { error, error_description: expect.stringMatching(/./) },
    ]);
  });

  test('a client that may have nothing of what the subject token allows', async () => {
    const clientId = await addClient(gateway.dataFolder, { scope: 'workspace.query' });
    for (const scope of ['', ' '])
      expect(await exchange({ client_id: clientId, scope })).toMatchObject({
        status: 400,
        body: { error: 'invalid_scope' },
      });
  });

  test('a parameter that is given twice', async () => {
    const form = new URLSearchParams(requestWith(await issuer.sign('nia', gateway.url)));
    form.append('scope', 'workspace.read');
    form.append('scope', 'workspace.write');
    expect(await post(form.toString())).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('an access token in place of a subject token, and an exchanged one', async () => {
    const { body } = await exchange();
    for (const token of [gateway.admin.token!, body.access_token!])
      expect(await post(requestWith(token))).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

test('a token request of another kind is the authorization server’s, as it came', async () => {
  const clientId = await addClient(gateway.dataFolder);
  const code = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: 'unknown',
    redirect_uri: 'https://app.test/callback',
    code_verifier: 'v'.repeat(43),
  };
  expect(await post(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await post({ grant_type: 'password', client_id: clientId })).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
  expect(await post('{}', { 'content-type': 'application/json' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  });
  expect((await post(code)).body.error).toBe('invalid_grant');
});

test('the metadata names the exchange', async () => {
  const response = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`);
  expect(await response.json()).toMatchObject({ grant_types_supported: expect.arrayContaining([exchangeType]) });
});

test('no log line holds a token', () => {
  expect(gateway.log()).not.toMatch(/eyJ/);
});
