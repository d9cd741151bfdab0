import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const now = new Date();
const quarter = Math.floor(now.getUTCMonth() / 3);
/** A day in the quarter that is this many quarters away from the current one. */
const dayIn = (quarters: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), 3 * (quarter + quarters) + 1, 10)).toISOString().slice(0, 10);

/** In the second quarter, the one before it is the first. */
const isSecond = quarter === 1;

/** Orders that a verb may choose, and trips of which two were in the quarter before this one. */
const tables = {
  Orders: {
    types: { Rep: 'select', Region: 'select', Status: 'select', Customer: 'select' },
    content: `Order,Ordered on,Rep,Region,Status,Customer,Amount (€),Pieces
O-1,2026-01-10,Bob,North,Won,Dot $& Co,100,3
O-2,2026-01-20,Bob,East,Lost,Fir,40,2
O-3,2026-02-05,Cy,North,Won,Fir,60,5
O-4,2026-02-15,Bob,North,Lost,Fir,150,1
O-5,2026-03-01,Cy,East,Won,Fir,90,4
O-6,2026-03-09,Ada,East,Won,Fir,70,6
O-7,2026-03-20,Ada,North,Open,Fir,220,8
O-8,2026-04-02,Bob,North,Open,Dot $& Co,30,2
O-9,2026-04-10,Cy,East,Won,Fir,20,1
`,
  },
  Trips: {
    types: { Boat: 'select' },
    content: `Trip,Sailed on,Boat,Guests
T-1,${dayIn(-1)},Heron,3
T-2,${dayIn(-1)},Heron,4
T-3,${dayIn(3 - quarter)},Heron,9
T-4,${dayIn(3 - quarter)},Tern,9
T-5,${dayIn(3 - quarter)},Tern,9
T-6,${dayIn(-quarter)},Tern,6
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: keyof typeof tables, question: string, before: readonly string[] = []) => {
  const earlier = before.map((body) => ({ role: 'user' as const, body }));
  const { confidence, values = [], answer } = await sample.askIn(table, question, { earlier });
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[table: keyof typeof tables, question: string, values: unknown[]]>([
  ['Orders', 'Did Bob take more pieces than Cy?', [false]],
  ['Orders', 'growth of orders from Q1 2026 to Q2 2026', [-5]],
  ['Orders', 'What is the highest amount for which Bob has an order?', [150]],
  ['Orders', 'What was the last order we placed?', ['O-9']],
  ['Orders', 'orders with the highest amount', ['O-7']],
])('a whole reading of the asked words stands before another wording, in %s: %s', async (table, question, values) => {
  const found = await read(table, question);
  expect(found).toMatchObject({ confidence: 'likely', values });
  expect(found.answer).not.toContain('Read as “');
});

test.each<[question: string, values: unknown[], confidence: string]>([
  ['What was the last order we lost?', ['O-4'], 'likely'],
  ['What was the last order we won in North?', ['O-3'], 'likely'],
  ['What was the last order we had from Bob?', ['O-8'], 'likely'],
  ['Did Bob win more orders than Cy?', [false], 'exact'],
  ['Did Bob lose more orders than Cy?', [true], 'exact'],
  ['Did Bob sell more orders than Cy?', [true], 'exact'],
  ['Did Bob win more pieces than Cy?', [false], 'likely'],
  ['Did we win more orders in North or in East?', ['East'], 'likely'],
  ['Did we place more orders in North or in East?', ['North'], 'likely'],
  ['Did we win more orders in North than in East?', [false], 'likely'],
  ['Did we sell more orders in North than in East?', [true], 'likely'],
  ['Did we sell more orders in North than Cy?', [], 'none'],
  ['Did Bob win more orders than he lost?', [false], 'likely'],
  ['Did Bob or Cy win more orders?', ['Cy'], 'likely'],
  ['Who won more orders, Bob or Cy?', ['Cy'], 'likely'],
  ['Who had more orders, Bob or Cy?', ['Bob'], 'likely'],
])('a verb that is a choice stays a condition: %s', async (question, values, confidence) => {
  expect(await read('Orders', question)).toMatchObject({ confidence, values });
});

test('a verb that no table knows is said to be unread, or nothing is answered', async () => {
  const { confidence, answer } = await read('Orders', 'What was the last order we shredded?');
  expect(confidence).not.toBe('exact');
  expect(confidence === 'none' || answer.includes('Not read: “shredded”')).toBe(true);
});

test.each<[question: string, values: unknown[]]>([
  ['How many trips were in the last quarter?', [isSecond ? 3 : 2]],
  ['What is the most popular boat in the last quarter?', ['Heron']],
  [`How many trips were in the last quarter of ${now.getUTCFullYear()}?`, [3]],
  ['How did the guests develop from the first to the last quarter?', [isSecond ? 14 : 21]],
  ['How did the guests change from the first quarter to the last quarter?', [isSecond ? 14 : 21]],
])('the last quarter is the one before this, unless another leads to it: %s', async (question, values) => {
  expect(await read('Trips', question)).toMatchObject({ confidence: 'likely', values });
});

test.each<[question: string, before: string, values: unknown[], confidence: string]>([
  ['What is the total amount of Ada and her orders?', 'What is the total amount of Bob?', [290], 'likely'],
  ['How many orders did HER have?', 'What is the total amount of Bob?', [], 'none'],
  ['How many Won orders did she have?', 'What is the total amount of Ada?', [1], 'exact'],
  ['She had how many orders?', 'What is the total amount of Ada?', [2], 'exact'],
  ['What share of her orders did she win?', 'What is the total amount of Ada?', [50], 'likely'],
  ['Did he win more orders than Cy?', 'What is the total amount of Bob?', [false], 'exact'],
  ['What is her average amount?', 'What is the total amount of Dot $& Co?', [65], 'exact'],
  ['How many pieces did she order?', 'What is the total amount of Dot $& Co?', [5], 'likely'],
])('a pronoun is of the person asked about before: %s', async (question, before, values, confidence) => {
  expect(await read('Orders', question, [before])).toMatchObject({ confidence, values });
});

test('a question with its own person is what follow-ups go on from', async () => {
  const before = ['What is the total amount of Bob?', 'What is the total amount of Ada and her orders?'];
  const { confidence, values } = await read('Orders', 'Only in North?', before);
  expect({ confidence, values }).toEqual({ confidence: 'likely', values: [220] });
});

test('a total of orders counts them, and a total of a region or a person does not', async () => {
  expect(await read('Orders', 'orders total')).toMatchObject({ confidence: 'likely', values: [9] });
  for (const question of ['North total', 'Ada total'])
    expect(await read('Orders', question)).toMatchObject({ confidence: 'none', values: [] });
});

test.each<[question: string, values: unknown[], confidence: string]>([
  ['Which region with the most orders?', ['North'], 'exact'],
  ['What is the region with the most orders?', ['North'], 'exact'],
  ['How many pieces did we sell?', [32], 'likely'],
])('no other wording says a word twice: %s', async (question, values, confidence) => {
  const found = await read('Orders', question);
  expect(found).toMatchObject({ confidence, values });
  expect(found.answer).not.toMatch(/(?:Which|What|How) (?:which|what|how|who|list)\b|pieces of pieces/iu);
});
