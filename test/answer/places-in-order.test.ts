import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The third and the fourth salary are alike. The second of a guild is not the second of all. */
const content = `Name,Guild,Salary,Started
Ann,Cook,2400,2019-04-01
Bo,Waiter,1900,2015-09-12
Cy,Cook,2600,2021-01-20
Di,Manager,3300,2012-06-05
Ed,Waiter,2400,2023-03-08
`;

const sample = sampleWith([{ name: 'Staff', content, types: { Guild: 'select' } }]);

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Staff', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each<[question: string, value: string, figure: string]>([
  ['Who has the second highest salary?', 'Cy', '2,600'],
  ['Which guild has the second highest salary?', 'Cook', '2,600'],
  ['Which guild has the second highest average salary?', 'Cook', '2,500'],
])('the figure beside the second of an order is its own: %s', async (question, value, figure) => {
  const found = await read(question);
  expect(found.values).toEqual([value]);
  expect(found.answer).toContain(`**${value}**: ${figure}`);
});

test('the second of an order of groups is one figure', async () => {
  const { values, answer } = await read('What is the second highest total salary by guild?');
  expect(values).toEqual([4300]);
  expect(answer).not.toContain('5,000');
});

test('a number that more records have behind it stands in its place', async () => {
  const third = await read('What is the third highest salary?');
  expect(third).toMatchObject({ confidence: 'exact', values: [2400] });
  expect(third.answer).not.toContain('Others have as much');
  const fourth = await read('What is the fourth highest salary?');
  expect(fourth).toMatchObject({ confidence: 'likely', values: [2400] });
  expect(fourth.answer).toContain('Others have as much');
});
