import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../schemas/queries.ts';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  await sample.indexed();
});
afterAll(() => sample.close());

const valuesOf = ({ values = [] }: Answer) => values.map(({ value }) => value);
const said = (...questions: string[]) => questions.map((body) => ({ role: 'user' as const, body }));

describe('a follow-up takes over what was asked before', () => {
  test.each([
    ['How many deals are won?', 'And lost?', 'How many deals are lost?'],
    ['How many deals are won?', 'and last month?', 'How many deals are won last month?'],
    ['How many deals were won last month?', 'and this month?', 'How many deals were won this month?'],
    [
      'What is the average amount of won deals?',
      'and by company?',
      'What is the average amount of won deals by company?',
    ],
    [
      'How many deals are there with Kestrel Freight?',
      'What about Nordhavn?',
      'How many deals are there with Nordhavn?',
    ],
    ['Number of deals by stage?', 'And by owner?', 'Number of deals by owner?'],
    ['How many deals are won?', 'and Brightwater?', 'How many deals are won with Brightwater?'],
  ])('%s %s', async (before, followUp, whole) => {
    const answer = await ask(sample.admin, followUp, { earlier: said(before) });
    expect(['exact', 'likely']).toContain(answer.confidence);
    expect(answer).toEqual(await ask(sample.admin, whole));
  });

  test('also one after another', async () => {
    const earlier = said('How many deals are won?', 'and lost?');
    const answer = await ask(sample.admin, 'and last quarter?', { earlier });
    expect(answer).toEqual(await ask(sample.admin, 'How many deals are lost last quarter?'));
  });

  test('and abstains where nothing was asked, or where it is not plain what is meant', async () => {
    expect(await ask(sample.admin, 'and in March?')).toMatchObject({ confidence: 'none' });
    const earlier = said('Compare Brightwater and Nordhavn by amount');
    expect(await ask(sample.admin, 'and Kestrel Freight?', { earlier })).toMatchObject({ confidence: 'none' });
  });
});

describe('a follow-up names another of the same kind', () => {
  test('whose kind was said with the first one', async () => {
    const earlier = said('How much does the Team plan cost?');
    const answer = await ask(sample.admin, 'And the Starter plan?', { earlier });
    expect(answer).toEqual(await ask(sample.admin, 'How much does the Starter plan cost?'));
    expect(valuesOf(answer)).toEqual([0]);
  });

  test.each(['And the Starter plan?', 'And Starter?'])(
    'in a document that says the kind elsewhere: %s',
    async (more) => {
      const first = 'How much is the Team plan?';
      expect((await ask(sample.admin, first)).sources).toMatchObject([{ title: 'Pricing decision' }]);
      const answer = await ask(sample.admin, more, { earlier: said(first) });
      expect(answer).toMatchObject({ confidence: 'supported', sources: [{ title: 'Pricing decision' }] });
      expect(answer.answer).toContain('Starter stays free');
    },
  );

  test('unless nothing is written of it', async () => {
    const answer = await ask(sample.admin, 'And the Company plan?', { earlier: said('How much is the Team plan?') });
    expect(answer).toMatchObject({ confidence: 'none' });
  });
});

describe('a channel where a document of another one was added', () => {
  let channelId: string;

  beforeAll(async () => {
    channelId = (await sample.admin.channels.create({ name: 'Board' })).channel.id;
    await add('Pricing decision');
  });

  async function add(title: string): Promise<void> {
    const { artifacts } = await sample.admin.artifacts.list({});
    const { id } = artifacts.find((one) => one.title === title)!;
    await sample.admin.artifacts.link({ artifactId: id, targetType: 'channel', targetId: channelId });
  }

  test('answers with its sentence before a table of another channel', async () => {
    const question = 'How much does Team cost?';
    expect(await ask(sample.admin, question)).toMatchObject({ confidence: 'likely' });
    const answer = await ask(sample.admin, question, { channelId });
    expect(answer).toMatchObject({ confidence: 'supported', sources: [{ title: 'Pricing decision' }] });
  });

  test('says that no table of it answers, until the sheet is added too', async () => {
    const answer = () => ask(sample.admin, 'What is the price of the Starter plan?', { channelId });
    expect(await answer()).toMatchObject({ confidence: 'likely' });
    expect((await answer()).answer).toContain('No table of this channel answers it: this is Price list.');
    await add('Price list');
    expect(await answer()).toMatchObject({ confidence: 'exact' });
  });
});

describe('a question asked at a View', () => {
  const atView = (text: string, viewId: string) => ask(sample.admin, text, { channelId: 'sales', viewId });

  test('is about what the View shows, and its query says so', async () => {
    const answer = await atView('How many deals are there?', 'won-deals');
    expect(valuesOf(answer)).toEqual(valuesOf(await ask(sample.admin, 'How many deals are won?')));
    expect(answer.typedQuery!.filters).toEqual([{ field: 'stage', operator: 'eq', value: 'won' }]);
    const { data } = await sample.admin.queries.run(answer.typedQuery!);
    expect(Object.values(data.rows![0]!)).toEqual(valuesOf(answer));
  });

  test('unless it asks for something else', async () => {
    const answer = await atView('How many deals are lost?', 'won-deals');
    expect(answer).toEqual(await ask(sample.admin, 'How many deals are lost?'));
  });
});

describe('several tables that fit', () => {
  beforeAll(async () => {
    const fields = [{ key: 'amount', label: 'Amount', type: 'number' as const }];
    for (const name of ['North', 'South']) {
      const { channel } = await sample.admin.channels.create({ name });
      const { dataSet } = await sample.admin.dataSets.create({ channelId: channel.id, name: 'Visits', fields });
      const { objectTypeId } = dataSet;
      await sample.admin.records.create({ channelId: channel.id, objectTypeId, title: 'One', values: { amount: 1 } });
    }
  });

  test('are named, and none is chosen', async () => {
    const answer = await ask(sample.admin, 'How many visits are there?');
    expect(answer.confidence).toBe('none');
    expect(answer.answer.match(/\*\*Visits\*\*/g)).toHaveLength(2);
  });

  test.each([
    ['is asked in the channel of one', 'How many visits are there?', 'north'],
    ['names its channel', 'How many visits are there in North?', undefined],
  ])('unless the question %s', async (_, question, channelId) => {
    const answer = await ask(sample.admin, question, { channelId });
    expect(answer).toMatchObject({ confidence: 'exact', channelLinks: [{ name: 'North' }] });
  });
});

test('an answer is said in a sentence, with a query that gives its very figures', async () => {
  const answer = await ask(sample.admin, 'What is the total amount of the lost deals?');
  expect(answer.answer).toMatch(/^The total Amount of Deals where Stage is Lost is \*\*[\d,]+ EUR\*\*\.$/);
  const { data } = await sample.admin.queries.run(answer.typedQuery!);
  expect(Object.values(data.rows![0]!)).toEqual(valuesOf(answer));
});

test('a signal that aborts ends the work', async () => {
  const { embeddedAnswerer } = await import('../../src/answer/engine.ts');
  const question = { asker: 'usr', text: 'How many deals are won?', earlier: [] };
  await expect(embeddedAnswerer(question, sample.admin, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
