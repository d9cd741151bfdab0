import { expect, test } from 'vitest';
import { newId } from '../../src/store/ids.ts';
import { staffedGateway } from '../support/people.ts';
import { inStorage, rowsIn } from '../support/storage.ts';
import { multiply } from '../trust/fairness/cases/rows.ts';

const people = staffedGateway();
const many = 50_000;

/** A private channel of Mia with very many other members. */
async function crowded(): Promise<string> {
  const { channel } = await people.as('mia').done('POST /channels', { name: 'Crowd', visibility: 'private' });
  const id = newId('usr');
  await inStorage(people.dataFolder, async (tx) => {
    const { organization_id } = await tx
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', people.idOf('mia'))
      .executeTakeFirstOrThrow();
    const created_at = '2026-01-01T00:00:00.000Z';
    const user = { id, organization_id, name: 'One of many', email: null, role: 'member' as const, created_at };
    await tx.insertInto('users').values(user).execute();
  });
  await people.as('mia').done(`PUT /channels/${channel.id}/members/${id}`, { role: 'reader' });
  await inStorage(people.dataFolder, async (tx) => {
    await multiply(tx, 'users', ['id'], id, many);
    await multiply(tx, 'channel_members', ['user_id'], id, many);
  });
  return channel.id;
}

test('others read while a private channel with very many members is deleted, which is told to each of them', async () => {
  const channelId = await crowded();
  const deleted = people.as('mia').done(`DELETE /channels/${channelId}`);
  const isOver = deleted.then(() => true);
  const isRead = async () => (await people.as('ned').done('GET /me')) === undefined;
  let reads = 0;
  while (!(await Promise.race([isOver, isRead()]))) reads += 1;
  expect(await deleted).toEqual({ deleted: true });
  expect(reads).toBeGreaterThan(10);
  const [told] = await rowsIn<{ members: number }>(
    people.dataFolder,
    `select count(*) as members from change_audiences join audit_events on audit_events.number = change_audiences.event
      where audit_events.resource_id = ? and audit_events.action = 'channel.deleted'`,
    channelId,
  );
  expect(told!.members).toBe(many + 2);
  await people.as('mia').done(`POST /trash/${channelId}/restore`, {});
});
