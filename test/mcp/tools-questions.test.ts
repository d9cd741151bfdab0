import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { startHost } from '../support/hosts.ts';
import { startHttpHost, startOlderHttpHost } from '../support/http-hosts.ts';
import { sharedHost } from '../support/mcp.ts';
import { accessToken, startGateway } from '../support/product.ts';
import { claimedUntil, keepClaimsIn } from '../support/questions.ts';
import { inStorage, traces } from '../support/storage.ts';

const host = sharedHost('--tools', 'sessions');

keepClaimsIn(host);
const ask = (question: string, more: object = {}) => host.done('workspace_query_ask', { question, ...more });

/** A document that is found by a word of its own. */
async function newDocument() {
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const document = { kind: 'markdown', title: 'Plan', content: `We ship ${word} on Monday.` };
  const { artifact } = await host.done('workspace_artifact_create', document);
  return { word, artifact };
}

const set = (sessionId: string, change: object) =>
  inStorage(host.dataFolder, (tx) =>
    tx.updateTable('queries').set(change).where('session_id', '=', sessionId).where('claim', 'is not', null).execute(),
  );

/** A message behind one that another process is at work on, until it is released. */
async function waitingMessage() {
  const { query } = await ask('Held?');
  const { sessionId } = query;
  const held = { status: 'running', claimed_until: claimedUntil(), completed_at: null, answer: null };
  await set(sessionId, held);
  const sent = await host.done('workspace_session_message', { sessionId, body: 'And this?' });
  const release = () => set(sessionId, { status: 'cancelled', completed_at: new Date().toISOString() });
  return { queryId: sent.query.id, release };
}

describe('workspace_query_ask', () => {
  test('answers at once what is found soon, with its sources', async () => {
    const { word, artifact } = await newDocument();
    const { query } = await ask(`When does ${word} ship?`);
    expect(query).toEqual({
      id: expect.stringMatching(/^qry_/),
      mode: 'session',
      status: 'completed',
      sessionId: expect.stringMatching(/^ses_/),
      createdAt: expect.any(String),
      completedAt: expect.any(String),
      answer: expect.stringContaining(word),
      confidence: 'supported',
      sources: [expect.objectContaining({ type: 'artifact', id: artifact.id, title: 'Plan' })],
    });
    const { session, messages } = await host.done('workspace_session_get', { sessionId: query.sessionId });
    expect(session.title).toBe(`When does ${word} ship?`);
    expect(messages).toMatchObject([
      { role: 'user', body: `When does ${word} ship?` },
      { role: 'assistant', body: query.answer, sources: query.sources },
    ]);
  });

  test('waits only as long as it is asked to', async () => {
    const { query } = await ask('How many?', { waitSeconds: 0 });
    expect(['queued', 'running', 'completed']).toContain(query.status);
    const later = await host.done('workspace_query_get', { queryId: query.id, waitSeconds: limits.waitSeconds });
    expect(later.query).toMatchObject({ id: query.id, status: 'completed' });
    for (const waitSeconds of [-1, limits.waitSeconds + 1]) {
      const { problem } = await host.call('workspace_query_ask', { question: 'How many?', waitSeconds });
      expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/waitSeconds' }] });
    }
  });

  test('is about a channel, and about a View only with its channel', async () => {
    const { word } = await newDocument();
    expect((await ask(word, { channelId: 'general' })).query).toMatchObject({ confidence: 'none' });
    const { problem } = await host.call('workspace_query_ask', { question: word, viewId: 'view_1' });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/viewId' }] });
  });

  test('reads an earlier answer again, and goes on in its session', async () => {
    const { word } = await newDocument();
    const { query } = await ask(`When does ${word} ship?`);
    const again = await host.done('workspace_query_ask', { queryId: query.id });
    expect(again.query).toEqual(query);
    const offset = 5;
    const rest = await host.done('workspace_query_ask', { queryId: query.id, offset });
    expect(rest.query.answer).toBe(query.answer?.slice(offset));
    const next = await ask(`And ${word}?`, { sessionId: query.sessionId });
    expect(next.query.sessionId).toBe(query.sessionId);
    const { messages } = await host.done('workspace_session_get', { sessionId: query.sessionId });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  test.each([
    [{}, '/question'],
    [{ queryId: 'qry_1', question: 'Which?' }, '/question'],
    [{ queryId: 'qry_1', sessionId: 'ses_1' }, '/sessionId'],
    [{ question: 'Which?', sessionId: 'ses_1', channelId: 'general' }, '/channelId'],
  ])('refuses %j at %s', async (input, path) => {
    const { problem } = await host.call('workspace_query_ask', input);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] });
  });

  test('stores one question for one idempotency key', async () => {
    const { query } = await ask('Once?', { idempotencyKey: 'once' });
    const before = await traces(host.dataFolder);
    expect((await ask('Once?', { idempotencyKey: 'once' })).query.id).toBe(query.id);
    expect(await traces(host.dataFolder)).toEqual(before);
  });

  test('knows questions of others as little as none', async () => {
    const { problem } = await host.call('workspace_query_get', { queryId: 'qry_00000000000000000000000000' });
    expect(problem?.code).toBe('not_found');
  });
});

describe('workspace_query_get', () => {
  test('waits for an answer and tells whoever wants to know how far it is', async () => {
    const { queryId, release } = await waitingMessage();
    const progress: { progress: number; total?: number; message?: string }[] = [];
    const waiting = host.client.callTool(
      { name: 'workspace_query_get', arguments: { queryId, waitSeconds: limits.waitSeconds } },
      { onprogress: (told) => progress.push(told) },
    );
    await expect.poll(() => progress.length).toBeGreaterThan(1);
    await release();
    expect((await waiting).structuredContent).toMatchObject({ query: { id: queryId, status: 'completed' } });
    expect(progress[0]).toMatchObject({ total: limits.waitSeconds, message: 'queued' });
    const amounts = progress.map((told) => told.progress);
    expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  });

  test('returns what there is when its time is over', async () => {
    const { queryId, release } = await waitingMessage();
    const { query } = await host.done('workspace_query_get', { queryId, waitSeconds: 0.2 });
    expect(query).toMatchObject({ status: 'queued', pollAfterMs: limits.pollAfterMs });
    await release();
  });

  test('answers others while one waits', async () => {
    const { queryId, release } = await waitingMessage();
    const waiting = host.done('workspace_query_get', { queryId, waitSeconds: limits.waitSeconds });
    expect((await ask('Another?')).query.status).toBe('completed');
    await release();
    expect((await waiting).query.status).toBe('completed');
  });

  test('cuts an answer that is too long for a model, and goes on where it was cut', async () => {
    const { query } = await ask('All of it?');
    const answer = Array.from({ length: 10_000 }, (_, number) => `line ${number}`).join('\n');
    const source = { type: 'post', id: 'post_1', title: 'x'.repeat(300), url: 'http://localhost', snippet: '' };
    const values = Array.from({ length: 5_000 }, (_, value) => ({ value, type: 'number' }));
    const whole = JSON.stringify({
      answer,
      confidence: 'exact',
      values,
      sources: Array.from({ length: 500 }, () => source),
    });
    await inStorage(host.dataFolder, (tx) =>
      tx.updateTable('queries').set({ answer: whole }).where('id', '=', query.id).execute(),
    );
    let read = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { content, structured } = await host.call('workspace_query_get', { queryId: query.id, offset });
      expect(Buffer.byteLength(content[0]!.text!)).toBeLessThanOrEqual(limits.toolAnswerBytes);
      const { answer: part, nextOffset } = structured.query as { answer?: string; nextOffset?: number };
      read += part;
      offset = nextOffset;
    }
    expect(read).toBe(answer);
  });
});

describe('workspace_session_get', () => {
  test('cuts a message that is too long for a model, and goes on where it was cut', async () => {
    const { query } = await ask('All of it?');
    const body = 'ä'.repeat(40_000);
    await inStorage(host.dataFolder, (tx) =>
      tx
        .updateTable('messages')
        .set({ body })
        .where('session_id', '=', query.sessionId)
        .where('role', '=', 'assistant')
        .execute(),
    );
    let read = '';
    for (let bodyOffset: number | undefined = 0; bodyOffset !== undefined; ) {
      const { messages } = await host.done('workspace_session_get', { sessionId: query.sessionId, bodyOffset });
      const { body: part, nextOffset } = messages[1] as { body: string; nextOffset?: number };
      read += part;
      bodyOffset = nextOffset;
    }
    expect(read).toBe(body);
  });
});

describe('workspace_session_message', () => {
  test('goes on in a conversation of one’s own', async () => {
    const { session } = await host.done('workspace_session_start', {});
    const { word } = await newDocument();
    const { query, message } = await host.done('workspace_session_message', { sessionId: session.id, body: word });
    expect(message).toMatchObject({ role: 'user', body: word });
    const { query: later } = await host.done('workspace_query_get', { queryId: query.id, waitSeconds: 20 });
    expect(later).toMatchObject({ status: 'completed', confidence: 'supported', sessionId: session.id });
    const { results } = await host.done('workspace_search', { q: word, types: ['session'] });
    expect(results).toMatchObject([{ id: session.id, title: word }]);
  });
});

test('feedback is about a question that was asked with the tool', async () => {
  const { query } = await ask('Good?');
  const { feedback } = await host.done('workspace_feedback_submit', { description: 'Right.', queryId: query.id });
  expect(feedback.status).toBe('received');
});

interface Asked {
  name: string;
  arguments: Record<string, unknown>;
}

test('over HTTP the tool waits too with both kinds of clients, and wants only the scope of queries', async () => {
  const gateway = await startGateway(host.dataFolder);
  const token = await accessToken(host.dataFolder, '--scope', 'workspace.query');
  const url = `${gateway.url}/mcp`;
  const telling = { onprogress: () => {} };
  const [current, older] = [await startHttpHost(url, token), await startOlderHttpHost(url, token)];
  for (const [{ done }, call] of [
    [current, (asked: Asked) => current.client.callTool(asked, telling)],
    [older, (asked: Asked) => older.client.callTool(asked, undefined, telling)],
  ] as const) {
    const { word } = await newDocument();
    const { query } = await done('workspace_query_ask', { question: word });
    expect(query).toMatchObject({ status: 'completed', confidence: 'supported' });
    const { queryId, release } = await waitingMessage();
    const waiting = call({ name: 'workspace_query_get', arguments: { queryId, waitSeconds: limits.waitSeconds } });
    await release();
    expect((await waiting).structuredContent).toMatchObject({ query: { id: queryId, status: 'completed' } });
  }
  expect(gateway.log()).not.toMatch(/"level":[4-6]0/);
});

test('a host that reads only gets answers, and asks nothing', async () => {
  const { query } = await ask('Known?');
  const reading = await startHost(host.dataFolder, '--read-only', '--tools', 'all');
  expect((await reading.done('workspace_query_get', { queryId: query.id })).query).toEqual(query);
  await expect(reading.call('workspace_query_ask', { question: 'Hm?' })).rejects.toThrow(/no tool/);
  await expect(reading.call('workspace_session_message', { body: 'Hm?' })).rejects.toThrow(/no tool/);
});
