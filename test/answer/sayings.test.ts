import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Tables as people export them: the first column names the records, and labels have units and camel case. */
const tables = {
  Bookings: {
    types: { State: 'select', 'Handled by': 'select', Paid: 'checkbox', FreeParking: 'checkbox' },
    content: `Trip,State,Handled by,Booked on,Ends,FareRevenue,DelayMin,Weight kg,Price per kg (EUR),Paid,FreeParking
Fjord,Done,Ana Diaz,2025-02-10,2025-02-12,100,0,5,2,yes,no
Glacier,Done,Tom Reed,2025-08-03,2025-08-09,300,25,12,3,no,yes
Island,No-show,Ana Diaz,2026-02-01,2026-02-04,250.5,10,9,5,yes,yes
Canyon,On hold,Tom Reed,2026-03-05,2026-03-06,400,40,20,4,no,no
Desert,Done,Ana Diaz,2026-04-11,2026-04-19,200,5,7,6,yes,yes
`,
  },
  Jobs: {
    types: { Due: 'date_time' },
    content: `Job,Due
Mast,2026-05-04T09:00:00Z
Keel,2026-06-01T15:30:00Z
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Bookings', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['How many trips are there?', [5]],
  ['Trips by state', [3, 1, 1]],
  ['How many done trips?', [3]],
  ['Trips on hold', ['Canyon']],
  ['Trips with free parking', ['Glacier', 'Island', 'Desert']],
  ['Total fare revenue of done trips', [600]],
  ['How many trips have a delay of 25 minutes or more?', [2]],
  ['How many unpaid trips are there?', [2]],
  ['How many trips were handled by Ana Diaz?', [3]],
  ['Which three trips have the highest fare revenue?', ['Canyon', 'Glacier', 'Island']],
  ['Median fare revenue of done trips', [200]],
  ['difference in average fare revenue between Ana Diaz and Tom Reed', [166.5]],
  ['What percent of trips are paid?', [60]],
  ['Of the done trips, what % are paid?', [66.7]],
])('every word of it is read: %s', async (question, values) => {
  const answer = await read(question);
  expect(answer.confidence).toBe('exact');
  expect(answer.values.map(rounded)).toEqual(values);
});

test.each<[question: string, values: unknown[]]>([
  ['How many no-shows?', [1]],
  ['Total fare revenue of done trips only', [600]],
  ['How many trips weigh at most 9 kilos?', [3]],
  ['How many trips in February 2026?', [1]],
  ['Total fare revenue in 2026 versus 2025', [450.5]],
  ['fare revenue growth from 2025 to 2026 in %', [112.6]],
])('it is read, and may mean something else: %s', async (question, values) => {
  const answer = await read(question);
  expect(answer.confidence).toBe('likely');
  expect(answer.values.map(rounded)).toEqual(values);
});

test("an amount in another unit than the field's is converted, and is not certain", async () => {
  expect(await read('How many trips have a delay of under 1 hour?')).toEqual({ confidence: 'likely', values: [5] });
});

const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value);

test('a day of a field of times is written without a time', async () => {
  const { answer } = await sample.askIn('Jobs', 'How many jobs are due in May 2026?');
  expect(answer).toContain('1 May 2026');
  expect(answer).not.toContain('UTC');
  expect((await sample.askIn('Jobs', 'When is Keel due?')).answer).toContain('1 June 2026, 15:30 UTC');
});
