import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Each kayak goes on several trips. The longest trip is neither the dearest nor the latest. */
const trips = `Trip,Kayak,Guide,River,Hours,Fee,Guests,Status,Left on
K-1,Otter,Runa,Tarn,2,60,3,Done,2026-03-02
K-2,Otter,Runa,Tarn,5,95,2,Done,2026-03-09
K-3,Heron,Sander,Lune,7,130,4,Waiting,2026-05-01
K-4,Heron,Sander,Tarn,6,240,2,Done,2026-03-20
K-5,Marten,Tove,Lune,3,110,5,Waiting,2026-04-11
K-6,Marten,Runa,Wye,8,90,1,Waiting,2026-06-18
K-7,Heron,Tove,Wye,4,85,2,Called off,2026-04-02
`;
const visits = `Visit,Groomer,Breed,Minutes,Rating,Price,Booked on,Groomed on
V1,Asta,Poodle,40,2,25,2026-01-05,2026-01-09
V2,Asta,Collie,55,5,30,2026-01-03,2026-01-12
V3,Birk,Poodle,35,4,20,2026-01-08,2026-01-10
V4,Birk,Terrier,20,1,15,2026-01-02,2026-01-20
V5,Cato,Collie,60,3,30,2026-01-12,2026-01-14
`;

const invoices = `Invoice,Client,Amount,Invoiced on,Due,Paid
I-1,Marrow,410,2026-01-12,2026-02-11,yes
I-2,Tansy,275,2026-02-20,2026-03-22,no
I-3,Marrow,130,2026-03-03,2026-04-02,no
I-4,Borage,640,2026-03-18,2026-04-17,yes
`;

const sample = sampleWith([
  { name: 'Invoices', content: invoices, types: { Client: 'select', Paid: 'select' } },
  {
    name: 'Kayak trips',
    content: trips,
    types: { Kayak: 'select', Guide: 'select', River: 'select', Status: 'select' },
  },
  { name: 'Visits', content: visits, types: { Groomer: 'select', Breed: 'select' } },
]);

const read = async (table: string, question: string) => {
  const { confidence, values = [], answer } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, values: unknown[]]>([
  ['How many kayaks do we have?', [3]],
  ['Top 2 kayaks by fee', [455, 200]],
  ['Which kayak has the highest total fee?', ['Heron']],
  ['How many kayak trips are waiting?', [3]],
  ['How many trips were there in March 2026?', [3]],
])('a word of the name of the table that stands alone is a field: %s', async (question, values) => {
  const found = await read('Kayak trips', question);
  expect(found.confidence).not.toBe('none');
  expect(found.values).toEqual(values);
});

test.each<[question: string, values: unknown[]]>([
  ['Which trips lasted more than 4 hours and cost less than 100?', ['K-2', 'K-6']],
  ['Which trips took at least 6 hours and cost no more than 130?', ['K-3', 'K-6']],
  ['Which trips took more than 2 but less than 5 hours?', ['K-5', 'K-7']],
])('each of two amounts is of the number of its own clause: %s', async (question, values) => {
  const found = await read('Kayak trips', question);
  expect(found).toMatchObject({ confidence: 'likely', values });
});

test('an amount of something that no number is called is of none', async () => {
  const { confidence } = await read('Kayak trips', 'Which trips took more than 4 hours and wobbled less than 100?');
  expect(confidence).toBe('none');
});

test.each<[table: string, question: string, values: unknown[]]>([
  ['Kayak trips', 'Which guides went to the Tarn but not to the Lune?', ['Runa']],
  ['Kayak trips', 'Which kayaks were on the Lune but never on the Tarn?', ['Marten']],
  ['Visits', 'Which groomers had poodles but no collies?', ['Birk']],
])('a group that has one kind and not another: %s %s', async (table, question, values) => {
  expect(await read(table, question)).toMatchObject({ confidence: 'likely', values });
});

test('what is earned is added up, and not listed', async () => {
  const { values } = await read('Visits', 'What did we earn in January 2026?');
  expect(values).toEqual([120]);
});

test('no group has one kind without the other', async () => {
  const found = await read('Visits', 'Which groomers had terriers but no poodles?');
  expect(found).toMatchObject({ confidence: 'likely', values: [0] });
  expect(found.answer).toContain('**0** found');
});

test.each<[question: string, values: unknown[]]>([
  ['Two oldest waiting trips', ['K-5', 'K-3']],
  ['The latest two waiting trips', ['K-6', 'K-3']],
])('an order in time is by a date: %s', async (question, values) => {
  expect(await read('Kayak trips', question)).toMatchObject({ confidence: 'likely', values });
});

test.each<[table: string, question: string, isSo: boolean, figure: string]>([
  [
    'Visits',
    'Is the average rating of poodles above 3?',
    false,
    'the average Rating of Visits where Breed is Poodle is 3.',
  ],
  ['Visits', 'Does Asta have an average rating of at least 3?', true, 'Groomer is Asta is 3.5.'],
  ['Kayak trips', 'Is the total fee of waiting trips more than 300?', true, 'Status is Waiting is 330.'],
])('a figure is compared with an amount: %s %s', async (table, question, isSo, figure) => {
  const found = await read(table, question);
  expect(found).toMatchObject({ confidence: 'likely', values: [isSo] });
  expect(found.answer).toContain(`**${isSo ? 'Yes' : 'No'}**`);
  expect(found.answer).toContain(figure);
});

test.each<[question: string, isSo: boolean]>([
  ['Did Runa charge more than Tove?', true],
  ['Was Tove paid more than Runa?', false],
])('the figures of two are compared: %s', async (question, isSo) => {
  expect(await read('Kayak trips', question)).toMatchObject({ confidence: 'likely', values: [isSo] });
});

test.each([
  ['Visits', 'Top 2 breeds'],
  ['Kayak trips', 'Two longest floating waiting trips'],
])('nothing is answered by figures that are not asked for: %s %s', async (table, question) => {
  expect((await read(table, question)).confidence).toBe('none');
});

test.each<[question: string, amount: number]>([
  ['What was invoiced in February?', 275],
  ['What did we invoice in March 2026?', 770],
  ['What was invoiced to Tansy?', 275],
  ['What was billed in January?', 410],
  ['What is the total for Marrow?', 540],
])('an amount is asked for, and not the records that it is of: %s', async (question, amount) => {
  expect(await read('Invoices', question)).toMatchObject({ confidence: 'likely', values: [amount] });
});

test.each(['What is the total for Tansy?', "What's the total?"])(
  'a question behind one for a total lists no records: %s',
  async (before) => {
    const { values = [] } = await sample.askIn('Invoices', 'And for Marrow?', {
      earlier: [{ role: 'user', body: before }],
    });
    expect(values.every(({ value }) => value === 540)).toBe(true);
  },
);

test('the amounts of a client are added up where earnings are asked for', async () => {
  const found = await read('Visits', 'How much have we earned from poodles?');
  expect(found).toMatchObject({ confidence: 'likely', values: [45] });
});

test.each(['Who owns K-4?', 'What happened to K-4?'])(
  'what is named answers no question about it: %s',
  async (question) => {
    const { values } = await read('Kayak trips', question);
    expect(values).not.toContain('K-4');
  },
);

test.each<[question: string, isSo: boolean]>([
  ['Did we send more invoices in March 2026 than in January 2026?', true],
  ['Did we send more invoices in February 2026 than in March 2026?', false],
])('records of two times are compared by yes or no: %s', async (question, isSo) => {
  expect(await read('Invoices', question)).toMatchObject({ confidence: 'likely', values: [isSo] });
});
