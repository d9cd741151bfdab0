import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Clauses that tell what goes on now, and clauses that say of which records a question is. */
const tables = {
  Repairs: {
    types: { Mechanic: 'select', Status: 'select' },
    content: `Ticket,Customer,Mechanic,Status,Labour,Brought in
T-1,Olga Brandt,Femi,Done,45,2025-09-03
T-2,Peter Lund,Femi,Done,15,2025-09-14
T-3,Olga Brandt,Noor,Done,35,2025-10-02
T-4,Mina Tak,Noor,Cancelled,0,2025-10-20
T-5,Karl Voss,Femi,Waiting,45,2026-11-11
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Repairs', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each([
  'Before the shareholders walk in, how many repairs are done?',
  'While the kettle boils, how many repairs are done?',
  'The press is calling, how many repairs are done?',
  'A customer on line two wants to hear how many repairs are done.',
  'Nobody in the office seems to know how many repairs are done.',
  'I need to brief the minister in ten minutes, how many repairs are done?',
  'For the board meeting tomorrow, how many repairs are done?',
  "Ahead of Friday's review, how many repairs are done?",
])('what goes on now, or what an answer is for, is beside the question: %s', async (question) => {
  const { answer, ...found } = await read(question);
  expect(found).toEqual({ confidence: 'likely', values: [3] });
  expect(answer).toContain('Left out as beside the question');
});

test.each([
  "What I'm really after is how many repairs are done.",
  "Thanks for yesterday's help. One more: how many repairs are done?",
  'ok last question of the day, how many repairs are done?',
  'Hey, happy Monday! How many repairs are done?',
  'Out of sheer nosiness, how many repairs are done?',
  'Say, how many repairs are done?',
  "For a slide I'm making, how many repairs are done?",
  'In preparation for the audit, how many repairs are done?',
])('manners change nothing: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'exact', values: [3] });
});

test.each([
  'While the shop was shut, how many repairs are done?',
  'When it rains, how many repairs are done?',
  'The rider is a smoker. How many repairs are done?',
  'She is a courier. How many repairs are done?',
  'The judge is Kowalski. How many repairs are done?',
  'This is about tandems. How many repairs are done?',
  'I have smokers in mind, how many repairs are done?',
  'We need the elderly. How many repairs are done?',
  'We have a branch in Oslo. How many repairs are done there?',
  'For Harrison, how many repairs are done?',
  'For the coming winter, how many repairs are done?',
])('a clause that says of which records the question is stays in it: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});
