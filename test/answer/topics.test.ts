import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions that name what they are about before they ask. */
const hires = {
  name: 'Hires',
  types: { Trade: 'select', State: 'select' },
  content: `Hire,Worker,Trade,State,Site,Rate,Hired on
H-1,Ana Prior,Plumber,Active,Harbour,40,2026-01-12
H-2,Ben Okoro,Plumber,Left,Harbour,30,2026-01-19
H-3,Cy Marsh,Welder,Active,Quay,45,2026-02-03
H-4,Dora Winter,Welder,Active,Mill,60,2026-02-17
H-5,Eli Stone,Roofer,Left,Mill,30,2026-03-02
H-6,Fay Long,Plumber,Active,Quay,60,2026-03-09
`,
} as const;

const sample = sampleWith([hires]);

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Hires', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, values: unknown[]]>([
  ['For plumbers, how many hires are active?', [2]],
  ['Among the plumbers, how many hires are active?', [2]],
  ['In the case of plumbers, what is the average rate?', [130 / 3]],
  ['As for welders, how many hires were there?', [2]],
  ['For the plumbers, what is the average rate?', [130 / 3]],
])('a topic that the table has is a condition: %s', async (question, values) => {
  expect((await read(question)).values).toEqual(values);
});

test.each([
  'For carpenters, how many hires are active?',
  'For the carpenters, what is the average rate?',
  'For carpenters how many hires are active?',
  'Among carpenters, how many hires are active?',
  'Among the carpenters, which hire has the highest rate?',
  'In the case of carpenters, what is the highest rate?',
  'As for carpenters, how many hires were there?',
  'As for the carpenters, what is the total rate?',
  'When it comes to carpenters, how many hires are active?',
  'Regarding carpenters, how many hires are active?',
  'With regard to carpenters, how many hires are active?',
  'In carpentry, how many hires are active?',
  'Of the carpenters, how many hires are active?',
  'For plumbers and carpenters, how many hires are active?',
  'For phone calls, how many hires are active?',
  'Carpenters: how many hires are active?',
  'The carpenters, how many hires are active?',
  'Looking at carpenters, how many hires are active?',
  'If we look at carpenters, how many hires are active?',
  'How many hires are active for carpenters?',
  'For carpenters, what share of hires is active?',
])('a topic that the table lacks is not left out: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test.each([
  'For the report: how many hires are active?',
  'For my boss: how many hires are active?',
  'As for me, how many hires are active?',
])('a purpose is no topic: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'exact', values: [4] });
});
