import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

const rentals = `Rental,Rower,Collected on,Brought back,Deposit (€),Fee (€),State
R-1,Ines Mohr,2026-01-05,2026-01-09,50,400,done
R-2,Ines Mohr,2026-02-06,2026-02-08,50,300,done
R-3,Olaf Kern,2026-02-11,2026-02-14,80,910,done
R-4,Ruth Adam,2026-03-09,2026-03-10,20,150,lost
R-5,Olaf Kern,2026-03-16,2026-03-21,80,700,done
R-6,Ines Mohr,2026-03-20,,20,120,out
`;

describe('a sheet is read in everyday words, as a Data Set is', () => {
  let sample: SampleWorkspace;
  let channelId: string;
  beforeAll(async () => {
    sample = await openSample();
    const { channel } = await sample.admin.channels.create({ name: 'Boathouse' });
    channelId = channel.id;
    await sample.admin.artifacts.create({ kind: 'csv', title: 'Rentals', content: rentals, channelId });
    await sample.indexed();
  });
  afterAll(() => sample.close());

  const read = async (text: string, earlier: readonly string[] = []) => {
    const before = earlier.map((body) => ({ role: 'user' as const, body }));
    const { confidence, values = [] } = await ask(sample.admin, text, { channelId, earlier: before });
    return { confidence, values: values.map(({ value }) => value) };
  };

  test.each<[question: string, values: unknown[]]>([
    ['what did Olaf pay on average', [805]],
    ['when did Ines last collect something', ['2026-03-20']],
    ['top 2 rowers by fee, dearest first', ['Olaf Kern', 'Ines Mohr']],
    ['how many more rentals did Ines Mohr collect than Olaf Kern', [1]],
    ['What did Ruth Adam pay in total?', [150]],
  ])('%s', async (question, values) => {
    expect(await read(question)).toEqual({ confidence: 'likely', values });
  });

  test.each<[question: string, values: unknown[]]>([
    ['How many rentals are not done?', [2]],
    ['What is the median fee of rentals that are done?', [550]],
  ])('kinds of its rows are read as choices, and exact: %s', async (question, values) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values });
  });

  test('words that are passed over are named', async () => {
    const { confidence, answer } = await ask(sample.admin, 'How many rentals are amazingly done?', { channelId });
    expect({ confidence, isTold: answer.includes('Not read: “amazingly”') }).toEqual({
      confidence: 'likely',
      isTold: true,
    });
  });

  test('a later question goes on from one about a sheet', async () => {
    const asked = 'what did Olaf pay on average';
    expect(await read('and Ines?', [asked])).toMatchObject({ values: [273.3333333333333] });
  });
});
