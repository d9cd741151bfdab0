import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { runWorkspace } from '../support/product.ts';
import {
  answered,
  answerTo,
  claimedUntil,
  documentsAmong,
  eventsAmong,
  keepClaimsIn,
  session,
  word,
} from '../support/questions.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const newDocument = documentsAmong(people);
const eventsOf = eventsAmong(people);

keepClaimsIn(people);

/** Stands for a process that stays at work on a question for some time: nobody else answers it meanwhile. */
const heldElsewhere = (sessionId: string) =>
  inStorage(people.dataFolder, (tx) =>
    tx
      .updateTable('queries')
      .set({
        status: 'running',
        claim: 'elsewhere',
        claimed_until: claimedUntil(),
        completed_at: null,
        answer: null,
      })
      .where('session_id', '=', sessionId)
      .execute(),
  );

/** A conversation whose first question is being answered elsewhere, so that those behind it wait. */
async function heldSession(name: 'mia' | 'ned') {
  const { sessionId, id } = await answerTo(people.as(name), 'Held?');
  await heldElsewhere(sessionId);
  const send = () => people.as(name).call(`POST /sessions/${sessionId}/messages`, { body: 'And this?' });
  return { id, sessionId, send };
}

test('a question is answered with what its asker may read when its turn comes', async () => {
  const said = word();
  await newDocument('mia', said, 'board');
  const { done } = people.as('rita');
  const { session: started } = await done('POST /sessions', { channelId: 'board' });
  const send = async () => (await done(`POST /sessions/${started.id}/messages`, { body: said })).query.id;
  const first = await send();
  expect(await answered(people.as('rita'), first)).toMatchObject({ confidence: 'supported' });
  await heldElsewhere(started.id);
  const waiting = await send();
  await people.as('mia').done(`DELETE /channels/board/members/${people.idOf('rita')}`);
  await done(`POST /queries/${first}/cancel`);
  const query = await answered(people.as('rita'), waiting);
  expect(query).toMatchObject({
    status: 'failed',
    error: { code: 'not_found', detail: expect.stringContaining('channel') },
  });
  expect((await eventsOf(waiting)).map(({ action }) => action)).toEqual(['query.failed']);
  const { messages } = await done(`GET /sessions/${started.id}/messages`);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  await people.as('mia').done(`PUT /channels/board/members/${people.idOf('rita')}`, { role: 'reader' });
});

describe('cancelling', () => {
  test('ends a query that waits or is being answered, and leaves one that has ended as it is', async () => {
    const { call, done } = people.as('mia');
    const { id, sessionId, send } = await heldSession('mia');
    const waiting = (await send()).body.query;
    expect((await done(`GET /queries/${id}`)).query).toMatchObject({
      status: 'running',
      pollAfterMs: limits.pollAfterMs,
    });
    expect((await done(`GET /queries/${waiting.id}`)).query.status).toBe('queued');
    for (const queryId of [waiting.id, id]) {
      const { status, body } = await call(`POST /queries/${queryId}/cancel`);
      expect([status, body.query]).toMatchObject([
        200,
        { id: queryId, status: 'cancelled', completedAt: expect.any(String) },
      ]);
      expect((await call(`POST /queries/${queryId}/cancel`)).body).toEqual(body);
      expect((await done(`GET /queries/${queryId}`)).query).toEqual(body.query);
    }
    const after = (await send()).body.query;
    expect(await answered(people.as('mia'), after.id)).toMatchObject({ status: 'completed' });
    const completed = (await call(`POST /queries/${after.id}/cancel`)).body.query;
    expect(completed).toMatchObject({ status: 'completed', answer: expect.any(String) });
    expect((await eventsOf(waiting.id)).map(({ action }) => action)).toEqual(['query.cancelled']);
    expect((await done(`GET /sessions/${sessionId}`)).session.messageCount).toBe(5);
  });

  test('comes with removing the asker', async () => {
    const { id, send } = await heldSession('ned');
    const waiting = (await send()).body.query;
    const { status } = await runWorkspace(
      'admin',
      'users',
      'remove',
      '--data',
      people.dataFolder,
      '--email',
      'ned@workspace.test',
    );
    expect(status).toBe(0);
    const statuses = await inStorage(people.dataFolder, (tx) =>
      tx.selectFrom('queries').select('status').where('id', 'in', [id, waiting.id]).execute(),
    );
    expect(statuses).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });
});

describe('the number of waiting questions is bounded:', () => {
  test(`${limits.openQuestionsEach} questions of one user`, async () => {
    const { id, send } = await heldSession('mia');
    for (let open = 1; open < limits.openQuestionsEach; open += 1) expect((await send()).status).toBe(202);
    const before = await inStorage(people.dataFolder, (tx) => tx.selectFrom('messages').select('id').execute());
    const refused = await send();
    expectProblem(refused, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBe('1');
    expectProblem(await people.as('mia').call('POST /queries', session('Another?')), 'rate_limited');
    expect(await inStorage(people.dataFolder, (tx) => tx.selectFrom('messages').select('id').execute())).toEqual(
      before,
    );
    expect((await answerTo(people.as('will'), 'Another?')).status).toBe('completed');
    await people.as('mia').done(`POST /queries/${id}/cancel`);
    const { query } = await people.as('mia').done('POST /queries', session('Another?'));
    await answered(people.as('mia'), query.id);
  });

  test(`${limits.openQuestions} of all`, async () => {
    const { sessionId } = await answerTo(people.as('rita'), 'Held?');
    await expect.poll(openQuestions).toBe(0);
    await holdOpen(sessionId, limits.openQuestions - 1);
    const last = await people.as('will').call('POST /queries', session('The last?'));
    expect(last.status).toBe(202);
    await answered(people.as('will'), last.body.query.id);
    await holdOpen(sessionId, 1);
    const refused = await people.as('will').call('POST /queries', session('Too many?'));
    expectProblem(refused, 'unavailable');
    await inStorage(people.dataFolder, (tx) =>
      tx.deleteFrom('queries').where('session_id', '=', sessionId).where('claim', '=', 'elsewhere').execute(),
    );
  });
});

const openQuestions = () =>
  inStorage(people.dataFolder, async (tx) => {
    const open = await tx.selectFrom('queries').select('id').where('status', 'in', ['queued', 'running']).execute();
    return open.length;
  });

/** More questions like that of a session, at work in a process that there is not. */
const holdOpen = (sessionId: string, count: number) =>
  inStorage(people.dataFolder, async (tx) => {
    const row = await tx
      .selectFrom('queries')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const held = { status: 'running', claim: 'elsewhere', claimed_until: claimedUntil() } as const;
    for (let number = 0; number < count; number += 1) {
      const other = { ...row, ...held, answer: null, id: newId('qry'), completed_at: null };
      await tx.insertInto('queries').values(other).execute();
    }
  });
