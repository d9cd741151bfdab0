import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Browser, givePasswords, password } from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { answer, serving } from '../support/networks.ts';
import { type Gateway, listening, spawnGateway, stop, newDataFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addUsers } from '../support/users.ts';

const [mia, will] = ['mia@workspace.test', 'will@workspace.test'];
let dataFolder: string;
let gateway: Gateway;
const shared = sharedBrowser();

beforeAll(async () => {
  dataFolder = await newDataFolder();
  await addUsers(dataFolder, { email: mia }, { email: will });
  await givePasswords(dataFolder, mia, will);
  gateway = await listening(spawnGateway(dataFolder));
  return async () => {
    await stop(gateway.process);
    await rm(dataFolder, { recursive: true, force: true });
  };
});

type Running = ReturnType<CommandLine['start']>;

/** The address that the command asks to open. */
async function addressIn(login: Running): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(login.stderr, 'data')) as [Buffer];
    text += chunk.toString();
    const [address] = /^http\S+\n/m.exec(text) ?? [];
    if (address !== undefined) return address.trim();
  }
}

/** Signs in by pasting where the browser ended, as from another machine. */
async function signedIn(
  email: string,
  how: (answer: URL) => string = ({ href }) => href,
  on?: CommandLine,
): Promise<CommandLine> {
  const cli = on ?? (await commandLine());
  const login = cli.start('login', '--url', gateway.url, '--no-browser');
  const address = await addressIn(login);
  const parameters = await new Browser(gateway.url).authorize(address, email);
  const answer = new URL(new URL(address).searchParams.get('redirect_uri')!);
  answer.search = parameters.toString();
  const outcome = outcomeOf(login);
  login.stdin.write(`${how(answer)}\n`);
  const { status, stdout, stderr } = await outcome;
  if (status !== 0) throw new Error(stderr);
  expect(stdout).toBe(`You are signed in at ${gateway.url} as ${email} of Workspace.\n`);
  return cli;
}

async function keptBy({ home }: CommandLine) {
  const folder = join(home, 'config', 'workspace-mcp', 'logins');
  const name = (await readdir(folder)).find((one) => one.endsWith('.json'));
  const file = join(folder, name!);
  return { file, mode: (await stat(file)).mode & 0o777, login: JSON.parse(await readFile(file, 'utf8')) };
}

async function statusOf(asked: RequestOptions): Promise<number | undefined> {
  const [answer] = (await once(request(asked).end(), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** Makes a sign-in look as if its access token had expired. */
async function expire(cli: CommandLine): Promise<void> {
  const { file, login } = await keptBy(cli);
  await writeFile(file, JSON.stringify({ ...login, tokens: { ...login.tokens, expiresAt: 0 } }));
}

test('a person signs in with a browser, and is whom the command line speaks for until they sign out', async () => {
  const cli = await commandLine({ BROWSER: '/bin/false' });
  const login = cli.start('login', '--url', gateway.url);
  const outcome = outcomeOf(login);
  const address = await addressIn(login);
  const page = await shared.browser.newPage();
  await page.goto(address);
  await page.getByLabel('Email').fill(mia);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.textContent('body')).toContain('Workspace command line');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/127\.0\.0\.1:\d+\/callback/);
  expect(await page.textContent('body')).toContain('go back to the terminal');
  expect(await outcome).toMatchObject({ status: 0, stdout: expect.stringContaining(`as ${mia}`) });

  const { mode, login: kept } = await keptBy(cli);
  expect(mode).toBe(0o600);
  expect(await cli.json('whoami')).toMatchObject({ name: mia, scopes: expect.objectContaining({ length: 3 }) });
  const { post } = await cli.json('post', 'From the terminal.', '--channel', 'general', '--allow-write');
  expect(post).toMatchObject({ author: { name: mia }, interfaceType: 'cli' });

  const out = await cli.run('logout');
  expect(out).toMatchObject({ status: 0, stdout: `You are signed out at ${gateway.url}.\n` });
  expect((await cli.run('whoami')).status).toBe(3);
  expect((await accountAt(gateway.url, kept.tokens.accessToken).call('GET /me')).status).toBe(401);
});

test.each([
  ['the address that the browser ended at', ({ href }: URL) => href],
  ['the code alone', ({ searchParams }: URL) => searchParams.get('code')!],
])('without a browser on this machine %s is pasted', async (_what, how) => {
  const cli = await signedIn(will, how);
  expect(await cli.json('whoami')).toMatchObject({ name: will });
});

test('an answer to another question is not taken', async () => {
  await expect(signedIn(mia, ({ href }) => href.replace(/state=[^&]+/, 'state=other'))).rejects.toThrow(
    'not signed in',
  );
  const cli = await commandLine();
  const login = cli.start('login', '--url', gateway.url, '--no-browser');
  const outcome = outcomeOf(login);
  const { searchParams } = new URL(await addressIn(login));
  const { hostname, port } = new URL(searchParams.get('redirect_uri')!);
  expect(await statusOf({ hostname, port, path: '//' })).toBe(404);
  const strange = await fetch(`${searchParams.get('redirect_uri')}?code=x&state=other`);
  expect(strange.status).toBe(404);
  const refused = await fetch(
    `${searchParams.get('redirect_uri')}?error=access_denied&iss=${gateway.url}&state=${searchParams.get('state')}`,
  );
  expect(refused.status).toBe(200);
  expect((await outcome).status).toBe(3);
});

test('two processes that refresh at once both go on, and so does the login', async () => {
  const cli = await signedIn(mia);
  for (let round = 0; round < 3; round += 1) {
    const before = (await keptBy(cli)).login.tokens.refreshToken;
    await expire(cli);
    const outcomes = await Promise.all([
      cli.run('whoami'),
      cli.run('channels'),
      cli.run('artifacts'),
      cli.run('files'),
    ]);
    expect(outcomes.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      outcomes.map(() => ({ status: 0, stderr: '' })),
    );
    const { login, mode } = await keptBy(cli);
    expect(login.tokens.refreshToken).not.toBe(before);
    expect(mode).toBe(0o600);
  }
  expect(await readdir(join((await keptBy(cli)).file, '..'))).toHaveLength(1);
});

test('a login that was ended elsewhere says so; nothing that is printed holds a token', async () => {
  const cli = await signedIn(will);
  const { tokens } = (await keptBy(cli)).login;
  await cli.run('logout');
  await signedInAgain(cli, tokens);
  const outcomes = await Promise.all([cli.run('whoami'), cli.run('whoami', '--json')]);
  for (const { status, stdout, stderr } of outcomes) {
    expect(status).toBe(3);
    expect(stderr).toContain(`workspace login --url ${gateway.url}`);
    expect(stdout + stderr).not.toContain(tokens.accessToken);
    expect(stdout + stderr).not.toContain(tokens.refreshToken);
  }
});

const statusWith = async (token: string) => (await accountAt(gateway.url, token).call('GET /me')).status;

test('signing in again ends the sign-in before, and says so where it cannot', async () => {
  const cli = await signedIn(mia);
  const first = (await keptBy(cli)).login.tokens;
  await signedIn(mia, undefined, cli);
  const { file, login: second } = await keptBy(cli);
  expect(await statusWith(first.accessToken)).toBe(401);
  expect(await cli.json('whoami')).toMatchObject({ name: mia });
  await writeFile(file, JSON.stringify({ ...second, issuer: 'http://127.0.0.1:9' }));
  const login = cli.start('login', '--url', gateway.url, '--no-browser');
  const answer = await new Browser(gateway.url).authorize(await addressIn(login), mia);
  const outcome = outcomeOf(login);
  login.stdin.write(`${answer.get('code')}\n`);
  expect(await outcome).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('could not be told that the sign-in before'),
  });
  expect(await statusWith(second.tokens.accessToken)).toBe(200);
  expect(await cli.json('whoami')).toMatchObject({ name: mia });
});

test('a renewal begins only when what it brings can be kept', async () => {
  const cli = await signedIn(mia);
  await expire(cli);
  const { file } = await keptBy(cli);
  // A folder in the place of the draft makes writing fail, as a full disk does.
  await mkdir(`${file}.draft`);
  const { status, stderr } = await cli.run('whoami');
  expect(status).toBe(8);
  expect(stderr).toMatch(/^The sign-in at \S+ is not renewed, because there is no room [^\n]+\n$/);
  await rm(`${file}.draft`, { recursive: true });
  expect(await cli.json('whoami')).toMatchObject({ name: mia });
  expect(await readdir(join(file, '..'))).toHaveLength(1);
});

test('a renewal whose answer was lost is told of when the login is found to have ended with it', async () => {
  const cli = await signedIn(mia);
  await expire(cli);
  const { file, login } = await keptBy(cli);
  await writeFile(
    file,
    JSON.stringify({ ...login, tokens: { ...login.tokens, expiresAt: 0 }, issuer: await forgetful() }),
  );
  expect(await cli.run('whoami')).toMatchObject({ status: 8, stderr: expect.stringContaining('does not renew') });
  for (let round = 0; round < 2; round += 1) {
    const { status, stderr } = await cli.run('whoami');
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^The sign-in at \S+ was interrupted while it was renewed[^\n]+workspace login --url \S+\n$/,
    );
  }
  await signedIn(mia, undefined, cli);
  expect(await readdir(join(file, '..'))).toHaveLength(1);
});

/** An authorization server whose first answer to a refresh token is lost, and which then knows it as used. */
async function forgetful(): Promise<string> {
  let isLost = false;
  const url = await serving((asked, outgoing) => {
    asked.resume();
    if (asked.method === 'POST' && !isLost) {
      isLost = true;
      return void asked.socket.destroy();
    }
    outgoing.writeHead(asked.method === 'POST' ? 400 : 200, { 'content-type': 'application/json' });
    const metadata = { issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    outgoing.end(JSON.stringify(asked.method === 'POST' ? { error: 'invalid_grant' } : metadata));
  });
  return url;
}

test('an odd file among the logins is passed over, with its name', async () => {
  const cli = await signedIn(mia);
  const { file, login } = await keptBy(cli);
  for (const text of ['null', '{}', '{', '[]', JSON.stringify({ ...login, tokens: 5 })]) {
    const odd = join(file, '..', 'zz.json');
    await writeFile(odd, text);
    const { status, stdout, stderr } = await cli.run('whoami');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `${odd} cannot be read as a sign-in and was skipped; remove it.\n`,
    });
    expect(stdout).toContain(mia);
    await rm(odd);
  }
  await writeFile(file, '{}');
  const { status, stderr } = await cli.run('whoami', '--url', gateway.url);
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: expect.stringContaining(`workspace login --url ${gateway.url}`),
  });
  await signedIn(mia, undefined, cli);
});

test('nobody is told to be signed out whose tokens are in a keychain that is switched off', async () => {
  const cli = await signedIn(mia);
  const { file, login } = await keptBy(cli);
  const { tokens, ...withoutTokens } = login;
  await writeFile(file, JSON.stringify(withoutTokens));
  for (const command of ['logout', 'whoami']) {
    const { status, stdout, stderr } = await cli.run(command);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain('WORKSPACE_KEYCHAIN=false');
  }
  await writeFile(file, JSON.stringify(login));
  expect((await accountAt(gateway.url, tokens.accessToken).call('GET /me')).status).toBe(200);
  expect((await cli.run('logout')).stdout).toBe(`You are signed out at ${gateway.url}.\n`);
});

test('a gateway that cannot be told is said to be one; the login here is gone', async () => {
  const cli = await signedIn(mia);
  const { file, login } = await keptBy(cli);
  await writeFile(file, JSON.stringify({ ...login, issuer: 'http://127.0.0.1:9' }));
  const out = await cli.run('logout');
  expect(out).toMatchObject({ status: 0, stdout: expect.stringContaining('could not be told') });
  expect((await cli.run('whoami')).status).toBe(3);
});

/** Puts tokens back that were thrown away. */
async function signedInAgain(cli: CommandLine, tokens: object): Promise<void> {
  const other = await signedIn(will);
  const { file, login } = await keptBy(other);
  const target = file.replace(other.home, cli.home);
  await writeFile(target, JSON.stringify({ ...login, tokens }), { mode: 0o600 });
}

test('signing in is refused where a token could be read on the way, or at a gateway that calls itself otherwise', async () => {
  const cli = await commandLine();
  const plain = await cli.run('login', '--url', 'http://workspace.example.com');
  expect(plain).toMatchObject({ status: 2, stderr: expect.stringContaining('https') });
  const url = await calledOtherwise(() => ({ resource: gateway.url, authorization_servers: [gateway.url] }));
  const other = await cli.run('login', '--url', url);
  expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining(`--url ${gateway.url}`) });
});

/** A server that gives the same answer to everything, as a misconfigured gateway does. */
async function calledOtherwise(told: (url: string) => object): Promise<string> {
  const url = await serving((asked, outgoing) => {
    answer(200, JSON.stringify(told(url)), { 'content-type': 'application/json' })(asked, outgoing);
  });
  return url;
}

test.each([
  ['an issuer that is no address', (url: string) => ({ resource: url, authorization_servers: ['nowhere'] })],
  ['an issuer that is no text', (url: string) => ({ resource: url, authorization_servers: [7] })],
  ['no place to sign in', (url: string) => ({ resource: url, authorization_servers: [url], issuer: url })],
  [
    'a place to sign in that is no address',
    (url: string) => ({
      resource: url,
      authorization_servers: [url],
      issuer: url,
      authorization_endpoint: 'here',
      token_endpoint: `${url}/token`,
    }),
  ],
])('a gateway that names %s is told of in a sentence, and the command ends', async (_what, answer) => {
  const cli = await commandLine({ BROWSER: '/bin/false' });
  const { status, stdout, stderr } = await cli.run('login', '--url', await calledOtherwise(answer));
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^The gateway names .+ as the address to sign in at, which is not an address\.\n$/);
});

test('a token of the environment is sent to no other machine in the clear', async () => {
  const cli = await commandLine({ WORKSPACE_URL: 'http://workspace.example.com', WORKSPACE_TOKEN: 'secret' });
  for (const args of [['whoami'], ['mcp', '--url', 'http://192.0.2.1:8787']]) {
    const { status, stderr } = await cli.run(...args);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^http:\S+ would show your tokens to the network; use an address that begins with https/);
  }
});
