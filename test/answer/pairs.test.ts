import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The table of a well digger, and questions that take two figures together. */
const wells = {
  name: 'Wells',
  types: { Region: 'select', Digger: 'select' },
  content: `Well,Region,Digger,Begun on,Finished on,Planned cost,Spent,Depth (m)
W-1,North,Ines,2026-01-12,2026-01-20,400,450,12
W-2,North,Milo,2026-02-03,2026-02-28,300,300,30
W-3,South,Ines,2026-02-16,2026-02-20,500,620,18
W-4,South,Tove,2026-04-06,,700,650,44
W-5,North,Tove,2026-05-18,2026-06-02,200,260,9
`,
};
/** A table whose records are named by a first number. */
const stays = {
  name: 'Lodge 2026',
  types: { Room: 'select' },
  content: `Booking,Room,Booked through,Arrived on,Deposit paid (€),Price (€),Guests
501,Attic,Website,2026-01-02,50,200,2
502,Attic,Phone,2026-01-09,0,100,1
503,Cellar,Website,2026-02-03,30,300,4
504,Cellar,Website,2026-02-04,90,90,3
`,
} as const;
const sample = sampleWith([wells, { ...stays, types: { ...stays.types, 'Booked through': 'select' } }] as never);

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['How many wells cost more than planned?', [3]],
  ['Which wells cost less than planned?', ['W-4']],
  ['On how many wells in North was the spent higher than the planned cost?', [2]],
  ['What share of the wells cost more than planned?', [60]],
  ['Which wells of Ines spent more than planned?', ['W-1', 'W-3']],
])('two fields of a record are compared, which is likely: %s', async (question, values) => {
  expect(await read('Wells', question)).toEqual({ confidence: 'likely', values });
});

test.each<[question: string, values: unknown[]]>([
  ['What is the range of the depth?', [35]],
  ['What is the range of the depth in North?', [21]],
  ['What is the difference between the highest and the lowest depth?', [35]],
  ['How many days are between the first and the last well?', [126]],
  ['How far apart are the first and the last begun date?', [126]],
])('the largest less the smallest is likely: %s', async (question, values) => {
  expect(await read('Wells', question)).toEqual({ confidence: 'likely', values });
});

test.each<[question: string, values: unknown[]]>([
  ['How many days are between W-1 and W-3?', [35]],
  ['How many days lie between well W-3 and well W-1?', [35]],
  ['How long was it from W-1 to W-2?', [22]],
  ['How far apart are W-1 and W-5?', [126]],
  ['How many days passed between the finish of W-1 and W-2?', [39]],
])('the days between two records are likely: %s', async (question, values) => {
  expect(await read('Wells', question)).toEqual({ confidence: 'likely', values });
});

test.each([
  'How many days are between W-1 and W-9?',
  'How many days passed between the finish of W-1 and W-4?',
  'How many days are between W-1 and the payment of W-3?',
])('days are not counted where a record or its date is missing: %s', async (question) => {
  expect((await read('Wells', question)).values).toEqual([]);
});

test.each<[question: string, values: unknown[]]>([
  ['What is the quarter over quarter change in spent?', [-33.6]],
  ['Quarter over quarter growth of the number of wells', [-33.3]],
])('each quarter is taken beside the one before: %s', async (question, values) => {
  expect(await read('Wells', question)).toEqual({ confidence: 'likely', values });
});

test('nothing grows from a month without records', async () => {
  expect((await read('Wells', 'What is the month over month change in spent?')).values).toEqual([]);
});

test.each([
  'How many wells cost more than their neighbours?',
  'What is the range of the pump?',
  'Which wells of Odd cost more than planned?',
])('two figures are not taken together where a word says something else: %s', async (question) => {
  expect((await sample.askIn('Wells', question)).answer).not.toContain('Planned cost');
});

test.each<[question: string, values: unknown[]]>([
  ['How many bookings did we have in January?', [2]],
  ['How many bookings came through the website?', [3]],
  ['How many more bookings were there in February than in January?', [0]],
  ['In how many bookings was the deposit less than the price?', [3]],
  ['Revenue by room', [300, 390]],
])('a first number names the records, and a deposit is no revenue: %s', async (question, values) => {
  expect(await read('Lodge 2026', question)).toEqual({ confidence: 'likely', values });
});

test('the one who worked on it is asked for, and the fastest is not the most frequent', async () => {
  expect((await read('Wells', 'Which digger was the fastest?')).values).toEqual([]);
});
