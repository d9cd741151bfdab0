import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { expectSound } from '../support/check.ts';
import { answerTo } from '../support/questions.ts';
import { sharedGateway } from '../support/rest.ts';
import { withDatabase } from '../support/sqlite.ts';

const gateway = sharedGateway();
const done: typeof gateway.admin.done = (...asked) => gateway.admin.done(...asked);
/** A purge takes several stretches of them. */
const many = 3 * limits.rowsRemovedAtOnce + 1;

/** Copies a row of a table, but for its ID. */
function copied(table: string, id: string, prefix: 'qry' | 'fdb', copies: number): void {
  withDatabase(gateway.dataFolder, (db) => {
    const columns = db.pragma(`table_info(${table})`) as { name: string }[];
    const others = columns.map(({ name }) => name).filter((name) => name !== 'id');
    const copy = db.prepare(
      `insert into ${table} (id, ${others.join(', ')}) select ?, ${others.join(', ')} from ${table} where id = ?`,
    );
    db.transaction(() => {
      for (let left = copies; left > 0; left -= 1) copy.run(newId(prefix), id);
    })();
  });
}

const counted = (sql: string, ...values: string[]): number =>
  withDatabase(
    gateway.dataFolder,
    (db) =>
      (db
        .prepare(sql)
        .pluck()
        .get(...values) as number) ?? 0,
  );

test('a View about which very many questions were asked is purged, and none of them names it', async () => {
  const { dataSet } = await done('POST /channels/general/data-sets', { name: 'Deals' });
  const definition = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
  const { view } = await done('POST /channels/general/views', definition);
  const query = await answerTo(gateway.admin, 'How many?', { channelId: 'general', viewId: view.id });
  copied('queries', query.id, 'qry', many - 1);
  const about = () => counted('select count(*) from queries where view_id = ?', view.id);
  expect(about()).toBe(many);
  await done(`DELETE /channels/general/views/${view.id}`);
  expect(await done(`DELETE /trash/${view.id}`)).toEqual({ deleted: true });
  expect(about()).toBe(0);
  expect(counted('select count(*) from queries')).toBe(many);
  await expectSound(gateway.dataFolder);
});

test('a conversation with very many questions, one with very much feedback, leaves the feedback alone', async () => {
  const query = await answerTo(gateway.admin, 'How many?');
  const { feedback } = await done('POST /feedback', { description: 'Wrong', queryId: query.id });
  const before = counted('select count(*) from queries');
  copied('queries', query.id, 'qry', many);
  copied('feedback', feedback.id, 'fdb', many);
  const { sessionId } = query as unknown as { sessionId: string };
  await done(`DELETE /sessions/${sessionId}`);
  expect(await done(`DELETE /trash/${sessionId}`)).toEqual({ deleted: true });
  expect(counted('select count(*) from queries where session_id = ?', sessionId)).toBe(0);
  expect(counted('select count(*) from queries')).toBe(before - 1);
  expect(counted('select count(*) from messages where session_id = ?', sessionId)).toBe(0);
  expect(counted('select count(*) from feedback')).toBe(many + 1);
  expect(counted('select count(*) from feedback where query_id is not null')).toBe(0);
  await expectSound(gateway.dataFolder);
});
