import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** A table as people import it, and questions as they type them: with words that no column has. */
const tables = {
  Moorings: {
    types: { Quay: 'select', Vessel: 'select', Insured: 'select', State: 'select' },
    content: `Berth,Skipper,Quay,Vessel,Rent (€),Metres,Price each,Insured,State,Moored on
M-1,Ulf,West,Sloop,400,9,4,Yes,Settled,2025-02-01
M-2,Ulf,West,Ketch,300,11,6,No,Settled,2025-05-11
M-3,Tove,East,Sloop,900,8,5,Yes,Pending,2026-01-20
M-4,Tove,East,Yawl,150,7,3,No,Lapsed,2026-02-02
M-5,Ulf,West,Ketch,700,12,7,Yes,Pending,2026-03-15
M-6,Runa,East,Sloop,650,10,2,Yes,Lapsed,2026-06-01
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Moorings', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, values: unknown[]]>([
  ['How many moorings are there in 2026 with a sloop in the harbour book?', [2]],
  ['What is the average rent figure by quay?', [1400 / 3, 1700 / 3]],
])('a word that says nothing more is not read, and said: %s', async (question, values) => {
  const found = await read(question);
  expect(found).toMatchObject({ confidence: 'likely', values });
  expect(found.answer).toContain('Not read');
});

test.each([
  'How many painted moorings are in West?',
  'How many crates are at the West quay?',
  'What is the average age of a skipper in West?',
  'What did Ulf say about the rent?',
  'What is the rent of Ulf without electricity?',
])('a word that may change the answer is not passed over: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test.each<[question: string, confidence: string, values: unknown[]]>([
  ['How many moorings have insured?', 'exact', [4]],
  ['How many moorings without insured?', 'likely', [2]],
])('a yes or no is given where it says yes: %s', async (question, confidence, values) => {
  expect(await read(question)).toMatchObject({ confidence, values });
});

test.each<[question: string, values: unknown[]]>([
  ['What is our income from West?', [1400]],
  ['Turnover by quay', [1400, 1700]],
  ['Takings per skipper', [650, 1050, 1400]],
  ['How much money did Tove bring in?', [1050]],
])('words of money mean the only amount that adds up, with a doubt: %s', async (question, values) => {
  expect(await read(question)).toMatchObject({ confidence: 'likely', values });
});

test.each<[question: string, values: unknown[]]>([
  ['How many 2026 moorings are there?', [4]],
  ['Moorings by quay, 2025 only', [2]],
])('a year may stand without a word of time: %s', async (question, values) => {
  expect((await read(question)).values).toEqual(values);
});

test.each<[question: string, confidence: string, values: unknown[]]>([
  ['Total rent leaving out ketches', 'likely', [2100]],
  ['Total rent, leaving ketches aside', 'likely', [2100]],
  ['Total rent with lapsed moorings excluded', 'likely', [2300]],
  ['Total rent without sloops', 'likely', [1150]],
  ['Total rent, sloops not included', 'likely', [1150]],
])('what is left out is left out: %s', async (question, confidence, values) => {
  expect(await read(question)).toMatchObject({ confidence, values });
});

test.each<[question: string, confidence: string, values: unknown[]]>([
  ['Which two vessels have the most moorings?', 'exact', ['Sloop', 'Ketch']],
  ['Top 2 skippers by total rent', 'exact', [1400, 1050]],
  ['Sloops vs ketches: average rent', 'likely', [650, 500]],
  ['How many moorings arrived in 2025?', 'likely', [2]],
])('groups are named and compared: %s', async (question, confidence, values) => {
  expect(await read(question)).toMatchObject({ confidence, values });
});

test('a group that is joined with a period is not certain', async () => {
  expect(await read('What is the median rent per quay-month?')).toMatchObject({ confidence: 'none', values: [] });
});

test.each<[question: string, values: unknown[]]>([
  ['Which skipper is listed after M-2?', ['Tove']],
  ['Which quay is listed last in the table?', ['East']],
])('the rows of an import keep their order: %s', async (question, values) => {
  expect(await read(question)).toMatchObject({ confidence: 'likely', values });
});
