import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { auth } from '@modelcontextprotocol/client';
import { auth as olderAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { addClient, Browser, claimsOf, givePasswords } from '../support/authorization.ts';
import { patience } from '../support/patience.ts';
import { type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

const mia = 'mia@workspace.test';
const redirectUrl = 'http://localhost:8976/oauth/callback';
let dataFolder: string;
let gateway: Gateway;
let userId: string;

beforeAll(async () => {
  dataFolder = await newDataFolder();
  userId = (await addUsers(dataFolder, { email: mia }))[mia]!;
  await givePasswords(dataFolder, mia);
  gateway = await listening(spawnGateway(dataFolder, '--allow-registration'));
  return async () => {
    await stop(gateway.process);
    await rm(dataFolder, { recursive: true, force: true });
  };
});

type OlderProvider = Parameters<typeof olderAuth>[0];
type Saved<Name extends 'saveClientInformation' | 'saveTokens'> = Parameters<NonNullable<OlderProvider[Name]>>[0];

/** The memory of a chat client about one server, on either line of the SDK. */
class ChatClient implements OlderProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = {
    client_name: 'Chat',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  location: URL | undefined;
  #client: Saved<'saveClientInformation'> | undefined;
  #tokens: Saved<'saveTokens'> | undefined;
  #verifier = '';

  constructor(clientId?: string) {
    this.#client = clientId === undefined ? undefined : { client_id: clientId };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: Saved<'saveClientInformation'>) => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: Saved<'saveTokens'>) => void (this.#tokens = tokens);
  redirectToAuthorization = (location: URL) => void (this.location = location);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

describe.each([
  ['the current SDK', auth],
  ['the older SDK', olderAuth],
])('a chat client with %s', (_line, authorize) => {
  test.each([
    ['registers itself', async () => undefined],
    [
      'is registered by the operator',
      () => addClient(dataFolder, { redirectUris: ['http://localhost/oauth/callback'] }),
    ],
  ])('%s, logs its person in by the URL alone, and refreshes its token', async (_how, registered) => {
    const client = new ChatClient(await registered());
    const serverUrl = `${gateway.url}/mcp`;
    expect(await authorize(client, { serverUrl })).toBe('REDIRECT');
    const answer = await new Browser(gateway.url).authorize(client.location!.href, mia);
    const returned = { authorizationCode: answer.get('code')!, iss: answer.get('iss')! };
    expect(await authorize(client, { serverUrl, ...returned })).toBe('AUTHORIZED');
    const { access_token: first, refresh_token: refreshToken } = client.tokens()!;
    expect(refreshToken).toMatch(/./);
    expect(claimsOf(first)).toMatchObject({ iss: gateway.url, sub: userId });
    expect((await accountAt(gateway.url, first).done('GET /me')).userId).toBe(userId);
    expect(await authorize(client, { serverUrl })).toBe('AUTHORIZED');
    expect(client.tokens()!.access_token).not.toBe(first);
  });
});

test('the authorization command of the conformance suite finds nothing wrong', async () => {
  const clientId = await addClient(dataFolder, { redirectUris: ['http://127.0.0.1/callback'] });
  const options = {
    url: gateway.url,
    'client-id': clientId,
    resource: `${gateway.url}/mcp`,
    port: String(await freePort()),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const suite = spawn('node_modules/.bin/conformance', ['authorization', ...args]);
  onTestFinished(() => stop(suite));
  let written = '';
  suite.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const asked = () => /^http\S+\/oauth\/authorize\S+$/m.exec(written)?.[0];
  await expect.poll(() => asked() !== undefined && written.includes('Callback server started'), patience).toBe(true);
  const browser = new Browser(gateway.url);
  const consent = await browser.signIn(await browser.open(asked()!), mia);
  const [[status]] = await Promise.all([
    once(suite, 'close'),
    browser.answer(consent, 'allow').then(({ url }) => fetch(url)),
  ]);
  expect(written).toMatch(/authorization-server-metadata-endpoint: [1-9]\d* passed, 0 failed/);
  expect(written).toMatch(/authorization-code-grant: [1-9]\d* passed, 0 failed/);
  expect(status).toBe(0);
});
