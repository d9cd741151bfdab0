import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../../schemas/operation.ts';
import { limits } from '../../schemas/limits.ts';
import { signIn } from '../../src/auth/accounts.ts';
import { openStore } from '../../src/folder/open.ts';
import { newId } from '../../src/store/ids.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken, runWorkspace } from '../support/product.ts';
import { type Account, accountAt, sharedGateway } from '../support/rest.ts';
import { addedSource, csvFile, syncSources } from '../support/sources.ts';
import { inStorage, traces } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const second = 'second@workspace.test';
const lea = 'lea@elsewhere.test';
const gateway = sharedGateway(
  { email: mia },
  { email: second, role: 'admin' },
  { email: lea, role: 'admin', organization: 'Elsewhere' },
);
let admin: Account;
let elsewhere: Account;

const withScope = async (scope: string, ...user: string[]) =>
  accountAt(gateway.url, await accessToken(gateway.dataFolder, ...user, '--scope', scope));

beforeAll(async () => {
  admin = await withScope(scopes.join(' '));
  elsewhere = await withScope(scopes.join(' '), '--user', lea);
});

const added = async (details: object = {}, by = admin) => {
  const body = { email: `${newId('usr')}@workspace.test`, name: 'Somebody', ...details };
  return (await by.done('POST /admin/users', body)).user;
};

const signedIn = async (email: string, password: string) => {
  const database = await openStore(gateway.dataFolder);
  const answer = await signIn(database, { email, password, address: '192.0.2.1' });
  await database.close();
  return answer;
};

const events = (resourceId: string) =>
  inStorage(gateway.dataFolder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'user_id as by', 'interface'])
      .where('resource_id', '=', resourceId)
      .orderBy('id')
      .execute(),
  );

const setRole = (email: string, role: 'admin' | 'member') =>
  inStorage(gateway.dataFolder, (tx) => tx.updateTable('users').set({ role }).where('email', '=', email).execute());

describe('the scope workspace.admin', () => {
  test('is in no token that does not name it', async () => {
    expect((await gateway.admin.done('GET /me')).scopes).not.toContain('workspace.admin');
    const refused = await gateway.admin.call('GET /admin/users');
    expect(expectProblem(refused, 'insufficient_scope').detail).toContain('workspace.admin');
    expect(refused.headers.get('www-authenticate')).toContain('scope="workspace.admin"');
  });

  test('is printed for no member', async () => {
    const args = ['--data', gateway.dataFolder, '--scope', 'workspace.admin', '--user', mia];
    const { status, stdout, stderr } = await runWorkspace('token', ...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^--scope workspace\.admin is only for an admin/);
  });

  test('allows nothing else', async () => {
    const only = await withScope('workspace.admin');
    expect((await only.call('GET /admin/users')).status).toBe(200);
    expectProblem(await only.call('GET /channels'), 'insufficient_scope');
  });

  test('is worth nothing to an admin who is one no longer, and something again when they are', async () => {
    const account = await withScope(scopes.join(' '), '--user', second);
    expect((await account.call('GET /admin/users')).status).toBe(200);
    await setRole(second, 'member');
    const before = await traces(gateway.dataFolder);
    for (const refused of [
      'GET /admin/users',
      'GET /admin/organizations',
      'POST /admin/keys/rotate',
      'GET /admin/feedback',
    ])
      expect(expectProblem(await account.call(refused), 'forbidden').detail).toMatch(/only an admin/);
    expect(await traces(gateway.dataFolder)).toEqual(before);
    expect((await account.call('GET /channels')).status).toBe(200);
    await setRole(second, 'admin');
    expect((await account.call('GET /admin/users')).status).toBe(200);
  });

  test('is worth nothing to a request that an admin began, who is one no longer when its body comes', async () => {
    const account = await withScope(scopes.join(' '), '--user', second);
    const body = JSON.stringify({ email: 'late@workspace.test', name: 'Late', role: 'admin' });
    const outgoing = request(`${gateway.url}/api/workspace/admin/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    await once(outgoing, 'continue');
    outgoing.write(body.slice(0, 5));
    await expect.poll(() => gateway.admin.call('GET /me').then(({ status }) => status)).toBe(200);
    await setRole(second, 'member');
    outgoing.end(body.slice(5));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(403);
    await setRole(second, 'admin');
    expectProblem(await admin.call('GET /admin/users/late@workspace.test'), 'not_found');
  });
});

test('the page of a refusal says who may administer', async () => {
  const page = await (await fetch(`${gateway.url}/problems/forbidden`)).text();
  expect(page).toContain('ask an admin of the organisation, or the owner of the data folder');
});

describe('users', () => {
  test('another admin neither demotes nor removes the user of the machine', async () => {
    const other = await withScope(scopes.join(' '), '--user', second);
    const { userId } = await gateway.admin.done('GET /me');
    for (const [call, body] of [
      [`PATCH /admin/users/${userId}`, { role: 'member' }],
      [`DELETE /admin/users/${userId}`],
    ] as const)
      expect(expectProblem(await other.call(call, body), 'forbidden').detail).toMatch(/owner of the data folder/);
    expect((await admin.done(`GET /admin/users/${userId}`)).user.role).toBe('admin');
  });

  test('are added with a password, and sign in with it', async () => {
    const { status, headers, body } = await admin.call('POST /admin/users', {
      email: 'Pat@Workspace.test',
      name: 'Pat',
      password: 'correct horse',
    });
    const { user } = body;
    expect([status, headers.get('location')]).toEqual([201, `/api/workspace/admin/users/${user.userId}`]);
    expect(user).toMatchObject({ email: 'pat@workspace.test', role: 'member', hasPassword: true });
    expect((await admin.done(`GET /admin/users/${user.userId}`)).user).toEqual(user);
    expect((await admin.done('GET /admin/users/PAT@workspace.test')).user).toEqual(user);
    expect(await signedIn('pat@workspace.test', 'correct horse')).toEqual({ userId: user.userId });
    const { userId: by } = await admin.done('GET /me');
    expect(await events(user.userId)).toEqual([
      { action: 'user.created', by, interface: 'api' },
      { action: 'user.password_set', by, interface: 'api' },
    ]);
    expectProblem(
      await admin.call('POST /admin/users', { email: 'pat@workspace.test', name: 'Two' }),
      'already_exists',
    );
  });

  test('are listed in pages, each once, and none of another organisation', async () => {
    await Promise.all([added(), added(), added()]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`;
      const page = await admin.done(`GET /admin/users?limit=2${after}`);
      expect(page.users.length).toBeLessThanOrEqual(2);
      expect(new Set(page.users.map(({ organization }) => organization.name))).toEqual(new Set(['Workspace']));
      seen.push(...page.users.map(({ userId }) => userId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted());
    expect(seen).toContain(gateway.idOf(mia));
    expect(seen).not.toContain(gateway.idOf(lea));
    expect((await elsewhere.done('GET /admin/users')).users.map(({ userId }) => userId)).toEqual([gateway.idOf(lea)]);
    expectProblem(await elsewhere.call('GET /admin/users?cursor=x'), 'invalid_request', ['cursor']);
  });

  test('of another organisation are unknown, by ID and by address', async () => {
    const before = await traces(gateway.dataFolder);
    for (const user of [gateway.idOf(lea), lea, 'usr_none', 'none@workspace.test']) {
      for (const [request, body] of [
        [`GET /admin/users/${user}`],
        [`PATCH /admin/users/${user}`, { name: 'Mine' }],
        [`PUT /admin/users/${user}/password`, { password: 'correct horse' }],
        [`POST /admin/users/${user}/sign-out`],
        [`DELETE /admin/users/${user}`],
      ] as const) {
        const { detail } = expectProblem(await admin.call(request, body), 'not_found');
        expect(detail).toBe(
          `There is no user with the ${user.includes('@') ? 'address' : 'ID'} ${user} in this workspace.`,
        );
      }
    }
    const body = { email: 'x@elsewhere.test', name: 'X', organizationId: 'Elsewhere' };
    expectProblem(await admin.call('POST /admin/users', body), 'not_found');
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('change their name and role at once', async () => {
    const user = await added();
    const token = await accessToken(gateway.dataFolder, '--user', user.email!);
    const changed = await admin.done(`PATCH /admin/users/${user.userId}`, { name: 'Robert', role: 'admin' });
    expect(changed.user).toEqual({ ...user, name: 'Robert', role: 'admin' });
    expect((await accountAt(gateway.url, token).done('GET /channels/general')).channel.role).toBe('manager');
    const key = { 'idempotency-key': 'renamed' };
    const rename = () => admin.call(`PATCH /admin/users/${user.userId}`, { name: 'Bob' }, key);
    const [first, again] = [await rename(), await rename()];
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect((await events(user.userId)).filter(({ action }) => action === 'user.updated')).toHaveLength(2);
    expectProblem(await admin.call(`PATCH /admin/users/${user.userId}`, {}), 'invalid_request');
    await admin.done(`PATCH /admin/users/${user.userId}`, { role: 'member' });
  });

  test('who are signed out, or get another password, have no token from before', async () => {
    const user = await added({ password: 'correct horse' });
    for (const [request, body] of [
      [`POST /admin/users/${user.userId}/sign-out`],
      [`PUT /admin/users/${user.userId}/password`, { password: 'another horse' }],
    ] as const) {
      const account = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', user.email!));
      expect((await account.call('GET /me')).status).toBe(200);
      await admin.done(request, body);
      expectProblem(await account.call('GET /me'), 'unauthenticated');
      const next = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', user.email!));
      expect((await next.call('GET /me')).status).toBe(200);
    }
    expect(await signedIn(user.email!, 'another horse')).toEqual({ userId: user.userId });
  });

  test('who are removed are not callers any more, and only channels that the admin reads are named', async () => {
    const user = await added();
    const account = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', user.email!));
    const hidden = await account.done('POST /channels', { name: 'Hidden', visibility: 'private' });
    const member = { role: 'reader' };
    await account.done(`PUT /channels/${hidden.channel.id}/members/${gateway.idOf(mia)}`, member);
    const shared = await account.done('POST /channels', { name: 'Shared', visibility: 'private' });
    const { userId: adminId, name: managerName } = await admin.done('GET /me');
    await account.done(`PUT /channels/${shared.channel.id}/members/${adminId}`, member);
    const answer = await admin.done(`DELETE /admin/users/${user.userId}`);
    const { id: channelId, slug } = shared.channel;
    expect(answer).toEqual({
      userId: user.userId,
      removed: true,
      handedOver: [{ channelId, slug, managerId: adminId, managerName }],
    });
    expectProblem(await account.call('GET /me'), 'unauthenticated');
    expectProblem(await admin.call(`DELETE /admin/users/${user.userId}`), 'not_found');
    expect((await added({ email: user.email })).userId).not.toBe(user.userId);
  });

  test('who are removed leave channels that the answer names, whatever befalls a channel right after', async () => {
    const { userId: adminId } = await admin.done('GET /me');
    for (let round = 0; round < 10; round += 1) {
      const user = await added();
      const account = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', user.email!));
      const { channel } = await account.done('POST /channels', { name: 'Left', visibility: 'private' });
      const members = `/channels/${channel.id}/members`;
      await account.done(`PUT ${members}/${gateway.idOf(mia)}`, { role: 'writer' });
      await account.done(`PUT ${members}/${adminId}`, { role: 'reader' });
      const removal = admin.done(`DELETE /admin/users/${user.userId}`);
      const expulsions = [1, 2, 3].map(() => gateway.as(mia).call(`DELETE ${members}/${adminId}`));
      expect((await removal).handedOver).toMatchObject([{ channelId: channel.id, managerId: gateway.idOf(mia) }]);
      await Promise.all(expulsions);
    }
  });

  test('keep an admin among them', async () => {
    const { userId } = await elsewhere.done('GET /me');
    for (const [request, body] of [
      [`PATCH /admin/users/${userId}`, { role: 'member' }],
      [`DELETE /admin/users/${userId}`],
    ] as const)
      expect(expectProblem(await elsewhere.call(request, body), 'forbidden').detail).toMatch(/only admin/);
  });

  test.each([
    [{ email: 'mia', name: ' ', role: 'owner' }, ['/email', '/name', '/role']],
    [{ email: 'x@mail.test', name: 'X', password: 'a'.repeat(limits.passwordLeast - 1) }, ['/password']],
    [{ email: 'x@mail.test', name: 'X', password: 'a'.repeat(limits.passwordMost + 1) }, ['/password']],
    [{ email: 'x@mail.test', name: 'x'.repeat(limits.title + 1) }, ['/name']],
    [{ email: `${'a'.repeat(limits.email)}@mail.test`, name: 'X' }, ['/email']],
  ])('are refused when they cannot be: %#', async (body, paths) => {
    const before = await traces(gateway.dataFolder);
    expectProblem(await admin.call('POST /admin/users', body), 'invalid_request', paths);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('have passwords that no answer, no log and no table holds', async () => {
    const secret = 'zebra-battery-staple';
    const { userId } = await added({ password: secret });
    const key = { 'idempotency-key': 'once' };
    const reply = await admin.call(`PUT /admin/users/${userId}/password`, { password: secret }, key);
    const again = await admin.call(`PUT /admin/users/${userId}/password`, { password: secret }, key);
    expect([reply.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, null]);
    const keys = await inStorage(gateway.dataFolder, (db) =>
      db.selectFrom('idempotency_keys').select('operation').where('key', '=', 'once').execute(),
    );
    expect(keys).toEqual([]);
    for (const text of [reply.bytes.toString(), again.bytes.toString(), gateway.log()])
      expect(text).not.toContain(secret);
  });
});

describe('organisations', () => {
  test('are changed by their own admins alone', async () => {
    const { organizations } = await admin.done('GET /admin/organizations');
    expect(organizations).toMatchObject([{ name: 'Workspace', users: expect.any(Number) }]);
    const { organizationId } = organizations[0]!;
    const changes = { name: 'Here', timeZone: 'Asia/Tokyo', maxUploadBytes: 1_000 };
    const { organization } = await admin.done(`PATCH /admin/organizations/${organizationId}`, changes);
    expect(organization).toMatchObject({ ...changes, organizationId });
    expect(await gateway.admin.done('GET /me')).toMatchObject({
      organization: { name: 'Here' },
      maxUploadBytes: 1_000,
    });
    expect((await events(organizationId)).at(-1)).toMatchObject({ action: 'organization.updated', interface: 'api' });
    for (const name of [organizationId, 'Here'])
      expectProblem(await elsewhere.call(`PATCH /admin/organizations/${name}`, { name: 'Mine' }), 'not_found');
    for (const wrong of [{}, { maxUploadBytes: limits.uploadBytes + 1 }, { timeZone: '+02:00' }, { name: '' }])
      expectProblem(await admin.call(`PATCH /admin/organizations/${organizationId}`, wrong), 'invalid_request');
    const back = { name: 'Workspace', timeZone: 'UTC', maxUploadBytes: limits.uploadBytes };
    await admin.done('PATCH /admin/organizations/Here', back);
  });
});

test('the admins of an organisation read the feedback of its users, in pages', async () => {
  await gateway.as(mia).done('POST /feedback', { description: 'Good' });
  await gateway.admin.done('POST /feedback', { description: 'Better' });
  await elsewhere.done('POST /feedback', { description: 'Theirs' });
  const page = async (query: string) => {
    const { body } = await admin.call(`GET /admin/feedback?limit=1${query}`);
    return body as unknown as { feedback: { description: string; user: object }[]; nextCursor?: string };
  };
  const first = await page('');
  const next = await page(`&cursor=${first.nextCursor}`);
  expect(first.feedback).toMatchObject([
    { description: 'Good', user: { id: gateway.idOf(mia) }, interfaceType: 'api' },
  ]);
  expect([next.feedback, next.nextCursor]).toEqual([[expect.objectContaining({ description: 'Better' })], undefined]);
});

test('a source that is asked for over HTTP is refused, and one that cannot be is refused as that', async () => {
  const source = (path: string) => ({ channelId: 'general', name: 'Guests', kind: 'csv', path, key: 'Id' });
  const before = await traces(gateway.dataFolder);
  const longest = '/'.repeat(limits.sourcePath);
  expectProblem(await admin.call('POST /admin/sources', source(longest)), 'forbidden');
  expectProblem(await admin.call('POST /admin/sources', source(`${longest}/`)), 'invalid_request', ['/path']);
  expectProblem(await admin.call('POST /admin/sources', source('')), 'invalid_request', ['/path']);
  expect(await traces(gateway.dataFolder)).toEqual(before);
});

test('sources are shown where the admin reads, without paths of the machine', async () => {
  const { channel } = await gateway.as(mia).done('POST /channels', { name: 'Own', visibility: 'private' });
  const file = await csvFile('Id', 'a');
  const args = ['--name', 'Guests', '--csv', file.path, '--key', 'Id'];
  const open = await addedSource(gateway.dataFolder, ...args);
  const { sourceId } = await addedSource(gateway.dataFolder, ...args);
  await inStorage(gateway.dataFolder, (tx) =>
    tx
      .updateTable('data_sets')
      .set({ channel_id: channel.id })
      .where('number', '=', (eb) => eb.selectFrom('sources').select('data_set').where('id', '=', sourceId))
      .execute(),
  );
  await file.write('Id', 'a', 'a');
  expect((await syncSources(gateway.dataFolder, '--source', open.sourceId)).status).toBe(1);
  const { body } = await admin.call('GET /admin/sources');
  const { sources } = body as unknown as { sources: object[] };
  expect(sources).toMatchObject([
    { sourceId: open.sourceId, key: 'Id', problem: expect.stringMatching(/^The file|rows/) },
  ]);
  expect(JSON.stringify(sources)).not.toContain(file.path);
  expectProblem(await admin.call(`GET /admin/sources/${sourceId}`), 'not_found');
  expectProblem(await elsewhere.call(`GET /admin/sources/${open.sourceId}`), 'not_found');
});
