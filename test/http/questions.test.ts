import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { accessToken } from '../support/product.ts';
import { answered, answerTo, documentsAmong, eventsAmong, session, word } from '../support/questions.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const newDocument = documentsAmong(people);
const eventsOf = eventsAmong(people);

describe('a question in prose', () => {
  test('is stored with a session and a message, answered beside the request, and found by polling', async () => {
    const plan = word();
    const artifact = await newDocument('mia', `We ship ${plan} on Monday.`);
    const { call, done } = people.as('mia');
    const asked = await call('POST /queries', session(`When does ${plan} ship?`));
    expect([asked.status, asked.body]).toEqual([
      202,
      {
        query: {
          id: expect.stringMatching(/^qry_/),
          mode: 'session',
          status: 'queued',
          sessionId: expect.stringMatching(/^ses_/),
          pollAfterMs: limits.pollAfterMs,
        },
      },
    ]);
    const { id, sessionId } = asked.body.query;
    expect(asked.headers.get('location')).toBe(`/api/workspace/queries/${id}`);
    expect(asked.headers.get('retry-after')).toBe('1');

    const query = await answered(people.as('mia'), id);
    const sources = [
      {
        type: 'artifact',
        id: artifact.id,
        title: 'Plan',
        url: expect.any(String),
        snippet: expect.stringMatching(plan),
        versionId: artifact.versionId,
        actor: artifact.updatedBy,
        interfaceType: 'api',
        via: { interface: 'api' },
        at: artifact.updatedAt,
      },
    ];
    expect(query).toEqual({
      id,
      mode: 'session',
      status: 'completed',
      question: `When does ${plan} ship?`,
      sessionId,
      createdAt: expect.stringMatching(/Z$/),
      completedAt: expect.stringMatching(/Z$/),
      answer: expect.stringMatching(plan),
      confidence: 'supported',
      sources,
    });
    expect((await done(`GET /sessions/${sessionId}`)).session).toMatchObject({
      title: `When does ${plan} ship?`,
      access: 'owner',
      messageCount: 2,
    });
    const through = { interfaceType: 'api', via: { interface: 'api' } };
    expect((await done(`GET /sessions/${sessionId}/messages`)).messages).toEqual([
      { id: expect.any(String), role: 'user', body: query.question, ...through, createdAt: query.createdAt },
      { id: expect.any(String), role: 'assistant', body: query.answer, sources, createdAt: expect.any(String) },
    ]);
    const mine = { user_id: people.idOf('mia'), interface: 'api', subject_id: sessionId };
    expect(await eventsOf(id)).toEqual([
      { ...mine, action: 'query.asked' },
      { ...mine, action: 'query.completed' },
    ]);
  });

  test('says so when nothing is found', async () => {
    const query = await answerTo(people.as('mia'), word());
    expect(query).toMatchObject({ status: 'completed', confidence: 'none', answer: expect.any(String) });
    expect(query.sources).toBeUndefined();
  });

  test('is answered with what its asker may read, and from the channel that it is about', async () => {
    const secret = word();
    const own = await newDocument('mia', secret);
    const board = await newDocument('mia', secret, 'board');
    const cited = async (name: 'mia' | 'will' | 'ned', about?: object) =>
      (await answerTo(people.as(name), secret, about)).sources?.map(({ id }) => id).sort();
    expect(await cited('mia')).toEqual([own.id, board.id].sort());
    expect(await cited('will')).toEqual([board.id]);
    expect(await cited('ned')).toBeUndefined();
    expect(await cited('mia', { channelId: 'board' })).toEqual([board.id]);
    expectProblem(await people.as('ned').call('POST /queries', session(secret, { channelId: 'board' })), 'not_found');
  });

  test(`has 1 to ${limits.question} characters`, async () => {
    const { call } = people.as('mia');
    const most = '😀'.repeat(limits.question);
    expect((await call('POST /queries', session(most))).status).toBe(202);
    const before = await traces(people.dataFolder);
    for (const wrong of [undefined, '', ' \n', `${most}x`, 'a\0', '\ud800', 7])
      expectProblem(await call('POST /queries', session(wrong)), 'invalid_request', ['/question']);
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('may be of words that no search takes', async () => {
    const plan = word();
    const { id } = await newDocument('mia', `We ship ${plan} on Monday.`);
    const long = 'x'.repeat(limits.searchQuery);
    expect(await answerTo(people.as('mia'), long)).toMatchObject({ status: 'completed', confidence: 'none' });
    expect((await answerTo(people.as('mia'), `${long} ${plan}`)).sources).toMatchObject([{ id }]);
  });

  test('is about a View only with its channel', async () => {
    const { call, done } = people.as('mia');
    const { dataSet } = await done('POST /channels/board/data-sets', { name: 'Deals' });
    const table = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
    const { view } = await done('POST /channels/board/views', table);
    expectProblem(await call('POST /queries', session('How many?', { viewId: view.id })), 'invalid_request', [
      '/viewId',
    ]);
    const elsewhere = session('How many?', { channelId: 'news', viewId: view.id });
    expectProblem(await call('POST /queries', elsewhere), 'not_found');
    const query = await answerTo(people.as('mia'), 'How many?', { channelId: 'board', viewId: view.slug });
    const { channel } = await done('GET /channels/board');
    expect(query).toMatchObject({ channelId: channel.id, viewId: view.id });
  });

  test('is stored once for one idempotency key', async () => {
    const { call } = people.as('mia');
    const ask = () => call('POST /queries', session('Once?'), { 'idempotency-key': 'once' });
    const first = await ask();
    const before = await traces(people.dataFolder);
    const second = await ask();
    expect([second.status, second.body, second.headers.get('idempotency-replayed')]).toEqual([202, first.body, 'true']);
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test('answers to its asker alone, who lists and filters their own', async () => {
    const { done, call } = people.as('rita');
    const { id } = await answerTo(people.as('rita'), 'Mine?');
    const { query: other } = await done('POST /queries', session('Also mine?'));
    await answered(people.as('rita'), other.id);
    for (const name of ['mia', 'admin', 'lea'] as const) {
      expectProblem(await people.as(name).call(`GET /queries/${id}`), 'not_found');
      expectProblem(await people.as(name).call(`POST /queries/${id}/cancel`), 'not_found');
    }
    const listed = async (filters: string) => (await done(`GET /queries${filters}`)).queries.map((query) => query.id);
    expect(await listed('')).toEqual([other.id, id]);
    expect(await listed('?mode=session&status=completed')).toEqual([other.id, id]);
    expect(await listed('?status=queued')).toEqual([]);
    expect(await listed('?mode=deterministic')).toEqual([]);
    const { queries, nextCursor } = await done('GET /queries?limit=1');
    expect(queries).toMatchObject([{ id: other.id, status: 'completed', question: 'Also mine?' }]);
    expect(queries[0]).not.toHaveProperty('answer');
    expect(await listed(`?limit=1&cursor=${encodeURIComponent(nextCursor!)}`)).toEqual([id]);
    const widened = `?limit=1&status=completed&cursor=${encodeURIComponent(nextCursor!)}`;
    expectProblem(await call(`GET /queries${widened}`), 'invalid_request', ['cursor']);
    for (const wrong of ['mode=prose', 'status=done', 'state=queued'])
      expectProblem(await call(`GET /queries?${wrong}`), 'invalid_request', [wrong.split('=', 1)[0]!]);
  });
});

describe('POST /queries', () => {
  test('answers both modes, and no other', async () => {
    const { call, done } = people.as('mia');
    const { dataSet } = await done('POST /channels/board/data-sets', { name: 'Tasks' });
    const typed = {
      mode: 'deterministic',
      channelId: 'board',
      objectTypeId: dataSet.objectTypeId,
      operation: 'records',
    };
    const exact = await call('POST /queries', typed);
    expect([exact.status, exact.body.query.status]).toEqual([200, 'completed']);
    for (const name of ['location', 'retry-after']) expect(exact.headers.has(name)).toBe(false);
    expect((await call('POST /queries', session('How many?'))).status).toBe(202);
    for (const mode of [undefined, 'prose', null, ['session']])
      expectProblem(await call('POST /queries', { ...typed, mode }), 'invalid_request', ['/mode']);
    expectProblem(await call('POST /queries', session('How many?', { operation: 'records' })), 'invalid_request', [
      '/operation',
    ]);
    expectProblem(await call('POST /queries', { ...typed, question: 'How many?' }), 'invalid_request', ['/question']);
    expectProblem(await call('POST /queries?mode=session', { question: 'How many?' }), 'invalid_request');
  });

  test('asks for one scope in either mode, and the answer needs no other', async () => {
    const scoped = async (scope: string) => {
      const token = await accessToken(people.dataFolder, '--user', 'mia@workspace.test', '--scope', scope);
      return accountAt(people.url, token);
    };
    const asking = await scoped('workspace.query');
    const plan = word();
    await newDocument('mia', plan);
    expect(await answerTo(asking, plan)).toMatchObject({ status: 'completed', confidence: 'supported' });
    const others = await scoped('workspace.read workspace.write');
    expectProblem(await others.call('POST /queries', session('How many?')), 'insufficient_scope');
    expectProblem(await others.call('GET /queries'), 'insufficient_scope');
  });
});

describe('feedback', () => {
  test("is about a session query of one's own", async () => {
    const { id } = await answerTo(people.as('mia'), 'Good?');
    const about = (name: 'mia' | 'will') =>
      people.as(name).call('POST /feedback', { description: 'Right.', queryId: id });
    expectProblem(await about('will'), 'invalid_feedback_query', ['/queryId']);
    const { status, body } = await about('mia');
    expect(status).toBe(200);
    const kept = await inStorage(people.dataFolder, (tx) =>
      tx.selectFrom('feedback').select('query_id').where('id', '=', body.feedback.id).execute(),
    );
    expect(kept).toEqual([{ query_id: id }]);
  });
});
