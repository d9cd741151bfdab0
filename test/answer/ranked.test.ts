import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Each quay has another number of berths than the others, and the fewest are not the cheapest. */
const content = `Berth,Quay,Rent,Taken on
B-1,North,10,2025-01-02
B-2,North,20,2025-02-02
B-3,North,30,2025-03-02
B-4,North,5,2025-04-02
B-5,South,60,2025-05-02
B-6,South,70,2025-06-02
B-7,South,75,2025-07-02
B-8,West,80,2026-06-02
B-9,West,85,2026-06-03
B-10,East,190,2026-06-04
`;

const sample = sampleWith([{ name: 'Berths', content, types: {} }]);

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Berths', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['Top 2 quays by fewest berths', ['East', 'West']],
  ['Top 2 quays by most berths', ['North', 'South']],
  ['Which two quays have the fewest berths?', ['East', 'West']],
  ['Top 2 berths by lowest rent', ['B-4', 'B-1']],
  ['Top 2 berths by highest rent', ['B-10', 'B-9']],
])('the way that a ranking says is its order: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'exact', values });
});

test.each(['The 2 largest berths by lowest rent', 'Top 1.5 quays by most berths', 'Top 0 quays by most berths'])(
  'a ranking of two ways, or of a part of a place, is not certain: %s',
  async (question) => {
    expect((await read(question)).confidence).not.toBe('exact');
  },
);

test('a month of this year may be to come', async () => {
  const { typedQuery } = await sample.askIn('Berths', 'How many berths this December?');
  const year = new Date().getUTCFullYear();
  expect(typedQuery?.filters).toEqual([
    { field: 'taken_on', operator: 'between', value: [`${year}-12-01`, `${year}-12-31`] },
  ]);
});
