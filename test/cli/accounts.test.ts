import { describe, expect, test } from 'vitest';
import { signIn } from '../../src/auth/accounts.ts';
import { openStore } from '../../src/folder/open.ts';
import { administeredFolder } from '../support/administering.ts';
import { expectSound } from '../support/check.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const administered = administeredFolder();
const { as, done, events, refused, run, user, withInput } = administered;

const signedIn = async (email: string, password: string) => {
  const database = await openStore(administered.folder);
  const answer = await signIn(database, { email, password, address: '192.0.2.1' });
  await database.close();
  return answer;
};

test('a user who is added to a running gateway’s folder works on it at once', async () => {
  const mia = await user('Mia@Workspace.test');
  expect(mia).toMatchObject({ email: 'mia@workspace.test', role: 'member', hasPassword: false });
  const account = await as('mia@workspace.test');
  expect(await account.done('GET /me')).toMatchObject({ userId: mia.userId, organization: mia.organization });
  expect((await account.done('GET /channels/general')).channel.role).toBe('writer');
  expect((await (await as('MIA@workspace.test')).done('GET /me')).userId).toBe(mia.userId);
  expect(await events(mia.userId)).toEqual([
    { action: 'user.created', organization_id: mia.organization.id, interface: 'cli' },
  ]);
});

test('an organisation has its own people, channels and limits', async () => {
  const details = ['--name', 'Elsewhere', '--max-upload-bytes', '1000', '--time-zone', 'Asia/Tokyo'];
  const { organizationId, ...elsewhere } = await done('organizations add', ...details);
  expect(elsewhere).toMatchObject({ name: 'Elsewhere', maxUploadBytes: 1_000, timeZone: 'Asia/Tokyo', users: 0 });
  const early = ['--email', 'lea@elsewhere.test', '--name', 'Lea', '--organization', organizationId];
  expect(await refused('users add', ...early)).toMatch(/add an admin first/);

  await user('lea@elsewhere.test', '--role', 'admin', '--organization', organizationId);
  await user('ned@elsewhere.test', '--organization', 'Elsewhere');
  const [lea, ned] = [await as('lea@elsewhere.test'), await as('ned@elsewhere.test')];
  const { channels } = await ned.done('GET /channels');
  expect(channels).toMatchObject([{ slug: 'general', role: 'writer' }]);
  expect((await lea.done('GET /channels/general')).channel).toMatchObject({ id: channels[0]!.id, role: 'manager' });
  expect(await ned.done('GET /me')).toMatchObject({ organization: { id: organizationId }, maxUploadBytes: 1_000 });

  await done(
    'organizations update',
    '--organization',
    organizationId,
    '--name',
    'Over there',
    '--max-upload-bytes',
    '2000',
  );
  expect(await ned.done('GET /me')).toMatchObject({ organization: { name: 'Over there' }, maxUploadBytes: 2_000 });
  const { organizations } = await done('organizations list');
  expect(organizations).toContainEqual(
    expect.objectContaining({ organizationId, name: 'Over there', timeZone: 'Asia/Tokyo', users: 2 }),
  );
  expect((await events(organizationId)).map(({ action }) => action)).toEqual([
    'organization.created',
    'organization.updated',
  ]);
});

test('an address is one user’s alone, in any case', async () => {
  await user('one@workspace.test');
  for (const email of ['one@workspace.test', ' ONE@Workspace.TEST'])
    expect(await refused('users add', '--email', email, '--name', 'Two')).toBe(
      'There is a user with the address one@workspace.test already.\n',
    );
});

test('a role and a name change at once', async () => {
  const { userId } = await user('rob@workspace.test');
  const rob = await as('rob@workspace.test');
  await done('users update', '--email', 'rob@workspace.test', '--role', 'admin', '--name', 'Robert');
  expect((await rob.done('GET /channels/general')).channel.role).toBe('manager');
  expect((await rob.done('GET /me')).name).toBe('Robert');
  expect((await events(userId)).map(({ action }) => action)).toEqual(['user.created', 'user.updated']);
});

test('a removed user is not a caller any more, and their address is free', async () => {
  const usersThere = async () => (await done('organizations list')).organizations[0].users as number;
  const before = await usersThere();
  const { userId } = await user('eve@workspace.test');
  expect(await usersThere()).toBe(before + 1);
  const eve = await as('eve@workspace.test');
  const { channel } = await eve.done('POST /channels', { name: 'Eve’s' });
  await withInput('correct horse', 'users password', '--email', 'eve@workspace.test', '--password-stdin');
  await done('users remove', '--email', 'eve@workspace.test');
  expect(await usersThere()).toBe(before);
  expectProblem(await eve.call('GET /me'), 'unauthenticated');
  expect(await signedIn('eve@workspace.test', 'correct horse')).toEqual({ refused: 'wrong' });
  expect(await refused('users password', '--email', 'eve@workspace.test', '--password-stdin')).toMatch(/8 to 1024/);
  const admin = await administered.owner();
  expect((await admin.done(`GET /channels/${channel.id}`)).channel.createdBy.id).toBe(userId);
  expect((await admin.done(`GET /channels/${channel.id}/members`)).members).toEqual([]);
  expectProblem(await admin.call(`PUT /channels/${channel.id}/members/${userId}`, { role: 'reader' }), 'not_found');
  expect((await user('eve@workspace.test')).userId).not.toBe(userId);
  expect((await events(userId)).at(-1)!.action).toBe('user.removed');
});

test('an organisation keeps an admin', async () => {
  await done('organizations add', '--name', 'Small');
  await user('ada@small.test', '--role', 'admin', '--organization', 'Small');
  const last = ['--email', 'ada@small.test'];
  expect(await refused('users remove', ...last)).toMatch(/only admin/);
  expect(await refused('users update', ...last, '--role', 'member')).toMatch(/only admin/);
});

test('a user may be named by their ID, also without an address', async () => {
  const { userId } = await user('una@workspace.test');
  expect(await done('users update', '--user', userId, '--name', 'Una')).toMatchObject({ name: 'Una' });
  await withInput('correct horse', 'users password', '--user', userId, '--password-stdin');
  expect(await signedIn('una@workspace.test', 'correct horse')).toEqual({ userId });
  expect(await done('users sign-out', '--user', userId)).toEqual({ userId, signedOut: true });
  expect((await events(userId)).at(-1)!.action).toBe('user.signed_out');
  await inStorage(administered.folder, (tx) =>
    tx.updateTable('users').set({ email: null }).where('id', '=', userId).execute(),
  );
  const { stderr } = await withInput('correct horse', 'users password', '--user', userId, '--password-stdin');
  expect(stderr).toMatch(/no address to sign in with/);
  expect(await done('users remove', '--user', userId)).toMatchObject({ userId, removed: true });
  expect(await refused('users remove', '--user', userId)).toBe(
    `There is no user with the ID ${userId} in this workspace.\n`,
  );
});

describe('a password', () => {
  const add = (email: string, password: string | Uint8Array) =>
    withInput(password, 'users add', '--email', email, '--name', 'Pat', '--password-stdin');

  test('comes by stdin, without the end of its line, and lets its user sign in', async () => {
    const { stdout } = await add('pat@workspace.test', 'correct horse\n');
    expect(stdout).toMatch(/^usr_\w+ pat@workspace\.test "Pat": member of Workspace, with a password\n$/);
    expect(await signedIn('Pat@workspace.test', 'correct horse')).toEqual({ userId: stdout.split(' ')[0] });
  });

  test('is replaced by a new one, whatever was guessed until then', async () => {
    await add('kim@workspace.test', 'correct horse');
    for (let guess = 0; guess < 6; guess += 1) await signedIn('kim@workspace.test', 'wrong horse');
    expect(await signedIn('kim@workspace.test', 'correct horse')).toMatchObject({ refused: 'wait' });
    const { status } = await withInput(
      'another horse\r\n',
      'users password',
      '--email',
      'KIM@workspace.test',
      '--password-stdin',
    );
    expect(status).toBe(0);
    expect(await signedIn('kim@workspace.test', 'correct horse')).toEqual({ refused: 'wrong' });
    expect(await signedIn('kim@workspace.test', 'another horse')).toHaveProperty('userId');
  });

  test.each([
    ['of 8 characters', 'a'.repeat(8), undefined],
    ['of 7 characters', 'a'.repeat(7), /must be 8 to 1024 characters/],
    ['of 1,024 characters', 'ä'.repeat(1_024), undefined],
    ['of 1,025 characters', 'ä'.repeat(1_025), /must be 8 to 1024 characters/],
    ['that is not there', '', /must be 8 to 1024 characters/],
    ['of bytes that are no text', Buffer.from('passwo\xffrd', 'latin1'), /must be UTF-8/],
  ])('%s', async (what, password, sentence) => {
    const { status, stderr } = await add(`${what.replaceAll(/\W/g, '-')}@workspace.test`, password);
    expect(stderr).toMatch(sentence ?? /^$/);
    expect(status).toBe(sentence ? 1 : 0);
  });

  test('never stands in a command', async () => {
    expect(await refused('users password', '--email', 'mia@workspace.test')).toMatch(/--password-stdin must be given/);
  });

  test('and its hash show in no output and no log', async () => {
    const outputs = [
      await add('sam@workspace.test', 'secret horse'),
      await add('sam@workspace.test', 'secret horse'),
      await add('sue@workspace.test', 'secret'),
      await withInput('secret horse', 'users password', '--email', 'sam@workspace.test', '--password-stdin', '--json'),
      await run('users list', '--json'),
      await run('users list'),
    ];
    for (const text of [...outputs.map(({ stdout, stderr }) => stdout + stderr), administered.log()])
      expect(text).not.toMatch(/secret|\$argon2|\$scrypt/);
  });
});

test('the list shows everybody, whose they are and how they may sign in', async () => {
  await withInput('correct horse', 'users add', '--email', 'zoe@workspace.test', '--name', 'Zoe', '--password-stdin');
  const { users } = await done('users list');
  expect(users[0]).not.toHaveProperty('email');
  expect(users[0]).toMatchObject({ isUserOfThisMachine: true });
  expect(users.at(-1)).toEqual({
    userId: expect.stringMatching(/^usr_/),
    name: 'Zoe',
    email: 'zoe@workspace.test',
    role: 'member',
    organization: users[0].organization,
    hasPassword: true,
    createdAt: expect.stringMatching(/Z$/),
  });
});

describe('invalid arguments are refused with a sentence for every mistake:', () => {
  test.each<[command: string, options: Record<string, string>, sentences: string[]]>([
    [
      'users add',
      { email: 'mia', name: ' ', role: 'owner' },
      ['--email must be an', '--name must be 1 to', '--role must be admin or member'],
    ],
    ['users add', { email: 'x@mail.test', name: 'x'.repeat(301) }, ['--name']],
    ['users add', { email: 'x@mail.test', name: 'X', organization: 'Nowhere' }, ['There is no organisation Nowhere']],
    ['users update', { email: 'mia@workspace.test' }, ['--name, --role or --address must be given']],
    [
      'users update',
      { email: 'nobody@workspace.test', name: 'X' },
      ['There is no user with the address nobody@workspace.test'],
    ],
    ['users remove', {}, ['--email or --user must be given, not both']],
    ['users sign-out', { email: 'mia@workspace.test', user: 'usr_1' }, ['--email or --user must be given, not both']],
    ['users remove', { email: 'nobody@workspace.test' }, ['There is no user with the address']],
    [
      'organizations add',
      { name: '', 'max-upload-bytes': '0', 'time-zone': 'Moon' },
      ['--name must', '--max-upload-bytes must be 1 to 52428800', '--time-zone must'],
    ],
    ['organizations add', { name: 'X', 'max-upload-bytes': '52428801' }, ['--max-upload-bytes must']],
    ['organizations add', { name: 'X', 'max-upload-bytes': '1e3' }, ['--max-upload-bytes must']],
    ['organizations add', { name: 'X', 'time-zone': '+02:00' }, ['--time-zone must']],
    ['organizations update', { organization: 'Workspace' }, ['must be given']],
    ['organizations update', { organization: 'Nowhere', name: 'X' }, ['There is no organisation Nowhere']],
  ])('%s %j', async (command, options, sentences) => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const told = await refused(command, ...args);
    for (const sentence of sentences) expect(told).toContain(sentence);
  });

  test('an address of more than 254 characters', async () => {
    const address = (length: number) => `${'a'.repeat(length - '@mail.test'.length)}@mail.test`;
    expect((await user(address(254))).email).toHaveLength(254);
    expect(await refused('users add', '--email', address(255), '--name', 'X')).toMatch(/--email must be at most 254/);
  });

  test('an organisation that would have the name or the ID of another', async () => {
    const { organizationId } = await done('organizations add', '--name', 'First');
    await done('organizations add', '--name', 'Second');
    for (const name of ['First', organizationId]) {
      expect(await refused('organizations add', '--name', name)).toMatch(/choose another name/);
      expect(await refused('organizations update', '--organization', 'Second', '--name', name)).toMatch(
        /choose another/,
      );
    }
    await done('organizations update', '--organization', 'First', '--name', 'First');
  });

  test('organisations that their admins named alike are told apart by their IDs', async () => {
    const { organizationId } = await done('organizations add', '--name', 'Twins');
    const other = await done('organizations add', '--name', 'Other');
    await user('twin@other.test', '--role', 'admin', '--organization', other.organizationId);
    const token = await accessToken(administered.folder, '--user', 'twin@other.test', '--scope', 'workspace.admin');
    const admin = accountAt(administered.url, token);
    const rename = (name: string) => admin.done(`PATCH /admin/organizations/${other.organizationId}`, { name });
    await rename('Twins');
    expect(await refused('organizations update', '--organization', 'Twins', '--name', 'X')).toMatch(/give the ID/);
    await rename(organizationId);
    const changed = await done('organizations update', '--organization', organizationId, '--name', 'Twin');
    expect(changed).toMatchObject({ organizationId, name: 'Twin' });
  });
});

test('after all of this the folder is sound', () => expectSound(administered.folder));
