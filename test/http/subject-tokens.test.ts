import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIssuer, registerIssuer, type TestIssuer, type Unlike } from '../support/issuers.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const [taken, gone] = ['taken@workspace.test', 'gone@elsewhere.test'];
const gateway = sharedGateway(
  { email: taken },
  { email: 'lea@elsewhere.test', organization: 'Elsewhere', role: 'admin' },
);
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await makeIssuer('https://issuer.test');
  await registerIssuer(gateway.dataFolder, issuer);
});

const ask = async (sub: string, unlike?: Unlike, by = issuer) =>
  accountAt(gateway.url, await by.sign(sub, gateway.url, unlike)).call('GET /me');

/** Who answers to a token that must not be refused. */
async function me(sub: string, unlike?: Unlike, by?: TestIssuer) {
  const { status, body } = await ask(sub, unlike, by);
  if (status !== 200) throw new Error(body.detail);
  return body;
}

const stored = (userId: string) =>
  inStorage(gateway.dataFolder, (db) =>
    db.selectFrom('users').select(['email', 'role', 'name']).where('id', '=', userId).executeTakeFirstOrThrow(),
  );

test('somebody new becomes a member of the issuer’s organisation, once', async () => {
  const claims = { name: 'Nia New', email: 'Nia@Workspace.test' };
  const first = await me('nia', { claims });
  expect(first).toMatchObject({ name: 'Nia New', organization: { name: 'Workspace' } });
  expect(await stored(first.userId)).toEqual({ name: 'Nia New', email: 'nia@workspace.test', role: 'member' });
  expect((await me('nia', { claims: { name: 'Another name' } })).userId).toBe(first.userId);
  expect((await me('nia')).name).toBe('Nia New');
  const events = await inStorage(gateway.dataFolder, (db) =>
    db.selectFrom('audit_events').select(['action', 'user_id']).where('resource_id', '=', first.userId).execute(),
  );
  expect(events).toEqual([{ action: 'user.created', user_id: first.userId }]);
});

test('an operator tells those without an address apart in the list, and manages them by their IDs', async () => {
  const users = (...args: string[]) => runWorkspace('admin', 'users', ...args, '--data', gateway.dataFolder);
  const { userId } = await me('listed', { claims: { name: 'Liv' } });
  const { stdout } = await users('list');
  const [local, ...others] = stdout.trimEnd().split('\n');
  expect(local).toMatch(/\(no address\) ".+": admin of Workspace, no password, the user of this machine$/);
  expect(others).toContain(
    `${userId} (no address) "Liv": member of Workspace, no password, vouched for by ${issuer.url}`,
  );
  expect(others.join()).not.toContain('the user of this machine');
  expect(JSON.parse((await users('list', '--json')).stdout).users).toContainEqual(
    expect.objectContaining({ userId, vouchedFor: { issuer: issuer.url, subject: 'listed' } }),
  );
  expect((await users('update', '--user', userId, '--role', 'admin')).stderr).toBe('');
  expect((await stored(userId)).role).toBe('admin');
  expect((await users('remove', '--user', userId)).stderr).toBe('');
  expectProblem(await ask('listed'), 'unauthenticated');
});

test('many first sights at once make one user', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => me('many')));
  expect(new Set(answers.map(({ userId }) => userId)).size).toBe(1);
});

test('an address that is another user’s is not taken over', async () => {
  const { userId } = await me('thief', { claims: { email: taken } });
  expect(userId).not.toBe(gateway.idOf(taken));
  expect((await stored(userId)).email).toBeNull();
});

test.each([
  ['no name', {}, 'plain'],
  ['a name that is none', { name: 'x\ny' }, 'plain'],
  ['a name that is no text', { name: 7 }, 'plain'],
])('with %s the subject is the name', async (what, claims, name) => {
  expect((await me(`${name} ${what}`, { claims })).name).toBe(`${name} ${what}`);
});

test('an address that is none is left out', async () => {
  expect((await stored((await me('no-address', { claims: { email: 'nowhere' } })).userId)).email).toBeNull();
});

describe('scopes are', () => {
  test('those of the issuer', async () => {
    expect((await me('nia')).scopes).toEqual(['workspace.read', 'workspace.write']);
  });

  test('fewer where the token says so', async () => {
    expect((await me('nia', { claims: { scope: 'workspace.read' } })).scopes).toEqual(['workspace.read']);
    expectProblem(await ask('nia', { claims: { scope: 'workspace.write' } }), 'insufficient_scope');
    expectProblem(await ask('nia', { claims: { scope: '' } }), 'insufficient_scope');
  });
});

test.each(['ES256', 'RS256'])('an issuer may sign by %s', async (alg) => {
  const other = await makeIssuer(`https://${alg}.test`, alg);
  await registerIssuer(gateway.dataFolder, other);
  expect((await me('nia', {}, other)).userId).not.toBe((await me('nia')).userId);
});

test.each(['/mcp', ''])('a token may be for the gateway%s', async (path) => {
  const token = await issuer.sign('nia', gateway.url + path);
  expect((await accountAt(gateway.url, token).call('GET /me')).status).toBe(200);
});

test('a token may be for the installation', async () => {
  const { iss } = JSON.parse(Buffer.from(gateway.admin.token!.split('.')[1]!, 'base64url').toString());
  const token = await issuer.sign('nia', iss);
  expect((await accountAt(gateway.url, token).call('GET /me')).status).toBe(200);
});

describe('at the limits a token is good:', () => {
  const now = () => Math.floor(Date.now() / 1_000);

  test.each<[what: string, claims: () => Unlike['claims']]>([
    ['ten minutes of life', () => ({ iat: now(), exp: now() + 600 })],
    ['a clock that is almost a minute ahead', () => ({ iat: now() + 50, nbf: now() + 50, exp: now() + 600 })],
    ['a clock that is almost a minute behind', () => ({ iat: now() - 600, exp: now() - 50 })],
    ['255 characters of jti', () => ({ jti: 'j'.repeat(255) })],
  ])('%s', async (_what, claims) => {
    expect((await ask('nia', { claims: claims() })).status).toBe(200);
  });

  test('255 characters of sub', async () => {
    expect((await ask('s'.repeat(255))).status).toBe(200);
  });
});

test('an issuer of another organisation vouches for its people alone, and removing it ends that at once', async () => {
  const other = await makeIssuer('https://elsewhere.test');
  await registerIssuer(gateway.dataFolder, other, { organization: 'Elsewhere' });
  const before = await me('nia', {}, other);
  expect(before.organization.name).toBe('Elsewhere');
  const remove = ['admin', 'issuers', 'remove', '--issuer', other.url, '--data', gateway.dataFolder];
  expect((await runWorkspace(...remove)).stderr).toBe('');
  expectProblem(await ask('nia', {}, other), 'unauthenticated');
  await registerIssuer(gateway.dataFolder, other, { organization: 'Elsewhere' });
  expect((await me('nia', {}, other)).userId).toBe(before.userId);
});

test('a removed or moved user is not a caller, and does not come back as another', async () => {
  const users = () => inStorage(gateway.dataFolder, (db) => db.selectFrom('users').select('id').execute());
  await me('gone', { claims: { email: gone } });
  const { userId } = await me('moved');
  await runWorkspace('admin', 'users', 'remove', '--email', gone, '--data', gateway.dataFolder);
  await inStorage(gateway.dataFolder, async (tx) => {
    const elsewhere = await tx
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', 'Elsewhere')
      .executeTakeFirst();
    await tx.updateTable('users').set({ organization_id: elsewhere!.id }).where('id', '=', userId).execute();
  });
  const before = await users();
  for (const sub of ['gone', 'moved']) expectProblem(await ask(sub), 'unauthenticated');
  expect(await users()).toEqual(before);
});

test('a used token is forgotten once it has expired', async () => {
  const used = () =>
    inStorage(gateway.dataFolder, (db) => db.selectFrom('used_subject_tokens').select('token_id').execute());
  await me('nia', { claims: { jti: 'old' } });
  expect(await used()).toContainEqual({ token_id: 'old' });
  await inStorage(gateway.dataFolder, (tx) => tx.updateTable('used_subject_tokens').set({ expires_at: 1 }).execute());
  await me('nia', { claims: { jti: 'new' } });
  expect(await used()).toEqual([{ token_id: 'new' }]);
});

describe('an issuer with keys at an address', () => {
  let server: Server;
  let answer: string | undefined;
  let fetched = 0;
  let remote: TestIssuer;

  beforeAll(async () => {
    server = createServer((request, response) => {
      fetched += 1;
      if (request.url === '/moved') response.writeHead(302, { location: '/jwks' }).end();
      else if (answer === undefined) response.writeHead(500).end();
      else response.end(answer);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    remote = await at('/jwks');
    answer = JSON.stringify(remote.jwks);
  });
  afterAll(() => server.close());

  /** An issuer whose keys are there. */
  async function at(path: string): Promise<TestIssuer> {
    const { port } = server.address() as AddressInfo;
    const other = await makeIssuer(`http://127.0.0.1:${port}${path}-${fetched}`);
    await registerIssuer(gateway.dataFolder, other, { jwks: `http://127.0.0.1:${port}${path}` });
    return other;
  }

  test('is asked once for many tokens', async () => {
    for (const sub of ['one', 'two', 'three']) await me(sub, {}, remote);
    expect(fetched).toBe(1);
  });

  test('is not asked for each key that it does not have', async () => {
    for (const kid of ['a', 'b', 'c']) expectProblem(await ask('one', { header: { kid } }, remote), 'unauthenticated');
    expect(fetched).toBe(1);
  });

  test.each<[what: string, path: string, content: (own: TestIssuer) => string | undefined]>([
    ['that does not answer well', '/broken', () => undefined],
    ['that is no key set', '/page', () => '<html>'],
    ['that is somewhere else', '/moved', (own) => JSON.stringify(own.jwks)],
    ['that is too large', '/large', (own) => JSON.stringify({ ...own.jwks, more: 'x'.repeat(256 * 1024) })],
  ])('%s makes the gateway say that it cannot tell now', async (_what, path, content) => {
    const own = await at(path);
    answer = content(own);
    expectProblem(await ask('one', {}, own), 'unavailable');
  });

  test('of up to 256 KiB is read', async () => {
    const own = await at('/full');
    const bare = JSON.stringify({ ...own.jwks, more: '' });
    answer = JSON.stringify({ ...own.jwks, more: 'x'.repeat(256 * 1024 - bare.length) });
    expect((await ask('one', {}, own)).status).toBe(200);
  });
});
