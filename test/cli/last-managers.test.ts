import { describe, expect, test } from 'vitest';
import { administeredFolder } from '../support/administering.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

const administered = administeredFolder();
const { as, done, events, run, user } = administered;

describe('a private channel whose last manager is removed', () => {
  /** A private channel that somebody new manages, with these members in the order in which they came. */
  async function privateChannel(name: string, ...members: [email: string, role: string][]) {
    const email = `${name}@private.test`;
    await user(email);
    const manager = await as(email);
    const { channel } = await manager.done('POST /channels', { name, slug: name, visibility: 'private' });
    const ids: string[] = [];
    for (const [member, role] of members) {
      const { userId } = await user(member);
      await manager.done(`PUT /channels/${channel.id}/members/${userId}`, { role });
      ids.push(userId);
    }
    return { channel, email, ids };
  }

  test('is managed by whoever of the members may do most and is there longest', async () => {
    const { channel, email, ids } = await privateChannel(
      'inherited',
      ['reader@inherited.test', 'reader'],
      ['first@inherited.test', 'writer'],
      ['second@inherited.test', 'writer'],
    );
    const { handedOver } = await done('users remove', '--email', email);
    const managerName = 'first@inherited.test';
    expect(handedOver).toEqual([{ channelId: channel.id, slug: 'inherited', managerId: ids[1], managerName }]);
    const { members } = await (await as(managerName)).done('GET /channels/inherited/members');
    expect(Object.fromEntries(members.map(({ userId, role }) => [userId, role]))).toEqual({
      [ids[0]!]: 'reader',
      [ids[1]!]: 'manager',
      [ids[2]!]: 'writer',
    });
    expect((await events(channel.id)).at(-1)).toMatchObject({ action: 'channel.member_set', interface: 'cli' });
  });

  test('is handed over with all others, however many they are', async () => {
    const email = 'many@private.test';
    await user(email);
    const manager = await as(email);
    const create = async (number: number) =>
      (await manager.done('POST /channels', { name: `Many ${number}`, visibility: 'private' })).channel.id;
    const ids = await Promise.all(Array.from({ length: 120 }, (_, number) => create(number)));
    const { handedOver } = await done('users remove', '--email', email);
    const channelIds = (handedOver as { channelId: string }[]).map(({ channelId }) => channelId);
    expect(new Set(channelIds)).toEqual(new Set(ids));
    expect(channelIds).toHaveLength(ids.length);
  });

  test('stays with a manager who is left, who is then the only one', async () => {
    const { channel, email, ids } = await privateChannel('shared', ['other@shared.test', 'manager']);
    expect((await done('users remove', '--email', email)).handedOver).toEqual([]);
    const other = await as('other@shared.test');
    expectProblem(await other.call(`DELETE /channels/${channel.id}/members/${ids[0]}`), 'forbidden');
  });

  test('of nobody else goes to the organisation’s first admin, as the command says', async () => {
    const { channel, email } = await privateChannel('alone');
    const admin = await administered.owner();
    expectProblem(await admin.call('GET /channels/alone'), 'not_found');
    const { userId, name } = await admin.done('GET /me');
    const { stdout } = await run('users remove', '--email', email);
    expect(stdout.split('\n')[1]).toBe(`${userId} "${name}" now manages the private channel alone (${channel.id})`);
    expect((await admin.done('GET /channels/alone')).channel.role).toBe('manager');
  });

  test('is told of by a check when nobody manages it', async () => {
    const { channel, ids } = await privateChannel('orphan', ['left@orphan.test', 'writer']);
    const check = async () => (await runWorkspace('admin', 'check', '--data', administered.folder)).stdout;
    expect(await check()).toBe('nothing is wrong\n');
    const setRole = (role: 'reader' | 'manager') =>
      inStorage(administered.folder, (tx) =>
        tx.updateTable('channel_members').set({ role }).where('channel_id', '=', channel.id).execute(),
      );
    await setRole('reader');
    expect((await check()).split('\n')[0]).toBe(`${channel.id} is a private channel without a manager`);
    expect(ids).toHaveLength(1);
    await setRole('manager');
  });
});
