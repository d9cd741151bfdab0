import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '../../src/auth/accounts.ts';
import { hashPassword } from '../../src/auth/passwords.ts';
import type { Database } from '../../src/store/database.ts';
import { openStore } from '../../src/folder/open.ts';
import { newDataFolder } from '../support/product.ts';
import { addUsers } from '../support/users.ts';

const password = 'correct horse';
let dataFolder: string;
/** As two processes have it open. */
let databases: [Database, Database];
let ids: Record<string, string>;
let lastAddress = 0;
const newAddress = () => `192.0.2.${(lastAddress += 1)}`;

/** Time stands still: however long passwords take, all of a wait is ahead. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

beforeAll(async () => {
  dataFolder = await newDataFolder();
  const names = ['mia', 'ned', 'lea', 'zoe', 'kim', 'pia', 'tokens-only'];
  ids = await addUsers(dataFolder, ...names.map((name) => ({ email: `${name}@workspace.test` })));
  databases = [await openStore(dataFolder), await openStore(dataFolder)];
  const hash = await hashPassword(password);
  const rows = names.slice(0, -1).map((name) => ({ user_id: ids[`${name}@workspace.test`]!, hash, changed_at: '' }));
  await databases[0].write('service', (tx) => tx.insertInto('passwords').values(rows).execute());
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await rm(dataFolder, { recursive: true, force: true });
});

interface Attempt {
  readonly given?: string;
  readonly from?: string;
  readonly by?: 0 | 1;
}

const attempt = (name: string, { given = 'wrong horse', from = newAddress(), by = 0 }: Attempt = {}) =>
  signIn(databases[by], { email: `${name}@workspace.test`, password: given, address: from });

async function attempts(count: number, name: (index: number) => string, options: Attempt = {}) {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push(await attempt(name(index), options));
  return answers;
}

const wrong = { refused: 'wrong' };
const times = (count: number, answer: unknown) => Array.from({ length: count }, () => answer);
const waits = (answer: Awaited<ReturnType<typeof attempt>>) => ('seconds' in answer ? answer.seconds : 0);

/** Moves all failures this many seconds into the past. */
const later = (seconds: number) =>
  databases[0].write('service', async (tx) => {
    for (const { subject, at } of await tx.selectFrom('sign_in_failures').selectAll().execute()) {
      const earlier = new Date(Date.parse(at) - seconds * 1_000).toISOString();
      await tx.updateTable('sign_in_failures').set({ at: earlier }).where('subject', '=', subject).execute();
    }
  });

test('an address in any case, with its password, is its user', async () => {
  expect(await attempt('mia', { given: password })).toEqual({ userId: ids['mia@workspace.test'] });
  expect(await attempt(' MIA', { given: password })).toEqual({ userId: ids['mia@workspace.test'] });
});

test('an unknown address, a user without a password and a wrong password answer alike, and wait alike', async () => {
  for (const name of ['nobody', 'tokens-only', 'ned']) {
    expect(await attempts(5, () => name)).toEqual(times(5, wrong));
    expect(await attempt(name)).toEqual({ refused: 'wait', seconds: 1 });
  }
});

test('who guesses at an account waits longer each time, wherever it comes from, and the right password waits too', async () => {
  await attempts(5, () => 'lea');
  const seconds = [];
  for (let round = 0; round < 11; round += 1) {
    const answer = await attempt('lea', { by: 1, given: password });
    seconds.push(waits(answer));
    expect(waits(await attempt('lea'))).toBe(waits(answer));
    await later(waits(answer));
    expect(await attempt('lea', { by: (round % 2) as 0 | 1 })).toEqual(wrong);
  }
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  await later(300);
  expect(await attempt('lea', { given: password })).toMatchObject({ userId: ids['lea@workspace.test'] });
  expect(await attempts(5, () => 'lea')).toEqual(times(5, wrong));
});

test('wrong passwords of an hour from now, since the clock was put back, keep nobody waiting until then', async () => {
  await attempts(8, () => 'pia');
  await later(-3_600);
  expect(await attempt('pia', { given: password })).toEqual({ userId: ids['pia@workspace.test'] });
  await later(3_600);
});

test('who waits does so though the clock goes a little backwards, and is let in when it is put back far', async () => {
  await attempts(8, () => 'ned');
  await later(-200);
  expect(waits(await attempt('ned', { given: password }))).toBeGreaterThan(0);
  await later(-301);
  expect(await attempt('ned', { given: password })).toHaveProperty('userId');
});

test('many attempts at once are counted as many', async () => {
  const by = (index: number) => (index % 2) as 0 | 1;
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt('zoe', { by: by(index) })));
  expect(answers.filter((answer) => 'refused' in answer && answer.refused === 'wrong')).toHaveLength(5);
});

test.each([
  ['an address', '198.51.100.9', '::ffff:198.51.100.9', '::ffff:198.51.100.10'],
  ['a network of IPv6', '2001:db8::1', '2001:db8:0:0:1:2:3:4', '2001:db8:0:1::1'],
])('who guesses at many accounts from %s waits too', async (what, from, same, other) => {
  const name = (index: number) => `${what}-${index}`;
  expect(await attempts(30, name, { from })).toEqual(times(30, wrong));
  expect(waits(await attempt('kim', { given: password, from: same }))).toBeGreaterThan(0);
  expect(await attempt('kim', { given: password, from: other })).toHaveProperty('userId');
  await later(60 * 60);
  expect(await attempt('kim', { given: password, from })).toHaveProperty('userId');
});

test('a successful sign-in to one’s own account gives no more guesses at others', async () => {
  const from = newAddress();
  await attempts(29, (index) => `other-${index}`, { from });
  expect(await attempts(3, () => 'kim', { from, given: password })).toEqual(
    times(3, { userId: ids['kim@workspace.test'] }),
  );
  expect(await attempt('one-more', { from })).toEqual(wrong);
  expect(waits(await attempt('kim', { from, given: password }))).toBeGreaterThan(0);
});

test('nothing that was typed is kept, and what is kept goes after a day, wherever the clock is put', async () => {
  const kept = async () =>
    JSON.stringify(await databases[0].read((db) => db.selectFrom('sign_in_failures').selectAll().execute()));
  const from = newAddress();
  await attempt('some-secret', { from });
  expect(await kept()).not.toMatch(new RegExp(`some-secret|horse|${from}`));
  for (const passed of [1, -1]) {
    await later(passed * (24 * 60 * 60 + 60));
    await attempt('kim', { given: password });
    expect(JSON.parse(await kept())).toHaveLength(1);
  }
});
