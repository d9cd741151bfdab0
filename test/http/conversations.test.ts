import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { answered, answerTo, documentsAmong, eventsAmong, word } from '../support/questions.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const newDocument = documentsAmong(people);
const eventsOf = eventsAmong(people);

beforeAll(() => people.as('mia').done('POST /channels', { name: 'Ideas' }));

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
        via: { interface: 'api' },
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
    const inSessions = `GET /search?q=${said}&types=["session"]`;
    const { results } = await done(inSessions);
    expect(results).toMatchObject([{ type: 'session', id: started.id, title: 'On the plan' }]);
    expect((await people.as('will').done(inSessions)).results).toEqual([]);
  });

  test('that carries one question and its answer is found only where sessions are asked for, until it goes on', async () => {
    const { done } = people.as('mia');
    const said = word();
    const { query } = await done('POST /queries', {
      mode: 'session',
      question: `Where is ${said}?`,
      channelId: 'board',
    });
    await answered(people.as('mia'), query.id);
    await done(`POST /sessions/${query.sessionId}/channels`, { channelId: 'board' });
    const places = [`&q=${said}`, '', '&channelId=board'];
    const found = async (types: string) => {
      const answers = await Promise.all(places.map((place) => done(`GET /search?limit=200${place}${types}`)));
      return answers.map(({ results }) => results.some(({ id }) => id === query.sessionId));
    };
    expect(await found('')).toEqual([false, false, false]);
    expect(await found('&types=["file"]')).toEqual([false, false, false]);
    expect(await found('&types=["file","session"]')).toEqual([true, true, true]);
    const next = await done(`POST /sessions/${query.sessionId}/messages`, { body: 'And then?' });
    await answered(people.as('mia'), next.query.id);
    expect(await found('')).toEqual([true, true, true]);
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

describe('a citation of any kind is shown as far as its reader may read it:', () => {
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
      const { dataSet } = await people.as(name).done('POST /channels/board/data-sets', { name: word() });
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
