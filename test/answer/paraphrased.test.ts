import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The table of a pottery, and questions that say in other words what the rules know. */
const tables = {
  Firings: {
    types: { Potter: 'select', Glaze: 'select' },
    content: `Firing,Fired on,Potter,Glaze,Height (cm),Pieces,Charge (€),Paid,Collected on
F-1,2026-01-12,Ines,Celadon,20,10,40,Yes,2026-01-19
F-2,2026-02-03,Milo,Celadon,35,4,90,No,
F-3,2026-02-16,Ines,Ash,15,12,30,Yes,2026-02-20
F-4,2026-04-06,Tove,Ash,50,2,120,No,2026-04-11
F-5,2026-05-18,Ines,Tenmoku,25,6,70,Yes,
F-6,2026-05-25,Milo,Celadon,30,8,60,Yes,2026-06-01
`,
  },
  Baskets: {
    types: { Weaver: 'select' },
    content: `Basket no.,Weaver,Quantity,Total,Age
101,Ada,5,10,70
102,Runa,1,30,20
103,Ada,4,20,45
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: keyof typeof tables, question: string) => {
  const { confidence, values = [], answer } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, values: unknown[]]>([
  ['What is the most popular glaze?', ['Celadon']],
  ['second most popular glaze', ['Ash']],
  ['the least common glaze', ['Tenmoku']],
  ['Which glaze is used most often?', ['Celadon']],
  ['Which potter brought in the most money?', ['Milo']],
  ['Which potter earned the least?', ['Tove']],
  ['What part of all pieces does Ines account for?', [66.7]],
  ["How large is Milo's share of the charge?", [36.6]],
  ['By how much does the charge of Milo exceed the charge of Tove?', [30]],
  ['What is the difference between the average Milo charge and the average Tove charge?', [45]],
  ['How did the charge develop from the first to the second quarter?', [90]],
  ['How many firings were in spring 2026?', [3]],
  ['firings taller than 30 cm', ['F-2', 'F-4']],
  ['Pieces by type of glaze', [22, 14, 6]],
  ['How many potters do we work with?', [3]],
  ['firings total', [6]],
  ['How much more did Milo bring in than Tove?', [30]],
  ['top 2 potters by number of firings', ['Ines', 'Milo']],
])('another way of asking is likely, and said: %s', async (question, values) => {
  const found = await read('Firings', question);
  expect(found).toMatchObject({ confidence: 'likely', values });
  expect(found.answer).toContain('Read as “');
});

test.each<[question: string, values: unknown[]]>([
  ['How many baskets did we sell?', [10]],
  ['the oldest basket', [101]],
  ['Which baskets are over 40 years old?', [101, 103]],
])('words of amounts find their number: %s', async (question, values) => {
  const found = await read('Baskets', question);
  expect([found.confidence, found.values.map(Number)]).toEqual(['likely', values]);
});

test.each<[table: keyof typeof tables, question: string, values: unknown[]]>([
  ['Firings', 'Which glaze has the second most firings?', ['Ash']],
  ['Firings', 'share of Celadon among firings of Ines', [33.3]],
  ['Firings', 'Among firings of Ines, what share is Celadon?', [33.3]],
  ['Baskets', 'total quantity of Ada', [9]],
])('every word is read in %s: %s', async (table, question, values) => {
  expect(await read(table, question)).toMatchObject({ confidence: 'exact', values });
});

test('the figure beside a second place is its own', async () => {
  const { answer } = await read('Firings', 'Which glaze has the second most firings?');
  expect(answer).toContain('**Ash**: 2 is the second greatest number by Glaze');
});

test.each<[question: string, values: unknown[]]>([
  ['Did Ines or Milo have more firings?', ['Ines']],
  ['Did Tove or Milo have fewer firings?', ['Tove']],
  ['Who had more firings, Ines or Tove?', ['Ines']],
  ['Is the average charge lower for Ines or for Milo?', ['Ines']],
  ['Did we have more firings in February 2026 or in April 2026?', ['February 2026']],
  ['Did we have more firings in April 2026 than in May 2026?', [false]],
  ['Did we have fewer firings in April 2026 than in May 2026?', [true]],
  ['How many firings were in the first half of February 2026?', [1]],
  ['How many firings were collected on a Monday?', [2]],
  ['How many firings were in the last week of May 2026?', [1]],
  ['How did the charge change from January 2026 to May 2026?', [90]],
])(
  'two are compared, and days are of the date that is named, which is likely at most: %s',
  async (question, values) => {
    expect(await read('Firings', question)).toMatchObject({ confidence: 'likely', values });
  },
);

test.each<[question: string, values: unknown[]]>([
  ['Is the average charge higher for Milo than for Ines?', [true]],
  ['How much higher is the average charge for Milo than for Tove?', [-45]],
  ['Does Ines have more pieces than Milo?', [true]],
])('figures of two are compared: %s', async (question, values) => {
  const found = await read('Firings', question);
  expect(found.values).toEqual(values);
});

test.each<[question: string, values: unknown[], said: string]>([
  ['How many potetrs do we work with?', [3], 'Read “potetrs” as “potters”.'],
  ['What is the most popular galze?', ['Celadon'], 'Read “galze” as “glaze”.'],
])('a typing mistake changes nothing, also beside words that no table has: %s', async (question, values, said) => {
  const found = await read('Firings', question);
  expect(found).toMatchObject({ confidence: 'likely', values });
  expect(found.answer).toContain(said);
});

test('the two with the most are listed', async () => {
  const found = await read('Baskets', 'List the two largest baskets.');
  expect([found.confidence, found.values.map(Number)]).toEqual(['likely', [102, 103]]);
});

test('neither of two that have as much is chosen', async () => {
  const { values } = await read('Firings', 'Did we have more firings in January 2026 or in April 2026?');
  expect(values).toEqual([]);
});

test.each(['What make is F-1?', 'When is the charge of unpaid firings refunded?', 'Which potter shouted the most?'])(
  'nothing of another kind is answered: %s',
  async (question) => {
    expect(await read('Firings', question)).toMatchObject({ values: [] });
  },
);

test.each(['Average charge outside Celadon', 'Average charge of firings outside Celadon'])(
  'an excluded value is not read as a condition to keep: %s',
  async (question) => {
    expect((await read('Firings', question)).values).not.toContainEqual(expect.closeTo(190 / 3, 1));
  },
);

test('a number that names a record is not compared', async () => {
  expect((await read('Baskets', 'Which is the largest basket of Ada?')).values).not.toEqual([103]);
});

/** The values that follow-ups have, each behind all before it. */
async function valuesOf(asked: readonly string[]) {
  const earlier = (count: number) => asked.slice(0, count).map((body) => ({ role: 'user' as const, body }));
  const answers = asked.map((question, at) => sample.askIn('Firings', question, { earlier: earlier(at) }));
  return (await Promise.all(answers)).slice(1).map(({ values = [] }) => values.map(({ value }) => value));
}

test.each<[asked: readonly string[], values: readonly unknown[]]>([
  [
    ['How many firings did Ines make?', 'What were they worth in total?', 'Break that down by glaze.'],
    [[140], [40, 30, 70]],
  ],
  [
    ['What is the average charge of Ines?', 'And the median?', 'and for Milo?'],
    [[40], [75]],
  ],
  [
    ['How many firings did Ines make?', 'How many pieces did she make?', 'What about Milo?'],
    [[28], [12]],
  ],
  [['Did Ines or Milo have more firings?', 'How much did she pay?'], [[]]],
])('what was asked before goes on: %s', async (asked, values) => {
  expect(await valuesOf(asked)).toEqual(values);
});
