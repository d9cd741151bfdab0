import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addClient, claimsOf, givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { callingWith } from '../support/hosts.ts';
import { patience } from '../support/patience.ts';
import { type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { addUsers } from '../support/users.ts';

const mia = 'mia@workspace.test';
const shared = sharedBrowser();
let dataFolder: string;
let gateway: Gateway;
/** Where a chat client listens for what the browser brings back. */
let redirectUrl: string;

beforeAll(async () => {
  const callback = createServer((_request, response) => response.end('You can close this window.'));
  await once(callback.listen(0, '127.0.0.1'), 'listening');
  redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  return () => callback[Symbol.asyncDispose]();
});

beforeAll(async () => {
  dataFolder = await newDataFolder();
  await addUsers(dataFolder, { email: mia });
  await givePasswords(dataFolder, mia);
  gateway = await listening(spawnGateway(dataFolder, '--allow-registration', '--allow-client-documents'));
  return async () => {
    await stop(gateway.process);
    await rm(dataFolder, { recursive: true, force: true });
  };
});

/** The memory of a chat client about one server. A real browser opens the pages that it sends its user to. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = { client_name: 'Chat', redirect_uris: [this.redirectUrl] };
  readonly #page: Page;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;
  /** The query that the browser brought back. */
  returned: URLSearchParams | undefined;

  constructor(page: Page, clientId?: string) {
    this.#page = page;
    this.#client = clientId === undefined ? undefined : { client_id: clientId };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (discovered: OAuthDiscoveryState) => void (this.#discovered = discovered);
  discoveryState = () => this.#discovered;
  get scopes(): string[] {
    return claimsOf(this.#tokens!.access_token).scope.split(' ').sort();
  }

  async redirectToAuthorization(location: URL): Promise<void> {
    await letIn(this.#page, location.href);
    await this.#page.waitForURL((url) => url.href.startsWith(this.redirectUrl));
    this.returned = new URL(this.#page.url()).searchParams;
  }
}

/** A person at the gateway: signs in if needed, and allows the request. */
async function letIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  if (await page.getByLabel('Password').isVisible()) {
    await page.getByLabel('Email address').fill(mia);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** A browser in which nobody is signed in. */
async function newPage(): Promise<Page> {
  const context = await shared.browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** A chat client that knows the address and, after the first time, what it remembers. */
async function connected(address: string, memory: Memory) {
  const client = new Client({ name: 'chat', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(gateway.url + address), { authProvider: memory });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { transport, client, ...callingWith((request) => client.callTool(request)) };
}

/** The same for whom its person has to log in first. */
async function loggedIn(address: string, memory: Memory) {
  await expect(connected(address, memory)).rejects.toThrow(UnauthorizedError);
  const transport = new StreamableHTTPClientTransport(new URL(gateway.url + address), { authProvider: memory });
  await transport.finishAuth(memory.returned!);
  return connected(address, memory);
}

const document = { kind: 'markdown', title: 'Written by chat', content: 'Hello' };

test('a chat client that knows the URL alone logs its person in, and works with their name', async () => {
  const remembered = new Memory(await newPage());
  const chat = await loggedIn('/mcp', remembered);
  const { artifact } = await chat.done('workspace_artifact_create', document);
  expect(remembered.scopes).toEqual(['workspace.query', 'workspace.read', 'workspace.write']);
  expect(artifact).toMatchObject({ createdBy: { name: mia }, interfaceType: 'mcp' });
  await (await connected('/mcp', remembered)).done('workspace_channels_list');
});

test('one whose URL leaves writing out asks for reading, and for writing when it is called for', async () => {
  const clientId = await addClient(dataFolder, { redirectUris: ['http://127.0.0.1/callback'] });
  const remembered = new Memory(await newPage(), clientId);
  const reader = await loggedIn('/mcp?readOnly', remembered);
  const { tools } = await reader.client.listTools();
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
  expect(remembered.scopes).toEqual(['workspace.query', 'workspace.read']);

  const writer = await connected('/mcp', remembered);
  await expect(writer.call('workspace_artifact_create', document)).rejects.toThrow(UnauthorizedError);
  await writer.transport.finishAuth(remembered.returned!);
  expect(remembered.scopes).toEqual(['workspace.query', 'workspace.read', 'workspace.write']);
  expect((await writer.done('workspace_artifact_create', document)).artifact.title).toBe('Written by chat');
});

test("the conformance suite's client finds the authorization server in order, and is let in", async () => {
  const port = String(await freePort());
  const clientId = await addClient(dataFolder, { redirectUris: [`http://127.0.0.1:${port}/callback`] });
  const suite = ['node_modules/@modelcontextprotocol/conformance/dist/index.js', 'authorization'];
  const options = ['--url', gateway.url, '--client-id', clientId, '--resource', `${gateway.url}/mcp`, '--port', port];
  const running = spawn(process.execPath, [...suite, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  running.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const exit = once(running, 'exit');
  await expect.poll(() => told, patience).toContain('/oauth/authorize?');
  await letIn(await newPage(), /^http\S+\/oauth\/authorize\?\S+$/m.exec(told)![0]);
  expect(await exit).toEqual([0, null]);
  expect(told).toContain('Total: 3 passed, 0 failed');
});
