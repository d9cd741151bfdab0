import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { expectSound } from '../support/check.ts';
import { answerTo } from '../support/questions.ts';
import { sharedGateway } from '../support/rest.ts';
import { rowsIn, runInStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const done: typeof gateway.admin.done = (...asked) => gateway.admin.done(...asked);
/** A purge takes several stretches of them. */
const many = 3 * limits.rowsRemovedAtOnce + 1;

/** Copies a row of a table, but for its ID. */
async function copied(table: string, id: string, prefix: 'qry' | 'fdb', copies: number): Promise<void> {
  const [row] = await rowsIn<object>(gateway.dataFolder, `select * from ${table} where id = ?`, id);
  const others = Object.keys(row!)
    .filter((name) => name !== 'id')
    .join(', ');
  const copy = `insert into ${table} (id, ${others}) select ?, ${others} from ${table} where id = ?`;
  await runInStorage(gateway.dataFolder, copy, (once) => {
    for (let left = copies; left > 0; left -= 1) once([newId(prefix), id]);
  });
}

async function counted(rows: string, ...values: string[]): Promise<number> {
  const [found] = await rowsIn<{ count: number }>(
    gateway.dataFolder,
    `select count(*) as count from ${rows}`,
    ...values,
  );
  return found!.count;
}

test('a View about which very many questions were asked is purged, and none of them names it', async () => {
  const { dataSet } = await done('POST /channels/general/data-sets', { name: 'Deals' });
  const definition = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
  const { view } = await done('POST /channels/general/views', definition);
  const query = await answerTo(gateway.admin, 'How many?', { channelId: 'general', viewId: view.id });
  await copied('queries', query.id, 'qry', many - 1);
  const about = () => counted('queries where view_id = ?', view.id);
  expect(await about()).toBe(many);
  await done(`DELETE /channels/general/views/${view.id}`);
  expect(await done(`DELETE /trash/${view.id}`)).toEqual({ deleted: true });
  expect(await about()).toBe(0);
  expect(await counted('queries')).toBe(many);
  await expectSound(gateway.dataFolder);
});

test('a conversation with very many questions, one with very much feedback, leaves the feedback alone', async () => {
  const query = await answerTo(gateway.admin, 'How many?');
  const { feedback } = await done('POST /feedback', { description: 'Wrong', queryId: query.id });
  const before = await counted('queries');
  await copied('queries', query.id, 'qry', many);
  await copied('feedback', feedback.id, 'fdb', many);
  const { sessionId } = query as unknown as { sessionId: string };
  await done(`DELETE /sessions/${sessionId}`);
  expect(await done(`DELETE /trash/${sessionId}`)).toEqual({ deleted: true });
  expect(await counted('queries where session_id = ?', sessionId)).toBe(0);
  expect(await counted('queries')).toBe(before - 1);
  expect(await counted('messages where session_id = ?', sessionId)).toBe(0);
  expect(await counted('feedback')).toBe(many + 1);
  expect(await counted('feedback where query_id is not null')).toBe(0);
  await expectSound(gateway.dataFolder);
});
