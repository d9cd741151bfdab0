import { beforeAll, expect, test } from 'vitest';
import {
  addClient,
  authorizationUrl,
  Browser,
  exchangeCode,
  givePasswords,
  refresh,
} from '../support/authorization.ts';
import { makeIssuer, registerIssuer } from '../support/issuers.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, pipeIntoWorkspace, runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const [mia, tom, eve] = ['mia@workspace.test', 'tom@workspace.test', 'eve@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: tom }, { email: eve });
let client: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia, tom, eve);
  client = await addClient(gateway.dataFolder);
});

/** Somebody signs in and lets the application in. */
async function letIn(email: string) {
  const browser = new Browser(gateway.url);
  const code = (await browser.authorize(authorizationUrl(gateway.url, client), email)).get('code')!;
  const { body } = await exchangeCode(gateway.url, client, code);
  return { browser, account: accountAt(gateway.url, body.access_token), refreshToken: body.refresh_token };
}

const admin = (input: string, ...args: string[]) =>
  pipeIntoWorkspace(input, 'admin', ...args, '--data', gateway.dataFolder);

test('a new password ends sign-ins, access and refresh tokens of its user alone', async () => {
  const [first, other] = [await letIn(mia), await letIn(tom)];
  expect((await first.account.call('GET /me')).status).toBe(200);
  const byHand = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', mia));
  await admin('another horse', 'users', 'password', '--email', mia, '--password-stdin');
  expectProblem(await byHand.call('GET /me'), 'unauthenticated');
  expectProblem(await first.account.call('GET /me'), 'unauthenticated');
  expect((await refresh(gateway.url, client, first.refreshToken)).body.error).toBe('invalid_grant');
  const page = await first.browser.open(authorizationUrl(gateway.url, client));
  expect(page.html).toContain('value="sign-in"');
  expect((await first.browser.signIn(page, mia, 'another horse')).url).toContain('code=');
  expect((await other.account.call('GET /me')).status).toBe(200);
  const anew = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', mia));
  expect((await anew.call('GET /me')).status).toBe(200);
});

test('signing out ends tokens of every kind that were issued until then, also known ones, and those of nobody else', async () => {
  const tokenOf = (...args: string[]) => accessToken(gateway.dataFolder, ...args);
  const before = accountAt(gateway.url, await tokenOf('--user', tom, '--expires', '30d'));
  const others = gateway.admin;
  const issuer = await makeIssuer('https://issuer.test');
  await registerIssuer(gateway.dataFolder, issuer);
  const withSubject = async () => accountAt(gateway.url, await issuer.sign('tim', gateway.url)).call('GET /me');
  const vouched = (await withSubject()).body;
  const early = await issuer.sign('tim', gateway.url);
  const { account, refreshToken } = await letIn(tom);
  for (const one of [before, account]) expect((await one.call('GET /me')).status).toBe(200);

  const { stdout } = await admin('', 'users', 'sign-out', '--email', tom, '--json');
  expect(JSON.parse(stdout)).toEqual({ userId: gateway.idOf(tom), signedOut: true });
  for (const one of [before, account]) expectProblem(await one.call('GET /me'), 'unauthenticated');
  expect((await refresh(gateway.url, client, refreshToken)).body.error).toBe('invalid_grant');
  expect((await others.call('GET /me')).status).toBe(200);
  const after = accountAt(gateway.url, await tokenOf('--user', tom));
  expect((await after.call('GET /me')).status).toBe(200);
  expect((await (await letIn(tom)).account.call('GET /me')).status).toBe(200);

  await admin('', 'users', 'sign-out', '--user', vouched.userId);
  expectProblem(await accountAt(gateway.url, early).call('GET /me'), 'unauthenticated');
  expect((await withSubject()).body.userId).toBe(vouched.userId);
});

test('a user who is removed is signed in nowhere', async () => {
  const { browser, account, refreshToken } = await letIn(eve);
  await runWorkspace('admin', 'users', 'remove', '--email', eve, '--data', gateway.dataFolder);
  expectProblem(await account.call('GET /me'), 'unauthenticated');
  expect((await refresh(gateway.url, client, refreshToken)).body.error).toBe('invalid_grant');
  const page = await browser.open(authorizationUrl(gateway.url, client));
  expect(page.html).toContain('value="sign-in"');
  expect((await browser.signIn(page, eve)).url).not.toContain('code=');
});
