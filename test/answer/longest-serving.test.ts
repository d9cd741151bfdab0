import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The longest hours are not those of who has been there the longest. */
const content = `Employee,Role,Hours,Hired on
Ann,Cook,30,2019-04-01
Bo,Waiter,40,2015-09-12
Cy,Cook,35,2021-01-20
Di,Manager,20,2012-06-05
Ed,Waiter,40,2023-03-08
`;

const sample = sampleWith([{ name: 'Employees', content, types: { Role: 'select' } }]);

test.each<[question: string, values: unknown[]]>([
  ['Who are our two longest serving employees?', ['Di', 'Bo']],
  ['the 2 longest-serving staff', ['Di', 'Bo']],
  ['Which two employees have been here the longest?', ['Di', 'Bo']],
  ['Who has been with us the longest?', ['Di']],
  ['Who has the longest service?', ['Di']],
  ['Who is the longest serving waiter?', ['Bo']],
])('the longest serving began first: %s', async (question, expected) => {
  const { confidence, values = [] } = await sample.askIn('Employees', question);
  expect({ confidence, values: values.map(({ value }) => value) }).toEqual({ confidence: 'likely', values: expected });
});
