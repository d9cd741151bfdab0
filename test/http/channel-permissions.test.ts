import { describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { everyone, type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { traces } from '../support/storage.ts';

const people = staffedGateway();
const roles = ['reader', 'writer', 'manager'] as const;
type Role = (typeof roles)[number] | 'none';

/** Who is what in the channels that everyone starts with. */
const standing: Record<string, Record<Name, Role>> = {
  general: { admin: 'manager', mia: 'writer', will: 'writer', rita: 'writer', ned: 'writer', lea: 'none' },
  news: { admin: 'manager', mia: 'manager', will: 'writer', rita: 'reader', ned: 'reader', lea: 'none' },
  board: { admin: 'none', mia: 'manager', will: 'writer', rita: 'reader', ned: 'none', lea: 'none' },
};
const cases = Object.entries(standing).flatMap(([channel, roles]) =>
  everyone.map((name) => [name, roles[name], channel] as const),
);

/** What each role may do to a channel; `{…}` are things of the caller's own. */
const deeds: readonly (readonly [least: Role, request: string, body?: (channel: string) => unknown])[] = [
  ['reader', 'GET /channels/CHANNEL'],
  ['reader', 'GET /channels/CHANNEL/members'],
  ['reader', 'GET /files?channelId=CHANNEL'],
  ['reader', 'GET /artifacts?channelId=CHANNEL'],
  ['reader', 'GET /sessions?channelId=CHANNEL'],
  ['reader', 'GET /search?channelId=CHANNEL'],
  ['reader', 'GET /search?q=text&channelId=CHANNEL'],
  ['reader', 'POST /sessions', (channelId) => ({ channelId })],
  ['writer', 'POST /files', (channelId) => form(['channelId', channelId], ['file', textFile('text'), 'a.txt'])],
  ['writer', 'POST /files/prepare', (channelId) => ({ channelId })],
  ['writer', 'POST /artifacts', (channelId) => ({ ...document(), channelId })],
  ['writer', 'POST /files/{file}/links', (targetId) => ({ targetType: 'channel', targetId })],
  ['writer', 'DELETE /files/{file}/links', (targetId) => ({ targetType: 'channel', targetId })],
  ['writer', 'POST /artifacts/{artifact}/links', (targetId) => ({ targetType: 'channel', targetId })],
  ['writer', 'DELETE /artifacts/{artifact}/links', (targetId) => ({ targetType: 'channel', targetId })],
  ['writer', 'POST /sessions/{session}/channels', (channelId) => ({ channelId })],
  ['writer', 'DELETE /sessions/{session}/channels/CHANNEL'],
  ['manager', 'PATCH /channels/CHANNEL', () => ({ description: 'For some' })],
  ['manager', 'PUT /channels/CHANNEL/members/{member}', () => ({ role: 'writer' })],
  ['manager', 'DELETE /channels/CHANNEL/members/{stranger}'],
];
const document = () => ({ kind: 'markdown', title: 'Plan', content: 'text', idempotencyKey: crypto.randomUUID() });

describe('in a channel', () => {
  test.each(cases)('%s, who is %s in %s, may do just that', async (name, role, channel) => {
    const { call, done } = people.as(name);
    const { channels } = await done('GET /channels');
    expect(channels.find(({ slug }) => slug === channel)?.role ?? 'none').toBe(role);
    const things: Record<string, string> = {
      file: (await done('POST /files', form(['file', textFile('text'), 'a.txt']))).file.id,
      artifact: (await done('POST /artifacts', document())).artifact.id,
      session: (await done('POST /sessions', {})).session.id,
      member: people.idOf('will'),
      stranger: people.idOf('lea'),
    };
    for (const [least, request, body] of deeds) {
      const asked = request
        .replace('CHANNEL', channel)
        .replace(/\{(\w+)\}/, (_braces, thing: string) => things[thing]!);
      const before = await traces(people.dataFolder);
      const reply = await call(asked, body?.(channel));
      if (role !== 'none' && roles.indexOf(role) >= roles.indexOf(least as typeof role)) {
        expect([request, reply.body.code]).toEqual([request, undefined]);
      } else {
        expectProblem(reply, role === 'none' ? 'not_found' : 'forbidden');
        expect(await traces(people.dataFolder)).toEqual(before);
      }
    }
  });
});

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

  test('two managers who leave at the same moment leave one behind', async () => {
    const channel = await makeChannel();
    const [mia, ned] = (['mia', 'ned'] as const).map((name) => `/channels/${channel}/members/${people.idOf(name)}`);
    await people.as('mia').done(`PUT ${ned}`, { role: 'manager' });
    const replies = await Promise.all([people.as('mia').call(`DELETE ${mia}`), people.as('ned').call(`DELETE ${ned}`)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });
});

test('a channel that opens or closes changes what those may do who are no members', async () => {
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

test('an admin may close a channel to others that they are no member of', async () => {
  const { channel } = await people.as('mia').done('POST /channels', { name: 'Plans' });
  const { status } = await people.as('admin').call(`PATCH /channels/${channel.id}`, { visibility: 'private' });
  expect(status).toBe(200);
});

test('a slug belongs to its organisation', async () => {
  const { channel } = await people.as('lea').done('POST /channels', { name: 'Board', slug: 'board' });
  expect((await people.as('lea').done('GET /channels/board')).channel.id).toBe(channel.id);
  expect((await people.as('mia').done('GET /channels/board')).channel.id).not.toBe(channel.id);
});
