import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import fastify from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AuthorizationServer } from '../../src/auth/authorization-server/server.ts';
import { keyRing } from '../../src/auth/keys.ts';
import { tokenVerifier } from '../../src/auth/tokens.ts';
import { registerAuthorization } from '../../src/http/authorization/authorization.ts';
import { registerUnknown } from '../../src/http/methods.ts';
import { openStore } from '../../src/folder/open.ts';
import { auditConsent } from '../../src/workspace/people/consents.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { admitUser } from '../../src/workspace/people/user-accounts.ts';
import {
  addClient,
  authorizationUrl,
  Browser,
  callback,
  exchangeCode,
  givePasswords,
} from '../support/authorization.ts';
import {
  listening,
  runWorkspace,
  spawnGateway,
  startGateway,
  stop,
  temporaryFolder,
  newDataFolder,
} from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { addUsers } from '../support/users.ts';

const mia = 'mia@workspace.test';

async function addMia(folder: string): Promise<void> {
  await addUsers(folder, { email: mia });
  await givePasswords(folder, mia);
}

const admin = (folder: string, ...args: string[]) => runWorkspace('admin', 'clients', ...args, '--data', folder);

describe('the operator', () => {
  test('adds, lists and removes clients', async () => {
    const folder = await temporaryFolder();
    const uris = ['--redirect-uri', callback, '--redirect-uri', 'com.example.app:/back'];
    const added = await admin(
      folder,
      'add',
      '--name',
      'Notes',
      ...uris,
      '--scope',
      'workspace.read workspace.write',
      '--json',
    );
    const { client } = JSON.parse(added.stdout);
    expect(client).toMatchObject({
      name: 'Notes',
      redirectUris: [callback, uris[3]],
      scope: 'workspace.read workspace.write',
    });
    const clientId = await addClient(folder, { name: 'Other' });
    expect(clientId).toMatch(/^client_[0-9a-z]{26}$/);
    const listed = JSON.parse((await admin(folder, 'list', '--json')).stdout);
    expect(listed.clients.map(({ name }: { name: string }) => name)).toEqual(['Notes', 'Other']);
    expect((await admin(folder, 'list')).stdout).toContain(
      `${clientId}  Other  ${callback}  workspace.query workspace.read`,
    );
    expect((await admin(folder, 'remove', clientId)).status).toBe(0);
    const again = await admin(folder, 'remove', clientId);
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining(clientId)]);
  });

  test.each([
    ['a fragment', ['--redirect-uri', `${callback}#here`], /--redirect-uri .*#here must not have a fragment/],
    ['a directive', ['--redirect-uri', 'https://app.test;sandbox/callback'], /must not have a ;/],
    ['a policy', ['--redirect-uri', 'https://app.test,default-src/callback'], /must not have a ;, a comma/],
    ['an asterisk', ['--redirect-uri', 'https://*.app.test/callback'], /must not have a \*, because it is compared/],
    ['http', ['--redirect-uri', 'http://app.test/callback'], /must use https, or http with a loopback/],
    ['http at a host like a loopback', ['--redirect-uri', 'http://localhost.evil.test/'], /must use https/],
    ['https at a loopback', ['--redirect-uri', 'https://localhost/callback'], /must use http/],
    ['a scheme without a dot', ['--redirect-uri', 'myapp:/callback'], /with a dot/],
    ['script', ['--redirect-uri', 'javascript:alert(1)'], /with a dot/],
    ['a user name', ['--redirect-uri', 'https://me@app.test/'], /user name/],
    ['no URI', ['--redirect-uri', '/callback'], /must be an absolute URI/],
    ['a blank', ['--redirect-uri', 'https://app.test/a b'], /must be an absolute URI/],
    ['2,001 characters', ['--redirect-uri', `https://app.test/${'x'.repeat(1_984)}`], /at most 2000 characters/],
    ['21 of them', Array.from({ length: 21 }, (_, i) => ['--redirect-uri', `${callback}/${i}`]).flat(), /at most 20/],
    ['none', [], /--redirect-uri/],
    ['an unknown scope', ['--redirect-uri', callback, '--scope', 'workspace.all'], /not workspace\.all/],
    ['no name', ['--redirect-uri', callback, '--name', ' '], /--name must be/],
  ])('cannot add a client with %s', async (_what, args, sentence) => {
    const folder = await temporaryFolder();
    const { status, stderr } = await admin(folder, 'add', '--name', 'App', '--scope', 'workspace.read', ...args);
    const isOfParser = stderr.startsWith('error: required option');
    expect([status, stderr]).toEqual([isOfParser ? 2 : 1, expect.stringMatching(sentence)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('is told that there are none', async () => {
    expect((await admin(await temporaryFolder(), 'list')).stdout).toBe('There are no applications.\n');
  });

  test('may give it 20 redirect URIs of 2,000 characters', async () => {
    const uris = Array.from({ length: 20 }, (_, i) => `https://app.test/${String(i).padEnd(1_983, 'x')}`);
    await addClient(await temporaryFolder(), { redirectUris: uris });
  });
});

test('an authorization server whose keys cannot be read says so, and answers again once they can', async () => {
  const folder = await temporaryFolder();
  const gateway = await listening(spawnGateway(folder, '--log-level', 'silent'));
  onTestFinished(() => stop(gateway.process));
  const { signingKey } = placesIn(folder);
  const keys = await readFile(signingKey, 'utf8');
  const ask = (path: string, method = 'GET') =>
    fetch(gateway.url + path, { method, signal: AbortSignal.timeout(5_000) });

  await writeFile(signingKey, 'garbage');
  const refusal = await ask('/oauth/jwks');
  expect([refusal.status, await refusal.text()]).toEqual([503, expect.not.stringContaining(folder)]);
  expect((await ask('/oauth/token', 'POST')).status).toBe(503);
  await writeFile(signingKey, keys);
  expect((await ask('/oauth/jwks')).status).toBe(200);
});

describe('an application registers itself', () => {
  let url: string;
  let dataFolder: string;

  const register = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  beforeAll(async () => {
    dataFolder = await newDataFolder();
    await addMia(dataFolder);
    const gateway = await listening(spawnGateway(dataFolder, '--allow-registration'));
    ({ url } = gateway);
    return async () => {
      await stop(gateway.process);
      await rm(dataFolder, { recursive: true, force: true });
    };
  });

  test('once the operator lets it, and its person is asked each time and told that nobody vouches for it', async () => {
    const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ registration_endpoint: `${url}/oauth/register` });
    const { status, body } = await register({ client_name: 'Self-made', redirect_uris: [callback] });
    expect([status, body.client_name, 'client_secret' in body]).toEqual([201, 'Self-made', false]);
    const browser = new Browser(url);
    const first = await browser.authorize(authorizationUrl(url, body.client_id!), mia);
    const { body: tokens } = await exchangeCode(url, body.client_id!, first.get('code')!);
    expect(tokens.scope).toBe('workspace.query workspace.read workspace.write');
    expect((await accountAt(url, tokens.access_token).call('GET /me')).status).toBe(200);
    const events = await inStorage(dataFolder, (tx) =>
      tx.selectFrom('audit_events').select('action').where('resource_id', '=', body.client_id!).execute(),
    );
    expect(events).toEqual([{ action: 'client.allowed' }]);
    const again = await browser.open(authorizationUrl(url, body.client_id!));
    expect(again.html).toContain('nobody here has checked who it is');
  });

  test('from a page of another site too, as it may call whatever else it needs to be let in', async () => {
    const origin = 'https://elsewhere.test';
    for (const [path, method] of [
      ['/.well-known/oauth-protected-resource', 'GET'],
      ['/.well-known/oauth-protected-resource/mcp', 'GET'],
      ['/.well-known/oauth-authorization-server', 'GET'],
      ['/.well-known/openid-configuration', 'GET'],
      ['/oauth/jwks', 'GET'],
      ['/oauth/token', 'POST'],
      ['/oauth/revoke', 'POST'],
      ['/oauth/register', 'POST'],
    ] as const) {
      const { status, headers } = await fetch(url + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      });
      const allowed = ['origin', 'methods', 'headers'].map((name) => headers.get(`access-control-allow-${name}`) ?? '');
      expect([path, status, ...allowed]).toEqual([
        path,
        204,
        expect.stringMatching(/^(\*|https:\/\/elsewhere\.test)$/),
        method,
        expect.stringMatching(/content-type.*mcp-protocol-version/i),
      ]);
    }
    const response = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [callback] }),
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });

  test('and gets only the scopes that it registered for', async () => {
    const { body } = await register({ redirect_uris: [callback], scope: 'workspace.read' });
    const answer = await new Browser(url).authorize(authorizationUrl(url, body.client_id!), mia);
    expect((await exchangeCode(url, body.client_id!, answer.get('code')!)).body.scope).toBe('workspace.read');
  });

  test('and is never registered for administration', async () => {
    const scope = 'workspace.read workspace.admin';
    const { status, body } = await register({ redirect_uris: [callback], scope });
    expect([status, body.scope]).toEqual([201, 'workspace.read']);
    const answer = await new Browser(url).authorize(authorizationUrl(url, body.client_id!, { scope }), mia);
    expect((await exchangeCode(url, body.client_id!, answer.get('code')!)).body.scope).toBe('workspace.read');
  });

  test('but not with what an operator could not register either', async () => {
    const before = await admin(dataFolder, 'list');
    const wrong = [
      { redirect_uris: ['http://app.test/callback'], application_type: 'web' },
      { redirect_uris: ['myapp:/callback'] },
      { redirect_uris: [`${callback}#here`] },
      { redirect_uris: [] },
      {},
      { redirect_uris: [callback], client_name: 'x'.repeat(301) },
      { redirect_uris: [callback], scope: 'workspace.admin' },
      { redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_basic' },
      { redirect_uris: [callback], grant_types: ['client_credentials'] },
      { redirect_uris: [callback], response_types: ['token'] },
      { redirect_uris: Array.from({ length: 21 }, (_, i) => `${callback}/${i}`) },
    ];
    for (const metadata of wrong) expect([metadata, (await register(metadata)).status]).toEqual([metadata, 400]);
    expect((await admin(dataFolder, 'list')).stdout).toBe(before.stdout);
  });

  test('and is forgotten after a day in which nobody let it in', async () => {
    const { body: unused } = await register({ redirect_uris: [callback] });
    const { body: used } = await register({ redirect_uris: [callback] });
    await new Browser(url).authorize(authorizationUrl(url, used.client_id!), mia);
    await inStorage(dataFolder, (tx) =>
      tx
        .updateTable('clients')
        .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
        .execute(),
    );
    await register({ redirect_uris: [callback] });
    const { stdout } = await admin(dataFolder, 'list');
    expect([stdout.includes(unused.client_id!), stdout.includes(used.client_id!)]).toEqual([false, true]);
  });
});

describe('an application that a document describes', () => {
  const address = 'https://notes.test/client.json';
  const description = { client_id: address, client_name: 'Notes', redirect_uris: [callback] };
  let folder: string;

  /** An authorization server for which the public internet is these documents. */
  async function serverWith(documents: Record<string, unknown>) {
    folder = await temporaryFolder();
    await addMia(folder);
    const database = await openStore(folder);
    const app = fastify();
    let url = '';
    const publicUrl = () => url;
    const keys = keyRing(placesIn(folder).signingKey);
    const server = new AuthorizationServer({
      database,
      keys,
      publicUrl,
      verifier: tokenVerifier({ database, keys, installationId: 'ins_1', publicUrl, admit: admitUser }),
      secret: 'secret',
      allowRegistration: false,
      allowClientDocuments: true,
      fetchDocument: async (asked) => {
        const found = documents[String(asked)];
        return found === undefined ? new Response('', { status: 404 }) : new Response(JSON.stringify(found));
      },
      onConsent: auditConsent,
      onError: () => {},
    });
    registerUnknown(app);
    registerAuthorization(app, server);
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    return url;
  }

  test('is let in by a person, who is asked and told that nobody vouches for it', async () => {
    const url = await serverWith({ [address]: description });
    await runWorkspace('token', '--data', folder);
    const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
    const browser = new Browser(url);
    const consent = await browser.signIn(await browser.open(authorizationUrl(url, address)), mia);
    expect(consent.html).toContain(`described at <bdi>${new URL(address).host}</bdi>. That address was checked`);
    const code = new URL((await browser.answer(consent, 'allow')).url).searchParams.get('code')!;
    expect((await exchangeCode(url, address, code)).body.scope).toBe('workspace.query workspace.read workspace.write');
  });

  test('is granted no administration, not by an admin either', async () => {
    const scope = 'workspace.read workspace.admin';
    const url = await serverWith({ [address]: { ...description, scope } });
    await runWorkspace('token', '--data', folder);
    await inStorage(folder, (tx) => tx.updateTable('users').set({ role: 'admin' }).where('email', '=', mia).execute());
    const answer = await new Browser(url).authorize(authorizationUrl(url, address, { scope }), mia);
    expect((await exchangeCode(url, address, answer.get('code')!)).body.scope).toBe('workspace.read');
    const alone = authorizationUrl(url, address, { scope: 'workspace.admin' });
    const refused = await new Browser(url).open(alone);
    expect([refused.html.includes('value="allow"'), refused.url.includes('code=')]).toEqual([false, false]);
    expect((await new Browser(url).authorize(alone, mia)).get('code')).toBeNull();
  });

  test.each([
    ['of another address', { [address]: { ...description, client_id: 'https://other.test/client.json' } }],
    ['with a redirect that no operator could register', { [address]: { ...description, redirect_uris: ['myapp:/x'] } }],
    ['with a secret', { [address]: { ...description, client_secret: 'secret' } }],
    ['that is too long', { [address]: { ...description, client_name: 'x'.repeat(6_000) } }],
    ['that is not there', {}],
  ])('is refused for a document %s', async (_what, documents) => {
    const url = await serverWith(documents);
    const page = await new Browser(url).open(authorizationUrl(url, address));
    expect([page.status, page.html.includes('<h1>This did not work</h1>')]).toEqual([400, true]);
  });

  test('at an inner address is not asked for, not through the proxy of the environment either', async () => {
    const connections: unknown[] = [];
    const inner = createServer((socket) => connections.push(socket.destroy())).listen(0, '127.0.0.1');
    onTestFinished(() => void inner.close());
    await once(inner, 'listening');
    const { port } = inner.address() as AddressInfo;
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url } = await startGateway(await temporaryFolder(), '--allow-client-documents');
    for (const host of ['localhost', '127.0.0.1']) {
      const page = await new Browser(url).open(authorizationUrl(url, `https://${host}:${port}/client.json`));
      expect([page.status, page.html.includes('<h1>This did not work</h1>')]).toEqual([400, true]);
    }
    expect(connections).toEqual([]);
  });
});
