import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** A table as people import it, and questions in words of every day that name no column. */
const tables = {
  Charters: {
    types: { Boat: 'select', Skipper: 'select', Guests: 'select', Purpose: 'select', State: 'select', Paid: 'select' },
    content: `Charter,Sailed on,Boat,Skipper,Guests,Purpose,State,Minutes,Fare (€),Paid,Lunch
CH-01,2026-01-05,White Heron,Tove Lindahl,Nordic Mills,Tour,Completed,90,400,Yes,
CH-02,2026-01-06,White Heron,Ulf Brandt,Nordic Mills,Fishing,Cancelled,30,300,No,Soup
CH-03,2026-02-02,Grey Heron,Tove Lindahl,Harbour School,Tour,Completed,120,900,Yes,Fish
CH-04,2026-02-09,Old Tern,Runa Falk,Harbour School,Fishing,Completed,45,150,No,
CH-05,2025-02-10,Grey Heron,Ulf Brandt,Nordic Mills,Tour,Completed,150,700,Yes,Soup
CH-06,2025-03-16,Old Tern,Tove Lindahl,Quay Choir,Wedding,Cancelled,200,650,No,Fish
`,
  },
  Errands: {
    types: { Rider: 'select' },
    content: `Errand,Taken on,Rider,Parcels,Brought on
7001,2026-03-02,Milo Vance,4,2026-03-04
7002,2026-03-03,Milo Vance,9,2026-03-07
7003,2026-03-05,Ada Storm,2,
7004,2026-03-09,Milo Vance,1,2026-03-12
7005,2026-03-10,Ada Storm,3,2026-03-11
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (...questions: string[]) => {
  const earlier = questions.slice(0, -1).map((body) => ({ role: 'user' as const, body }));
  const { confidence, values = [] } = await sample.askIn('Charters', questions.at(-1)!, { earlier });
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['how many trips got called off', [2]],
  ['how many did Lindahl actually run that were not cancelled?', [2]],
  ['list the trips by heron that lasted longer than an hour', ['CH-01', 'CH-03', 'CH-05']],
  ['who took CH-04 out?', ['Runa Falk']],
  ['top 2 skippers by money earned', ['Tove Lindahl', 'Ulf Brandt']],
  ['which skippers have never sailed with the choir', ['Runa Falk', 'Ulf Brandt']],
  ['guests with more than 2 trips on the books', ['Nordic Mills']],
  ['trips where nobody had lunch', ['CH-01', 'CH-04']],
  ['which weekday was the busiest for charters in 2026', ['Monday']],
  ['What share of our takings is from tours?', [64.5]],
  ['how often did the choir or the school come', [3]],
  ['average fare for those who went fishing and those who had a wedding', [225, 650]],
  ['the second best skipper by fare', ['Ulf Brandt']],
  ['how many guests sailed with us more than 2 times', [1]],
  ['list the trips of 2 hours or longer', ['CH-03', 'CH-05', 'CH-06']],
  ['which skipper had the biggest share of cancelled trips', ['Ulf Brandt']],
  ['of the trips that were completed or cancelled, what percent were cancelled', [33.3]],
  ['top 2 guests by fare, highest first', ['Nordic Mills', 'Harbour School']],
])('everyday words are read, and likely at most: %s', async (question, values) => {
  const found = await read(question);
  expect(found.confidence).toBe('likely');
  expect(new Set(found.values)).toEqual(new Set(values));
});

test.each<[questions: string[], values: unknown[]]>([
  [
    ['how many trips got called off', 'and by skipper?'],
    [1, 1],
  ],
  [['What did we take from the school', 'just the fishing ones'], [150]],
])('a later question changes the parts that it names: %s', async (questions, values) => {
  expect(await read(...questions)).toMatchObject({ confidence: 'likely', values });
});

test.each([
  'how much did the soup cost us per plate',
  'which engine did the White Heron get',
  'how many kilometres did Lindahl sail in 2026',
  'what did the school say about the tour',
  'give me the phone number of the Quay Choir',
  'how many of those were late',
  'how many of my trips got called off',
  'is the Old Tern above the Grey Heron',
])('words about something else are not passed over: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test('a number that identifies records is not an amount', async () => {
  const { values = [] } = await sample.askIn('Errands', 'Which riders did more than 2 errands?');
  expect(values.map(({ value }) => value)).toEqual(['Milo Vance']);
});

test.each([
  ['how many days from taking an errand to bringing it, on average?', [2.5]],
  ['How many days does it take Milo Vance to bring an errand on average?', [3]],
])('days between two dates are averaged: %s', async (question, expected) => {
  const { confidence, values = [] } = await sample.askIn('Errands', question);
  expect(confidence).toBe('likely');
  expect(values.map(({ value }) => value)).toEqual(expected);
});
