import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  await sample.indexed();
});
afterAll(() => sample.close());

describe('no figure passes over what was said:', () => {
  test.each([
    'How many deals did we lose because of price?',
    'How many deals were not lost because of price?',
    'Average amount of deals lost because of price?',
    'How many deals did we lose on Mondays?',
    'How many large deals are won?',
  ])('%s', async (question) => {
    expect((await ask(sample.admin, question)).confidence).not.toBe('exact');
  });

  test.each([
    ['Top 3 companies by amount', 3],
    ['Top 2 stages by amount', 2],
    ['Three largest companies by amount', 3],
    ['Three largest deals', 3],
  ])('%s', async (question, most) => {
    const { confidence, values = [] } = await ask(sample.admin, question);
    expect(confidence === 'exact' ? values.length : most).toBe(most);
  });

  const earlier = [{ role: 'user' as const, body: 'How many deals are lost?' }];

  test('How many deals are lost? And the sum?', async () => {
    expect((await ask(sample.admin, 'And the sum?', { earlier })).confidence).toBe('none');
  });

  test.each(['And their average amount?', 'What is their average amount?'])(
    'How many deals are lost? %s',
    async (followUp) => {
      const { typedQuery } = await ask(sample.admin, followUp, { earlier });
      expect(typedQuery).toMatchObject({
        metrics: [{ function: 'average', field: 'amount' }],
        filters: [{ field: 'stage', operator: 'eq', value: 'lost' }],
      });
    },
  );
});

test('“without an owner” is read like “no owner”', async () => {
  const [without, none] = [
    await ask(sample.admin, 'How many deals are without an owner?'),
    await ask(sample.admin, 'How many deals have no owner?'),
  ];
  expect(without.confidence).toBe('exact');
  expect(without).toEqual(none);
});

test('neither of two Data Sets of one name is chosen, unless a channel says which', async () => {
  const { channel } = await sample.admin.channels.create({ name: 'Partners' });
  await sample.admin.dataSets.create({
    channelId: channel.id,
    name: 'Deals',
    fields: [{ key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] } }],
  });
  const question = 'How many deals are won?';
  expect((await ask(sample.admin, question)).confidence).toBe('none');
  const answer = await ask(sample.admin, question, { channelId: channel.id });
  expect([answer.confidence, answer.values?.map(({ value }) => value)]).toEqual(['exact', [0]]);
});

describe('of two Data Sets of one name in one channel', () => {
  const questions = ['How many doors are there?', 'Total width of doors?', 'How many doors are oak?'];
  let channelId: string;
  let viewId: string;

  beforeAll(async () => {
    const { channel } = await sample.admin.channels.create({ name: 'Building' });
    channelId = channel.id;
    for (const [name, kind] of [
      ['Doors', 'Oak'],
      ['doors', 'Pine'],
    ] as const) {
      const { dataSet } = await sample.admin.dataSets.create({
        channelId,
        name,
        fields: [
          { key: 'kind', label: 'Kind', type: 'text' },
          { key: 'width', label: 'Width', type: 'number' },
        ],
      });
      const { objectTypeId } = dataSet;
      await sample.admin.records.create({ channelId, objectTypeId, title: 'Front', values: { kind, width: 90 } });
      const shown = { name: `Doors of ${kind}`, renderer: 'table' as const };
      const { view } = await sample.admin.views.create({ channelId, objectTypeId, ...shown });
      viewId = view.id;
    }
    await sample.indexed();
  });

  test.each(questions)('none is chosen, and what tells them apart is said: %s', async (question) => {
    for (const context of [{}, { channelId }]) {
      const { confidence, answer } = await ask(sample.admin, question, context);
      expect(confidence).toBe('none');
      expect(answer).toMatch(/\(`door`\) in \*\*Building\*\*/);
      expect(answer).toMatch(/\(`door_2`\) in \*\*Building\*\*/);
      expect(answer).toContain('another name');
    }
  });

  test('a View of one says which', async () => {
    const answer = await ask(sample.admin, 'How many doors are there?', { channelId, viewId });
    expect(answer).toMatchObject({ confidence: 'exact', values: [{ value: 1 }] });
  });
});

test('a word longer than any search does not name a cell', async () => {
  const { confidence } = await ask(sample.admin, 'word'.repeat(400), { channelId: 'sales' });
  expect(confidence).toBe('none');
});
