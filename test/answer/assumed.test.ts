import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const endYear = new Date().getUTCFullYear() - 2;

const content = `Job,Customer,Kind,Date,Follow-up date,Fee,Discount
J-1,Ines Mohr,Repair,${endYear}-01-05,${endYear}-04-01,100,0
J-2,Olaf Kern,Repair,${endYear}-01-20,,200,10
J-3,Ines Mohr,Service,${endYear}-01-28,${endYear}-03-02,50,0
J-4,Ruth Adam,Repair,${endYear}-11-09,,300,25
J-5,Olaf Kern,Service,${endYear}-12-16,,80,0
`;

/** The last month that is over had a tour a year ago. Its own year has another tour, in another month. */
const over = new Date();
over.setUTCDate(0);
const emptyMonth = over.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
const tenth = (year: number, month: number) => new Date(Date.UTC(year, month, 10)).toISOString().slice(0, 10);
const tours = `Tour,Guide,Date
T-1,Ines Mohr,${tenth(over.getUTCFullYear() - 1, over.getUTCMonth())}
T-2,Olaf Kern,${tenth(over.getUTCFullYear(), over.getUTCMonth() === 0 ? 1 : 0)}
`;

const sample = sampleWith([
  { name: 'Jobs', content, types: { Kind: 'select' } },
  { name: 'Tours', content: tours, types: {} },
]);

test.each<[question: string, value: number]>([
  ['How many repairs in January?', 2],
  ['What was the total fee of Ines Mohr in the first quarter?', 150],
  [`How many jobs were there between 5 January and 20 January ${endYear}?`, 2],
  [`How many jobs from 5 January ${endYear} to 9 November ${endYear}?`, 4],
  [`How many jobs were there between January 20th and November 9th ${endYear}?`, 3],
  ['How many jobs got a discount?', 2],
  ['How many jobs have a discount?', 2],
])('%s', async (question, value) => {
  const { confidence, values } = await sample.askIn('Jobs', question);
  expect({ confidence, values }).toMatchObject({ confidence: 'likely', values: [{ value }] });
});

test('the answer says which January is meant', async () => {
  const { answer } = await sample.askIn('Jobs', 'How many repairs in January?');
  expect(answer).toMatch(new RegExp(`Nothing is recorded in January 20\\d\\d; this is January ${endYear}\\.`, 'u'));
});

test('a month without records stays without any, where its year has others', async () => {
  const { values } = await sample.askIn('Tours', `How many tours in ${emptyMonth}?`);
  expect(values).toMatchObject([{ value: 0 }]);
});

test('nothing is found in a year that the question names', async () => {
  const { values } = await sample.askIn('Jobs', `How many repairs in January ${endYear + 1}?`);
  expect(values).toMatchObject([{ value: 0 }]);
});

test.each(['What breed is J-1?', 'What is the colour of J-1?', 'Who approved J-2?'])(
  'records do not answer what the table lacks: %s',
  async (question) => {
    expect(await sample.askIn('Jobs', question)).toMatchObject({ confidence: 'none' });
  },
);
