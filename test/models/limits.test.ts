import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { answers, calls, chatCompletion, raw, type Step } from '../support/models.ts';
import { givesIn, modelledGateway, newDocument, notAnswered } from '../support/modelled.ts';
import { answered } from '../support/questions.ts';

const at = modelledGateway('openai');
const done = answers({ text: 'Done.', confidence: 'none' });
const wrong = answers({ text: '42', confidence: 'none' });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** A valid answer of this many bytes. */
function completionOf(bytes: number): string {
  const padded = (padding: string) => JSON.stringify({ ...chatCompletion(done), padding });
  return padded('x'.repeat(bytes - padded('').length));
}

const sized = (bytes: number): Step => {
  const text = completionOf(bytes);
  return raw((response) => response.end(text));
};

describe('a model has', () => {
  test.each<[what: string, within: Step[], beyond: Step[]]>([
    [
      'steps',
      [...times(limits.modelSteps - 1, calls('list_channels')), done],
      [...times(limits.modelSteps, calls('list_channels')), done],
    ],
    [
      'calls',
      [[...times(limits.modelCalls - 1, calls('list_channels')).flat(), ...done]],
      [[...times(limits.modelCalls, calls('list_channels')).flat(), ...done]],
    ],
    ['mistakes', [...times(limits.modelMistakes, wrong), done], [...times(limits.modelMistakes + 1, wrong), done]],
    ['bytes of an answer', [sized(limits.modelResponseBytes)], [sized(limits.modelResponseBytes + 1)]],
  ])('so many %s and no more', async (_what, within, beyond) => {
    at.model.follow(...within);
    expect((await at.ask('Anything?')).answer).toBe('Done.');
    at.model.follow(...beyond);
    expect((await at.ask('Anything?')).answer).toContain(notAnswered);
  });

  test.each<[what: string, step: Step]>([
    ['10 MB', sized(10_000_000)],
    [
      '10 MB in few bytes',
      raw((response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(completionOf(10_000_000)))),
    ],
    ['10 MB of a refusal', raw((response) => response.writeHead(400).end(completionOf(10_000_000)))],
  ])('no room for %s', async (_what, step) => {
    at.model.follow(step);
    expect((await at.ask('Anything?')).answer).toContain(notAnswered);
    expect(at.model.asked).toHaveLength(1);
  });

  test('a limited number of seconds, and the built-in engine the rest', async () => {
    at.model.follow(raw(() => {}));
    const question = { mode: 'session', question: 'Where do we open?' };
    const { query } = await at.gateway.admin.done('POST /queries', question);
    const { status, answer, sources } = await answered(at.gateway.admin, query.id, { timeout: 50_000 });
    expect([status, answer, sources]).toMatchObject([
      'completed',
      expect.stringContaining(notAnswered),
      [{ id: at.planId }],
    ]);
    expect(at.gateway.log()).toContain('"reason":"time"');
  });

  test('a limited number of tokens for a step', async () => {
    at.model.follow(done);
    await at.ask('Anything?');
    expect(at.model.asked[0]!.body.max_tokens).toBe(limits.modelTokens);
  });
});

describe('a model is shown', () => {
  test('a limited number of characters of a document at a time', async () => {
    const most = limits.modelResultCharacters;
    const [whole, longer] = [
      await newDocument(at.gateway.admin, 'sales', 'Whole', 'a'.repeat(most)),
      await newDocument(at.gateway.admin, 'sales', 'Longer', `${'b'.repeat(most)}c`),
    ];
    at.model.follow(
      calls('read_document', { artifactId: whole }),
      calls('read_document', { artifactId: longer }),
      calls('read_document', { artifactId: longer, offset: most }),
      givesIn,
    );
    await at.ask('What do they say?');
    const [, first, second, rest] = at.model.asked.map(({ result }) => result);
    expect(first).toMatch(new RegExp(`\\n${'a'.repeat(most)}\\n</data \\w+>$`));
    expect(second).toMatch(new RegExp(`\\n${'b'.repeat(most)}\\n</data \\w+>\\nIt goes on: offset ${most}\\.$`));
    expect(rest).toMatch(/\nc\n<\/data \w+>$/);
  });

  test('a limited number of characters of all documents, and then nothing more', async () => {
    const id = await newDocument(at.gateway.admin, 'sales', 'Long', 'a'.repeat(limits.modelResultCharacters));
    const reads = Math.ceil(limits.modelReadingCharacters / limits.modelResultCharacters);
    const read = calls('read_document', { artifactId: id });
    at.model.follow([...times(reads, read).flat(), ...calls('list_channels')], done);
    expect((await at.ask('What does it say?')).answer).toBe('Done.');
    const { text, result } = at.model.asked.at(-1)!;
    expect(text.match(/<data \w+ type=artifact /g)).toHaveLength(reads);
    expect(result).toMatch(/^You have read as much/);
  });

  test('no more of what hides much', async () => {
    const id = await newDocument(
      at.gateway.admin,
      'sales',
      'Hiding',
      '\u200b'.repeat(limits.modelResultCharacters / 4),
    );
    at.model.follow(calls('read_document', { artifactId: id }), givesIn);
    await at.ask('What does it say?');
    expect(at.model.asked.at(-1)!.result.length).toBeLessThan(limits.modelResultCharacters + 500);
    expect(at.model.asked.at(-1)!.result).toContain('… (cut)');
  });

  test('a limited number of rows', async () => {
    const query = { channelId: 'sales', objectTypeId: at.objectTypeId, operation: 'records' };
    at.model.follow(
      calls('run_query', { ...query, limit: limits.modelRows }),
      calls('run_query', { ...query, limit: limits.modelRows + 1 }),
      givesIn,
    );
    await at.ask('Which deals?');
    expect(at.model.asked.map(({ result }) => result.slice(0, 8))).toEqual([expect.anything(), 'This is ', 'Refused.']);
  });

  test('a limited number of search results', async () => {
    for (let number = 0; number <= limits.modelSearchResults; number += 1)
      await newDocument(at.gateway.admin, 'sales', `Walrus ${number}`, 'walrus');
    at.model.follow(calls('search', { q: 'walrus' }), givesIn);
    await at.ask('Who is a walrus?');
    expect(at.model.asked.at(-1)!.result.match(/<data /g)).toHaveLength(limits.modelSearchResults);
  });

  test('a limited number of characters of the earlier messages', async () => {
    at.model.follow(answers({ text: 'x'.repeat(limits.modelEarlierCharacters - 11), confidence: 'none' }));
    const { sessionId } = await at.ask('Early?');
    at.model.follow(done);
    await at.go(sessionId, 'Late?');
    expect(at.model.asked[0]!.result).toContain(`assistant: ${'x'.repeat(limits.modelEarlierCharacters - 11)}`);
    expect(at.model.asked[0]!.result).not.toContain('Early?');
  });
});

describe('an answer of a model has', () => {
  const query = () => calls('run_query', { channelId: 'sales', objectTypeId: at.objectTypeId, operation: 'records' });
  const cell = { row: 0, column: 'name' };
  const text = 'x'.repeat(limits.modelAnswerCharacters);

  test.each<[what: string, within: object, beyond: object]>([
    ['characters', { text, confidence: 'none' }, { text: `${text}x`, confidence: 'none' }],
    [
      'sources',
      { text: 'Done.', confidence: 'supported', sources: times(limits.modelSources, 'plan') },
      { text: 'Done.', confidence: 'supported', sources: times(limits.modelSources + 1, 'plan') },
    ],
    [
      'values',
      { text: 'Done.', confidence: 'exact', query: 'q1', cells: times(limits.modelValues, cell) },
      { text: 'Done.', confidence: 'exact', query: 'q1', cells: times(limits.modelValues + 1, cell) },
    ],
  ])('so many %s and no more', async (_what, within, beyond) => {
    const read = calls('read_document', { artifactId: at.planId });
    const claim = (one: { sources?: unknown[] }) =>
      answers({ ...one, ...(one.sources && { sources: one.sources.map(() => ({ id: at.planId })) }) });
    at.model.follow(query(), read, claim(within), givesIn);
    expect((await at.ask('Which?')).answer).not.toBe('I give in.');
    at.model.follow(query(), read, claim(beyond), givesIn);
    expect((await at.ask('Which?')).answer).toBe('I give in.');
  });
});
