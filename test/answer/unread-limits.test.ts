import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const sample = sampleWith([
  {
    name: 'Barges',
    types: { Cargo: 'select', Pilot: 'select' },
    content: `Barge,Cargo,Pilot,Tons,Sailed on
B-1,Timber,Ottilie,40,2026-03-02
B-2,Timber,Ragnar,55,2026-04-11
B-3,Wool,Ragnar,12,2026-05-20
B-4,Wool,Ottilie,18,2026-06-03
`,
  },
]);

test.each([
  'How many barges of marble sailed?',
  'How many barges went to court?',
  'How many timber barges got scuttled?',
  'How many barges did Ragnar refuse?',
  'How many barges that went to hospitals were there?',
  'Which pilot crashed most?',
])('a count is not answered where what limits it is left unread: %s', async (question) => {
  expect(await sample.askIn('Barges', question)).toMatchObject({ confidence: 'none' });
});

test.each<[question: string, value: unknown]>([
  ['How many barges of timber sailed?', 2],
  ['How many barges did Ragnar have?', 2],
  ['What is the total tons of wool?', 30],
])('a limit that is read is answered: %s', async (question, value) => {
  expect((await sample.askIn('Barges', question)).values?.map((one) => one.value)).toEqual([value]);
});
