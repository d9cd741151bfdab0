import { expect, test } from 'vitest';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const app = 'https://app.workspace.test';
const gateway = sharedGateway();

/** One of each kind of answer: data, refusals before and behind authentication, pages, bytes that are none. */
const paths = [
  '/api/workspace/me',
  '/api/workspace/none',
  '/none',
  '/health',
  '/ready',
  '/docs',
  '/help',
  '/help/none',
  '/openapi.json',
  '/problems/x',
];

test.each(paths)('%s answers with headers that keep browsers from running or framing it', async (path) => {
  const headers = { authorization: `Bearer ${gateway.admin.token}`, 'x-request-id': 'of-the-client' };
  const response = await fetch(gateway.url + path, { headers });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security']) {
    expect([name, response.headers.get(name)]).toEqual([name, null]);
  }
});

test('behind https, browsers are told to stay there', async () => {
  const { url } = await startGateway(await temporaryFolder(), '--public-url', 'https://work.test');
  expect((await fetch(`${url}/health`)).headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
});

test('pages of no other site may read answers', async () => {
  const preflight = { method: 'OPTIONS', headers: { origin: gateway.url, 'access-control-request-method': 'GET' } };
  const response = await fetch(`${gateway.url}/api/workspace/me`, preflight);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([405, null]);
});

test('pages of an allowed site may, and of no other', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--allowed-origins', `https://other.test, ${app}`);
  const authorization = `Bearer ${await accessToken(folder)}`;
  const preflight = { origin: app, 'access-control-request-method': 'POST' };
  const asked = await fetch(`${url}/api/workspace/sessions`, { method: 'OPTIONS', headers: preflight });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, app]);
  expect(asked.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key/);
  expect(asked.headers.get('access-control-allow-methods')).toMatch(/POST/);

  const read = await fetch(`${url}/api/workspace/me`, { headers: { origin: app, authorization } });
  expect([read.status, read.headers.get('access-control-allow-origin'), read.headers.get('vary')]).toEqual([
    200,
    app,
    'Origin, Authorization, Cookie',
  ]);
  expect(read.headers.get('access-control-expose-headers')).toMatch(/X-Request-Id/);
  expect(read.headers.get('access-control-allow-credentials')).toBeNull();

  const foreign = await fetch(`${url}/api/workspace/me`, { headers: { origin: `${app}.evil.test`, authorization } });
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
});
