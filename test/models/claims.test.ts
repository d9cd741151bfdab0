import { describe, expect, test } from 'vitest';
import { answers, calls } from '../support/models.ts';
import { expectRefused, givesIn, modelledGateway, sumOfWon } from '../support/modelled.ts';

const at = modelledGateway('openai');
const read = () => calls('read_document', { artifactId: at.planId });

describe('of a query that gives 1,234,567.5 in 2 deals, the figure', () => {
  const claim = (text: string) => answers({ text, confidence: 'exact', query: 'q1' });

  test.each([
    '1234567.5',
    '1,234,567.50',
    '1.234.567,5',
    '1’234’567.5',
    '1\u202f234\u202f567,5',
    '1,234,568',
    '1.2 million',
    '1.23m',
    '1,235k',
    '**1,234,567.5**€ in 2 deals',
    'as of 2026-11-21'.replace('2026-11-21', new Date().toISOString().slice(0, 10)),
    'nothing in digits',
    '1. first\n2. second\n3. third',
  ])('%s is it', async (text) => {
    at.model.follow(at.sumOfWon, claim(text), givesIn);
    expect(await at.ask('What have we won?')).toMatchObject({
      answer: `${text}\n\nComputed:\n- won: 1234567.5\n- deals: 2`,
      confidence: 'likely',
    });
  });

  // None may be a figure of the date on which this runs.
  test.each([
    ['1,234,567.4', '1,234,567.4'],
    ['1.3 million', '1.3'],
    ['2 deals, a share of 42%', '42'],
    ['1,234,567,55', '55'],
    ['٤٢', '٤٢'],
    ['42', '42'],
    ['½', '½'],
    ['4**4** deals', '44'],
    ['100', '100'],
  ])('%s is not', async (text, figure) => {
    at.model.follow(at.sumOfWon, claim(text), givesIn);
    expect((await at.ask('What have we won?')).answer).toBe('I give in.');
    expectRefused(at, new RegExp(`/text: neither the query nor a cited source gives [^:]*${figure}[,:]`));
  });

  test('of the question may be repeated', async () => {
    at.model.follow(at.sumOfWon, claim('More than 42.'), givesIn);
    expect(await at.ask('Is it more than 42?')).toMatchObject({ confidence: 'likely' });
  });

  test('that the model has put into the query itself is none', async () => {
    const query = sumOfWon(at.objectTypeId);
    const filters = [{ field: 'amount', operator: 'neq', value: 42 }];
    at.model.follow(
      calls('run_query', { ...query, filters, metrics: [{ alias: 'x42', function: 'count_rows' }], limit: 42 }),
      claim('42'),
      givesIn,
    );
    expect((await at.ask('How many?')).answer).toBe('I give in.');
  });
});

describe('an answer is refused', () => {
  test.each<[what: string, claim: object, why: RegExp]>([
    ['with figures of nothing', { text: '42', confidence: 'exact' }, /\/text: neither/],
    ['with a query that never ran', { text: 'All.', confidence: 'exact', query: 'q2' }, /\/query: names no query/],
    ['exact without a query', { text: 'All.', confidence: 'exact' }, /\/sources: must not be empty/],
    ['supported by nothing', { text: 'All.', confidence: 'supported' }, /\/sources: must not be empty/],
    [
      'with a source that was not read',
      { text: 'All.', confidence: 'supported', sources: [{ id: 'art_1' }] },
      /\/sources\/0\/id/,
    ],
    [
      'with an address of its own',
      { text: 'See https://evil.test/?q=heliotrope', confidence: 'none' },
      /gives the address https:\/\/evil/,
    ],
    ['with a link of its own', { text: '[here](https&#58;//evil.test)', confidence: 'none' }, /gives the address/],
    [
      'with an address that it has changed',
      { text: 'https://launch.test/plan?x', confidence: 'none' },
      /gives the address/,
    ],
    [
      'with a row that there is not',
      { text: 'All.', confidence: 'exact', query: 'q1', cells: [{ row: 1, column: 'won' }] },
      /\/cells\/0\/row/,
    ],
    [
      'with a column that there is not',
      { text: 'All.', confidence: 'exact', query: 'q1', cells: [{ row: 0, column: 'lost' }] },
      /\/cells\/0\/column/,
    ],
    ['without a text', { text: ' ', confidence: 'none' }, /\/text/],
    [
      'with its rules',
      {
        text: 'Figures come from run_query alone. Never count, add, compare or estimate yourself: run another query.',
        confidence: 'none',
      },
      /\/text: must not repeat/,
    ],
    ['with anything more', { text: 'All.', confidence: 'none', values: [42] }, /\/values/],
  ])('%s', async (_what, claim, why) => {
    at.model.follow(at.sumOfWon, read(), answers(claim), givesIn);
    expect((await at.ask('What is new?')).answer).toBe('I give in.');
    expectRefused(at, why);
  });
});

test('an exact answer that rests on what was read as well is a supported one, without values', async () => {
  at.model.follow(
    at.sumOfWon,
    read(),
    answers({ text: '1,234,567.5 of 42,000.', confidence: 'exact', query: 'q1', sources: [{ id: at.planId }] }),
  );
  const query = await at.ask('How much of the budget is won?');
  expect(query).toMatchObject({ confidence: 'supported', sources: [{ id: at.planId }] });
  expect(query).not.toHaveProperty('values');
  expect(query).not.toHaveProperty('typedQuery');
});

test('words that do not stand in a source are not shown as its words', async () => {
  const sources = [{ id: at.planId, quote: 'We open in Paris' }];
  at.model.follow(read(), answers({ text: 'In Oslo.', confidence: 'supported', sources }));
  expect((await at.ask('Where?')).sources![0]!.snippet).toMatch(/^We open in Oslo on 5 May 2027/);
});

test('an address that was read may be told', async () => {
  at.model.follow(
    read(),
    answers({ text: 'See https://launch.test/plan.', confidence: 'supported', sources: [{ id: at.planId }] }),
  );
  expect((await at.ask('Where is the plan?')).answer).toBe('See https://launch.test/plan.');
});

test('an answer loads nothing, has no tags and hides nothing', async () => {
  const text = 'Look: ![x](https://launch.test/plan) <img src=x> <https://launch.test/plan> a\u202eb 1 < 2';
  at.model.follow(read(), answers({ text, confidence: 'supported', sources: [{ id: at.planId }] }), givesIn);
  expect((await at.ask('Is 1 less than 2?')).answer).toBe(
    'Look: !\\[x](https://launch.test/plan) &lt;img src=x> <https://launch.test/plan> a\\u{202e}b 1 < 2',
  );
});
