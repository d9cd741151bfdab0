import { describe, expect, test } from 'vitest';
import { staffedGateway } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';
import { inStorage, traces } from '../../support/storage.ts';
import { addUsers } from '../../support/users.ts';

const people = staffedGateway();
describe('members', () => {
  const makeChannel = async (more: object = {}) =>
    (await people.as('mia').done('POST /channels', { name: 'Deals', visibility: 'private', ...more })).channel.slug;

  test('see the channel from when they are put in until they are taken out', async () => {
    const channel = await makeChannel();
    const member = `/channels/${channel}/members/${people.idOf('ned')}`;
    const role = async () => (await people.as('ned').call(`GET /channels/${channel}`)).body.channel?.role;
    expect(await role()).toBeUndefined();
    for (const given of ['reader', 'writer', 'manager', 'reader']) {
      const { member: put } = await people.as('mia').done(`PUT ${member}`, { role: given });
      expect(put).toMatchObject({ userId: people.idOf('ned'), role: given });
      expect(await role()).toBe(given);
    }
    for (const _again of [1, 2]) expect(await people.as('mia').done(`DELETE ${member}`)).toEqual({ deleted: true });
    expect(await role()).toBeUndefined();
  });

  test('leave by themselves, whatever they may do there, and take out nobody else', async () => {
    for (const role of ['reader', 'writer', 'manager']) {
      const channel = await makeChannel();
      const path = (name: 'mia' | 'ned') => `/channels/${channel}/members/${people.idOf(name)}`;
      await people.as('mia').done(`PUT ${path('ned')}`, { role });
      if (role !== 'manager') expectProblem(await people.as('ned').call(`DELETE ${path('mia')}`), 'forbidden');
      expect(await people.as('ned').done(`DELETE ${path('ned')}`)).toEqual({ deleted: true });
      expectProblem(await people.as('ned').call(`GET /channels/${channel}`), 'not_found');
    }
    expect(await people.as('ned').done(`DELETE /channels/general/members/${people.idOf('ned')}`)).toEqual({
      deleted: true,
    });
  });

  test('are all listed, whoever of them asks', async () => {
    const { members } = await people.as('rita').done('GET /channels/board/members');
    expect(Object.fromEntries(members.map(({ userId, role }) => [userId, role]))).toEqual({
      [people.idOf('mia')]: 'manager',
      [people.idOf('will')]: 'writer',
      [people.idOf('rita')]: 'reader',
    });
  });

  test.each(['lea', 'nobody'] as const)('are users of the organisation: %s is an unknown user', async (name) => {
    const channel = await makeChannel();
    const id = name === 'lea' ? people.idOf(name) : 'usr_00000000000000000000000000';
    const before = await traces(people.dataFolder);
    expectProblem(
      await people.as('mia').call(`PUT /channels/${channel}/members/${id}`, { role: 'reader' }),
      'not_found',
    );
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('keep a manager: the last one is neither taken out nor given another role', async () => {
    const channel = await makeChannel();
    const [mia, ned] = (['mia', 'ned'] as const).map((name) => `/channels/${channel}/members/${people.idOf(name)}`);
    await people.as('mia').done(`PUT ${ned}`, { role: 'writer' });
    expectProblem(await people.as('mia').call(`DELETE ${mia}`), 'forbidden');
    expectProblem(await people.as('mia').call(`PUT ${mia}`, { role: 'writer' }), 'forbidden');
    await people.as('mia').done(`PUT ${mia}`, { role: 'manager' });
    await people.as('mia').done(`PUT ${ned}`, { role: 'manager' });
    await people.as('mia').done(`DELETE ${mia}`);
    expectProblem(await people.as('mia').call(`GET /channels/${channel}`), 'not_found');
    expectProblem(await people.as('ned').call(`DELETE ${ned}`), 'forbidden');
  });

  test('keep a manager who is still there: one who was removed from the organisation is none', async () => {
    const channel = await makeChannel();
    const [gone] = Object.values(await addUsers(people.dataFolder, { email: 'gone@workspace.test' }));
    const mia = `/channels/${channel}/members/${people.idOf('mia')}`;
    await people.as('mia').done(`PUT /channels/${channel}/members/${gone}`, { role: 'manager' });
    await inStorage(people.dataFolder, (tx) =>
      tx.updateTable('users').set({ removed_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', gone!).execute(),
    );
    expectProblem(await people.as('mia').call(`DELETE ${mia}`), 'forbidden');
    expectProblem(await people.as('mia').call(`PUT ${mia}`, { role: 'writer' }), 'forbidden');
  });

  test('two managers who leave at the same moment leave one behind', async () => {
    const channel = await makeChannel();
    const [mia, ned] = (['mia', 'ned'] as const).map((name) => `/channels/${channel}/members/${people.idOf(name)}`);
    await people.as('mia').done(`PUT ${ned}`, { role: 'manager' });
    const replies = await Promise.all([people.as('mia').call(`DELETE ${mia}`), people.as('ned').call(`DELETE ${ned}`)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });
});

test('opening or closing a channel changes the rights of users who are not members', async () => {
  const { channel } = await people.as('mia').done('POST /channels', { name: 'Ideas' });
  const role = async () => (await people.as('ned').call(`GET /channels/${channel.id}`)).body.channel?.role;
  const set = (change: object) => people.as('mia').done(`PATCH /channels/${channel.id}`, change);
  expect(await role()).toBe('writer');
  await set({ openWriting: false });
  expect(await role()).toBe('reader');
  await set({ visibility: 'private' });
  expect(await role()).toBeUndefined();
  await set({ visibility: 'organization', openWriting: true });
  expect(await role()).toBe('writer');
});

test('an admin who is not a member may close a channel to others', async () => {
  const { channel } = await people.as('mia').done('POST /channels', { name: 'Plans' });
  const { status } = await people.as('admin').call(`PATCH /channels/${channel.id}`, { visibility: 'private' });
  expect(status).toBe(200);
});

test('a private channel takes no slug that its name gives away, as others notice', async () => {
  const create = (body: object, by: 'mia' | 'ned' = 'ned') => people.as(by).done('POST /channels', body);
  const { channel } = await create({ name: 'Merger', visibility: 'private' }, 'mia');
  expect(channel.slug).toMatch(/^merger-[0-9a-z]{6}$/);
  expect((await people.as('mia').call(`GET /channels/${channel.slug}`)).status).toBe(200);
  expectProblem(await people.as('ned').call(`GET /channels/${channel.slug}`), 'not_found');
  expect((await create({ name: 'Merger' })).channel.slug).toBe('merger');
  expect((await create({ name: 'Merger' })).channel.slug).toBe('merger-2');

  await create({ name: 'Closing', visibility: 'private' }, 'mia');
  expect((await create({ name: 'Other', slug: 'closing' })).channel.slug).toBe('closing');
  const long = await create({ name: 'x'.repeat(300), visibility: 'private' }, 'mia');
  expect(long.channel.slug).toMatch(/^x{57}-[0-9a-z]{6}$/);
});

test('a slug belongs to its organisation', async () => {
  const { channel } = await people.as('lea').done('POST /channels', { name: 'Board', slug: 'board' });
  expect((await people.as('lea').done('GET /channels/board')).channel.id).toBe(channel.id);
  expect((await people.as('mia').done('GET /channels/board')).channel.id).not.toBe(channel.id);
});
