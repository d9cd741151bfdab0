import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { addedSource, csvFile, rowsOf, synced } from '../support/sources.ts';
import { inStorage } from '../support/storage.ts';
import { multiply } from '../trust/fairness/cases/rows.ts';

const people = staffedGateway();
const threadOf = (channel: string, id: string) => `/channels/${channel}/feed/threads/record/${id}`;

/** A record of Will's in a Data Set of its own. */
async function recordIn(channel: string): Promise<string> {
  const will = people.as('will');
  const { dataSet } = await will.done(`POST /channels/${channel}/data-sets`, { name: 'Plans' });
  const asked = { objectTypeId: dataSet.objectTypeId, title: 'Plan' };
  return (await will.done(`POST /channels/${channel}/records`, asked)).record.id;
}

/** Rows that tell what was said of these records, or in these comments. */
const saidOf = (ids: readonly string[]) =>
  inStorage(people.dataFolder, async (db) => [
    ...(await db.selectFrom('comments').select('id').where('root_id', 'in', ids).execute()),
    ...(await db.selectFrom('discussions').select('root_id as id').where('root_id', 'in', ids).execute()),
    ...(await db.selectFrom('reactions').select('subject_id as id').where('subject_id', 'in', ids).execute()),
    ...(await db.selectFrom('inbox_items').select('said_id as id').where('said_id', 'in', ids).execute()),
  ]);

test('the discussion of a record goes when its row leaves the connected source, however long it is', async () => {
  const file = await csvFile('Key,Name', '1,Ada', '2,Ida');
  const source = await addedSource(people.dataFolder, '--name', 'Guests', '--csv', file.path, '--key', 'Key');
  const rows = await rowsOf(people.as('will'), source);
  const [gone, kept] = rows.map(({ id }) => String(id)) as [string, string];
  const commented = async (id: string) => {
    const thread = threadOf('general', id);
    const asked = { body: 'Is it sure?', mentionedUserIds: [people.idOf('mia')] };
    const { comment } = await people.as('will').done(`POST ${thread}/comments`, asked);
    for (const on of [{}, { commentId: comment.id }])
      await people.as('will').done(`POST ${thread}/reactions`, { reaction: 'check', active: true, ...on });
    return comment.id;
  };
  const [first, other] = [await commented(gone), await commented(kept)];
  await inStorage(people.dataFolder, (tx) => multiply(tx, 'comments', ['id'], first, 2 * limits.rowsRemovedAtOnce));
  await file.write('Key,Name', '2,Ida');
  expect(await synced(people.dataFolder, source)).toBe('+0 ~0 -1');
  expect(await saidOf([gone, first])).toEqual([]);
  expect(await saidOf([kept, other])).toHaveLength(6);
  await expectSound(people.dataFolder);
});

test('the discussion of a record is told, goes to the trash with it, comes back, and is purged with it', async () => {
  const will = people.as('will');
  const said = async () => {
    const id = await recordIn('board');
    const thread = threadOf('board', id);
    const asked = { body: 'Is it sure?', mentionedUserIds: [people.idOf('rita')] };
    const { comment } = await people.as('mia').done(`POST ${thread}/comments`, asked);
    await will.done(`POST ${thread}/reactions`, { reaction: 'check', active: true });
    await will.done(`POST ${thread}/reactions`, { reaction: 'check', active: true, commentId: comment.id });
    return { id, thread, commentId: comment.id };
  };
  const toldTo = async (name: Name, id: string) =>
    (await people.as(name).done('GET /inbox')).items.filter((item: { id: string }) => item.id === id);
  const { id, thread, commentId } = await said();
  expect(await toldTo('will', commentId)).toMatchObject([{ kind: 'comment', root: { type: 'record', id } }]);
  expect(await toldTo('rita', commentId)).toMatchObject([
    { kind: 'mention', url: expect.stringMatching(new RegExp(`/channels/board/records/${id}#${commentId}$`)) },
  ]);
  const { items } = await will.done('GET /activity?channelId=board&order=newest');
  expect(items).toContainEqual(
    expect.objectContaining({ type: 'comment', id: commentId, action: 'created', root: { type: 'record', id } }),
  );
  const events = items as readonly { action?: string; id: string }[];
  const reacted = events.find((item) => item.action === 'reacted' && item.id === id);
  expect(reacted).toEqual(expect.not.objectContaining({ objectTypeId: expect.anything() }));

  await will.done(`DELETE /channels/board/records/${id}`);
  expectProblem(await will.call(`GET ${thread}`), 'not_found');
  expect(await toldTo('rita', commentId)).toEqual([]);
  await expectSound(people.dataFolder);
  await will.done(`POST /trash/${id}/restore`);
  expect(await will.done(`GET ${thread}`)).toMatchObject({ comments: [{ id: commentId }], reactions: [{ count: 1 }] });

  await will.done(`DELETE /channels/board/records/${id}`);
  const other = await said();
  const { objectTypeId } = (await will.done(`GET /channels/board/records/${other.id}`)).record;
  const mia = people.as('mia');
  await mia.done(`DELETE /channels/board/data-sets/${objectTypeId}`);
  for (const trashedId of [id, objectTypeId]) await mia.done(`DELETE /trash/${trashedId}`);
  const ids = [id, commentId, other.id, other.commentId];
  await expect.poll(() => saidOf(ids)).toEqual([]);
});

test('after all of this the folder is sound', () => expectSound(people.dataFolder));
