import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Repairs with two dates, by people of whom one is to be chosen. */
const tables = {
  Repairs: {
    types: { Mender: 'select', Kind: 'select' },
    content: `Slip,Brought,Handed back,Mender,Kind,Weight (kg),Fee (€)
S-1,2026-03-02,2026-03-04,Ada,Clock,2,40
S-2,2026-03-03,2026-03-23,Milo,Clock,4,30
S-3,2026-03-05,2026-03-06,Ada,Radio,9,50
S-4,2026-03-09,,Milo,Radio,7,60
S-5,2026-03-10,2026-03-22,Ada,Lamp,1,5
S-6,2026-04-01,2026-04-02,Ines,Lamp,3,95
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Repairs', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['Who brought in more in fees, Ada or Milo?', ['Ada']],
  ['Who has had fewer repairs, Ada or Milo?', ['Milo']],
  ['which are heavier on average, clocks or radios?', ['Radio']],
  ['did we get more repairs from Ada or from Ines?', ['Ada']],
  ['How many repairs took more than 10 days from brought to handed back?', [2]],
  ['How many repairs were handed back over 10 days after they were brought?', [2]],
  ['which repair took the longest from brought to handed back', ['S-2']],
])('one of two values, and the days of a record, are found, and likely at most: %s', async (question, values) => {
  const found = await read(question);
  expect(found).toEqual({ confidence: 'likely', values });
});

test.each([
  // Both have 90.
  'Who brought in more in fees, Milo or Ines?',
  // Nothing says who is better.
  'Who is better, Ada or Milo?',
  'Who takes longer on average from brought to handed back, Ada or Milo?',
  'How many repairs were handed back over 10 days after they were paid?',
])('a choice that nothing in the table decides gets no certain figure: %s', async (question) => {
  expect((await read(question)).confidence).not.toBe('exact');
});
