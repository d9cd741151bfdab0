import { beforeAll, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import {
  addClient,
  authorizationUrl,
  Browser,
  exchangeCode,
  givePasswords,
  password,
  refresh,
} from '../support/authorization.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { keepAuthorizations } from '../trust/fairness/cases/rows.ts';

const [mia, tom, eve] = ['mia@workspace.test', 'tom@workspace.test', 'eve@workspace.test'];
const gateway = sharedGateway({ email: mia }, { email: tom }, { email: eve });
let client: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia, tom);
  client = await addClient(gateway.dataFolder, { name: 'Notes' });
});

async function letIn(email: string) {
  const browser = new Browser(gateway.url);
  const code = (await browser.authorize(authorizationUrl(gateway.url, client), email)).get('code')!;
  const { body } = await exchangeCode(gateway.url, client, code);
  return { browser, account: accountAt(gateway.url, body.access_token), refreshToken: body.refresh_token };
}
const statusOf = async ({ call }: { call: (request: string) => Promise<{ status: number }> }) =>
  (await call('GET /me')).status;
const byHand = async (email: string) => accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', email));

test('a person sees where they are signed in, and ends one sign-in alone', async () => {
  const [first, second, other] = [await letIn(mia), await letIn(mia), await letIn(tom)];
  const me = await byHand(mia);
  const { signIns } = await me.done('GET /me/sign-ins');
  const applications = signIns.filter(({ type }) => type === 'application');
  expect(applications).toHaveLength(2);
  expect(applications[0]).toMatchObject({
    client: { id: client, name: 'Notes' },
    scopes: ['workspace.query', 'workspace.read', 'workspace.write'],
  });
  expect(signIns.filter(({ type }) => type === 'browser')).toHaveLength(2);
  expect(signIns.every(({ since, expiresAt }) => since < expiresAt)).toBe(true);

  const own = await (await byHand(tom)).done('GET /me/sign-ins');
  for (const { id } of own.signIns) expect(await me.done(`DELETE /me/sign-ins/${id}`)).toEqual({ deleted: true });
  expect(await statusOf(other.account)).toBe(200);
  expect((await refresh(gateway.url, client, other.refreshToken)).status).toBe(200);

  for (const { id } of applications) {
    const before = [await statusOf(first.account), await statusOf(second.account)];
    expect(await me.done(`DELETE /me/sign-ins/${id}`)).toEqual({ deleted: true });
    expect(await me.done(`DELETE /me/sign-ins/${id}`)).toEqual({ deleted: true });
    const after = [await statusOf(first.account), await statusOf(second.account)];
    expect(after.filter((status) => status === 200)).toHaveLength(before.filter((status) => status === 200).length - 1);
  }
  expect((await refresh(gateway.url, client, first.refreshToken)).body.error).toBe('invalid_grant');
  const left = await me.done('GET /me/sign-ins');
  expect(left.signIns.map(({ type }) => type)).toEqual(['browser', 'browser']);
  for (const { id } of left.signIns) await me.done(`DELETE /me/sign-ins/${id}`);
  expect((await first.browser.open(authorizationUrl(gateway.url, client))).html).toContain('value="sign-in"');
});

test('a token that a person makes is listed by its name, does what was chosen, and ends alone', async () => {
  const me = await byHand(tom);
  const wanted = { name: 'Nightly report', scopes: ['workspace.read'], expiresInDays: 1, currentPassword: password };
  const { token, signIn } = await me.done('POST /me/tokens', wanted);
  const other = await me.done('POST /me/tokens', { ...wanted, name: 'Other' });
  expect(signIn).toMatchObject({ type: 'token', name: 'Nightly report', scopes: ['workspace.read'] });
  const { signIns } = await me.done('GET /me/sign-ins');
  expect(signIns.find(({ id }) => id === signIn.id)).toEqual(signIn);
  expect(JSON.stringify(signIns)).not.toContain(token);
  const program = accountAt(gateway.url, token);
  expect((await program.done('GET /me')).scopes).toEqual(['workspace.read']);
  expectProblem(await program.call('POST /channels', { name: 'New' }), 'insufficient_scope');
  await me.done(`DELETE /me/sign-ins/${signIn.id}`);
  expectProblem(await program.call('GET /me'), 'unauthenticated');
  expect(await statusOf(accountAt(gateway.url, other.token))).toBe(200);
});

test.each([
  ['a wrong password', { currentPassword: 'a guess' }, '/currentPassword'],
  ['more than the caller may', { scopes: ['workspace.read', 'workspace.admin'] }, '/scopes'],
  ['no scope', { scopes: [] }, '/scopes'],
  ['no name', { name: ' ' }, '/name'],
  ['the name of another token', { name: 'Other' }, '/name'],
  ['a life beyond the longest', { expiresInDays: limits.tokenDaysMost + 1 }, '/expiresInDays'],
])('no token is made with %s', async (_, wrong, path) => {
  const me = await byHand(tom);
  const right = { name: 'Report', scopes: ['workspace.read'], expiresInDays: 90, currentPassword: password };
  const { signIns } = await me.done('GET /me/sign-ins');
  const refused = expectProblem(await me.call('POST /me/tokens', { ...right, ...wrong }), 'invalid_request');
  expect(refused.errors?.[0]?.path).toBe(path);
  expect((await me.done('GET /me/sign-ins')).signIns).toEqual(signIns);
});

test('a person has as many tokens as the limit says', async () => {
  const userId = gateway.idOf(tom);
  await inStorage(gateway.dataFolder, async (db) => {
    const tokens = db.selectFrom('authorizations').select('id').where('kind', '=', 'Token');
    const wanting = limits.tokensEach - 1 - (await tokens.execute()).length;
    const rows = Array.from({ length: wanting }, (_, index) => ({
      kind: 'Token',
      id: `tok_${index}`,
      payload: JSON.stringify({ accountId: userId, name: `Number ${index}`, scope: 'workspace.read', iat: 1 }),
    }));
    await db
      .insertInto('authorizations')
      .values(rows.map((row) => ({ ...row, expires_at: 9_999_999_999 })))
      .execute();
  });
  const me = await byHand(tom);
  const wanted = { name: 'Last', scopes: ['workspace.read'], expiresInDays: limits.tokenDaysMost };
  await me.done('POST /me/tokens', { ...wanted, currentPassword: password });
  const beyond = await me.call('POST /me/tokens', { ...wanted, name: 'One more', currentPassword: password });
  expect(expectProblem(beyond, 'forbidden').detail).toContain('End one of them first');
  await inStorage(gateway.dataFolder, (db) => db.deleteFrom('authorizations').where('kind', '=', 'Token').execute());
});

test('pages meet each sign-in once', async () => {
  await letIn(tom);
  const me = await byHand(tom);
  const { signIns: all } = await me.done('GET /me/sign-ins');
  const { signIns, nextCursor } = await me.done('GET /me/sign-ins?limit=1');
  const rest = await me.done(`GET /me/sign-ins?cursor=${nextCursor}`);
  expect([...signIns, ...rest.signIns]).toEqual(all);
});

test('a new password needs the present one, and ends every sign-in and token of the person alone', async () => {
  const [first, other] = [await letIn(mia), await letIn(tom)];
  const me = await byHand(mia);
  const wrong = await me.call('PUT /me/password', { currentPassword: 'a guess', password: 'another horse' });
  expect(expectProblem(wrong, 'invalid_request').errors?.[0]?.path).toBe('/currentPassword');
  expect(await statusOf(first.account)).toBe(200);
  expect(await me.done('PUT /me/password', { currentPassword: password, password: 'another horse' })).toEqual({
    changed: true,
  });
  for (const ended of [me, first.account]) expectProblem(await ended.call('GET /me'), 'unauthenticated');
  expect((await refresh(gateway.url, client, first.refreshToken)).body.error).toBe('invalid_grant');
  expect(await statusOf(other.account)).toBe(200);
  const page = await first.browser.open(authorizationUrl(gateway.url, client));
  expect((await first.browser.signIn(page, mia, 'another horse')).url).toContain('code=');
  expect(await statusOf(await byHand(mia))).toBe(200);
});

test('very many tokens end in stretches, and with them what an application gets meanwhile', async () => {
  const [userId, count] = [gateway.idOf(tom), 5 * limits.rowsRemovedAtOnce];
  await inStorage(gateway.dataFolder, (tx) =>
    keepAuthorizations(tx, { kind: 'RefreshToken', userId, clientId: client, count }),
  );
  const me = await byHand(tom);
  let { refreshToken } = await letIn(tom);
  const accounts = [me];
  const ended = me.done('POST /me/sign-out');
  for (;;) {
    const { status, body } = await refresh(gateway.url, client, refreshToken);
    if (status !== 200) break;
    refreshToken = body.refresh_token;
    accounts.push(accountAt(gateway.url, body.access_token));
  }
  expect(await ended).toEqual({ signedOut: true });
  for (const account of accounts) expect(await statusOf(account)).toBe(401);
  expect((await refresh(gateway.url, client, refreshToken)).body.error).toBe('invalid_grant');
  expect(await statusOf((await letIn(tom)).account)).toBe(200);
});

test('wrong passwords are slowed down like those of a sign-in', async () => {
  const me = await byHand(tom);
  const guess = () => me.call('PUT /me/password', { currentPassword: 'a guess', password: 'another horse' });
  for (let attempt = 0; attempt < 5; attempt += 1) expectProblem(await guess(), 'invalid_request');
  let refused = await guess();
  // Each guess doubles the wait, so it becomes longer than a busy machine takes to look at a guess.
  for (let more = 0; more < 8 && refused.status === 400; more += 1) refused = await guess();
  expectProblem(refused, 'rate_limited');
});

test('a person without a password has none to change', async () => {
  const me = await byHand(eve);
  const asked = await me.call('PUT /me/password', { currentPassword: 'a guess', password: 'another horse' });
  expect(expectProblem(asked, 'forbidden').detail).toContain('An admin gives you an address and a password');
});

test.each([
  ['x'.repeat(7), false],
  ['x'.repeat(8), true],
  ['x'.repeat(1_024), true],
  ['x'.repeat(1_025), false],
])('a new password of this length is taken or not', async (text, isTaken) => {
  const me = await byHand(eve);
  const { body } = await me.call('PUT /me/password', { currentPassword: 'a guess', password: text });
  expect(body.code).toBe(isTaken ? 'forbidden' : 'invalid_request');
});
