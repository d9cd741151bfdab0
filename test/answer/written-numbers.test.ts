import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** A table as an import keeps it by itself: cells with units and notes stay texts. */
const lifts = `Lift,Length,Riders a day,Opened
Heather,"5,012 ft","12,400","March 3, 1998"
Gorse Express,"1,980 ft","9,310 (est.)","June 21, 2004"
Bracken,"6,650 ft","31,840","May 9, 1987"
Juniper,"3,300 ft","11,075","July 1, 2011"
`;

const sample = sampleWith([{ name: 'Lifts', types: {}, content: lifts }]);

const read = async (question: string) => {
  const { confidence, values = [], typedQuery } = await sample.askIn('Lifts', question);
  return { confidence, values: values.map(({ value }) => value), typedQuery };
};

test.each<[question: string, values: unknown[]]>([
  ['How many lifts have a length of more than 5,000 feet?', [2]],
  ['Which lift has the most riders a day?', ['Bracken']],
  ['Which lift has the shortest length?', ['Gorse Express']],
  ['Which lift opened in 2004?', ['Gorse Express']],
  ['Which lift comes after Heather?', ['Gorse Express']],
  ['Which lift comes before Juniper?', ['Bracken']],
  ['How many days had riders a day of over 12,000?', [2]],
])('numbers, dates and the order of rows are read out of texts, and never exact: %s', async (question, values) => {
  expect(await read(question)).toMatchObject({ confidence: 'likely', values });
});

test('the query names the texts that meet a condition on their numbers, and gives the figure again', async () => {
  const { typedQuery, values } = await read('How many lifts have a length of more than 5,000 feet?');
  expect(typedQuery!.filters).toEqual([{ field: 'length', operator: 'in', value: ['5,012 ft', '6,650 ft'] }]);
  const { data } = await sample.admin.queries.run(typedQuery!);
  expect(Object.values(data.rows![0]!)).toEqual(values);
});

test.each(['How many crates are on Bracken?', 'How many lifts had a sauna?', 'Total length of all lifts'])(
  'a question that neither a column nor a query answers is not answered: %s',
  async (question) => {
    expect((await read(question)).confidence).toBe('none');
  },
);
