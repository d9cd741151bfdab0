import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { accessToken, runWorkspace } from '../support/product.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { answered, answerTo, claimedUntil, keepClaims } from '../support/questions.ts';
import { accountAt } from '../support/rest.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const session = (question: unknown, more: object = {}) => ({ mode: 'session', question, ...more });
const word = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

beforeAll(() => people.as('mia').done('POST /channels', { name: 'Ideas' }));
beforeAll(() => keepClaims(people.dataFolder));

/** A document of one's own, or of a channel's. */
async function newDocument(by: 'mia' | 'will', content: string, channelId?: string) {
  const body = { kind: 'markdown', title: 'Plan', content, channelId, idempotencyKey: crypto.randomUUID() };
  return (await people.as(by).done('POST /artifacts', body)).artifact;
}

const eventsOf = (resourceId: string) =>
  inStorage(people.dataFolder, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['action', 'user_id', 'interface', 'subject_id'])
      .where('resource_id', '=', resourceId)
      .orderBy('id')
      .execute(),
  );

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
    expect((await done(`GET /sessions/${sessionId}/messages`)).messages).toEqual([
      { id: expect.any(String), role: 'user', body: query.question, interfaceType: 'api', createdAt: query.createdAt },
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

describe('a conversation', () => {
  test('goes on, each message answered as a question, in their order', async () => {
    const { call, done } = people.as('mia');
    const { session: started } = await done('POST /sessions', { channelId: 'board' });
    expect(started.title).toBe('New session');
    const path = `/sessions/${started.id}/messages`;
    const sent = await call(`POST ${path}`, { body: 'First question?\nWith more.' });
    expect([sent.status, sent.headers.get('location')]).toEqual([202, `/api/workspace/queries/${sent.body.query.id}`]);
    expect(sent.body).toEqual({
      query: expect.objectContaining({ status: 'queued', sessionId: started.id }),
      message: {
        id: expect.any(String),
        role: 'user',
        body: 'First question?\nWith more.',
        createdAt: expect.any(String),
        interfaceType: 'api',
      },
    });
    const others = await Promise.all([2, 3].map((number) => done(`POST ${path}`, { body: `Question ${number}?` })));
    for (const { query } of [sent.body, ...others])
      expect(await answered(people.as('mia'), query.id)).toMatchObject({
        status: 'completed',
        channelId: started.channelId,
      });
    const { messages } = await done(`GET ${path}`);
    expect(messages.filter(({ role }) => role === 'user').map(({ body }) => body)).toEqual([
      'First question?\nWith more.',
      'Question 2?',
      'Question 3?',
    ]);
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(3);
    expect((await done(`GET /sessions/${started.id}`)).session).toMatchObject({
      title: 'First question?',
      messageCount: 6,
    });
    expect((await eventsOf(started.id)).map(({ action }) => action)).toEqual([
      'session.started',
      ...Array(3).fill('message.sent'),
    ]);
  });

  test('keeps the title that it was given, and is found by what is said in it', async () => {
    const { done } = people.as('mia');
    const { session: started } = await done('POST /sessions', { title: 'On the plan' });
    const said = word();
    const { query } = await done(`POST /sessions/${started.id}/messages`, { body: `What of ${said}?` });
    await answered(people.as('mia'), query.id);
    const { results } = await done(`GET /search?q=${said}`);
    expect(results).toMatchObject([{ type: 'session', id: started.id, title: 'On the plan' }]);
    expect((await people.as('will').done(`GET /search?q=${said}`)).results).toEqual([]);
  });

  test('is written to by its owner alone', async () => {
    const { done } = people.as('will');
    const { session: shared } = await done('POST /sessions', {});
    await done(`POST /sessions/${shared.id}/channels`, { channelId: 'board' });
    const send = (name: 'mia' | 'admin' | 'ned') =>
      people.as(name).call(`POST /sessions/${shared.id}/messages`, { body: 'Hm?' });
    expectProblem(await send('mia'), 'forbidden');
    expectProblem(await send('admin'), 'forbidden');
    expectProblem(await send('ned'), 'not_found');
    for (const body of ['', 'x'.repeat(limits.question + 1)])
      expectProblem(await people.as('will').call(`POST /sessions/${shared.id}/messages`, { body }), 'invalid_request', [
        '/body',
      ]);
  });

  test('shows to those it is shared with no source that they may not read', async () => {
    const plan = word();
    const own = await newDocument('will', plan);
    const board = await newDocument('will', plan, 'board');
    const query = await answerTo(people.as('will'), plan);
    expect(query.sources?.map(({ id }) => id).sort()).toEqual([own.id, board.id].sort());
    await people.as('will').done(`POST /sessions/${query.sessionId}/channels`, { channelId: 'board' });
    const sources = async (name: 'mia' | 'will') => {
      const { messages } = await people.as(name).done(`GET /sessions/${query.sessionId}/messages`);
      return messages[1]!.sources?.map(({ id }) => id).sort();
    };
    expect(await sources('mia')).toEqual([board.id]);
    expect(await sources('will')).toEqual([own.id, board.id].sort());
  });
});

describe('what an answer cites is shown as far as it may be read, of whatever kind it is:', () => {
  const makers: Record<string, (name: 'will', word: string) => Promise<string>> = {
    file: async (name, said) => {
      const upload = form(['channelId', 'board'], ['file', textFile(said), 'plan.txt']);
      const { file } = await people.as(name).done('POST /files', upload);
      const found = async () => (await people.as(name).done(`GET /search?q=${said}`)).results;
      await expect.poll(found, patience).toHaveLength(1);
      return file.id;
    },
    post: async (name, said) => (await people.as(name).done('POST /channels/board/posts', { body: said })).post.id,
    record: async (name, said) => {
      const { dataSet } = await people.as(name).done('POST /channels/board/data-sets', { name: said });
      const record = { objectTypeId: dataSet.objectTypeId, title: said };
      return (await people.as(name).done('POST /channels/board/records', record)).record.id;
    },
  };

  test.each(Object.keys(makers))('a %s', async (type) => {
    const said = word();
    const id = await makers[type]!('will', said);
    const query = await answerTo(people.as('will'), said);
    expect(query.sources).toMatchObject([{ type, id }]);
    await people.as('will').done(`POST /sessions/${query.sessionId}/channels`, { channelId: 'news' });
    const shown = async (name: 'rita' | 'admin') => {
      const { messages } = await people.as(name).done(`GET /sessions/${query.sessionId}/messages`);
      return messages[1]!.sources;
    };
    expect(await shown('rita')).toEqual(query.sources);
    expect(await shown('admin')).toEqual([]);
  });

  test('also to who asked, and links to channels too', async () => {
    const said = word();
    const { post } = await people.as('rita').done('POST /channels/ideas/posts', { body: said });
    const query = await answerTo(people.as('rita'), said);
    const link = (id: string) => ({ channelId: id, name: 'A channel', url: 'http://localhost' });
    const { channel: ideas } = await people.as('rita').done('GET /channels/ideas');
    const { channel: news } = await people.as('rita').done('GET /channels/news');
    const linked = {
      answer: 'There.',
      confidence: 'supported',
      sources: query.sources,
      channelLinks: [link(ideas.id), link(news.id)],
    };
    await inStorage(people.dataFolder, (tx) =>
      tx
        .updateTable('queries')
        .set({ answer: JSON.stringify(linked) })
        .where('id', '=', query.id)
        .execute(),
    );
    const shown = async () => {
      const { sources, channelLinks } = (await people.as('rita').done(`GET /queries/${query.id}`)).query;
      return [sources?.map(({ id }) => id), channelLinks?.map(({ channelId }) => channelId)];
    };
    expect(await shown()).toEqual([[post.id], [ideas.id, news.id]]);
    await people.as('mia').done('PATCH /channels/ideas', { visibility: 'private' });
    expect(await shown()).toEqual([[], [news.id]]);
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

/** Stands for a process that is at work on a question and will be for some time: nobody else answers it meanwhile. */
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

describe('what waits is bounded:', () => {
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
