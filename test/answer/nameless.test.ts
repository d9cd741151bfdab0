import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Opponent,Venue,Attendance,Result
Hull,Craven Park,8200,Won
Leeds,Headingley,15100,Lost
Wigan,Craven Park,9050,Lost
Bradford,Odsal,11000,Won
Halifax,Craven Park,7600,Won
`;

const sample = sampleWith([
  { name: 'Table 7', content, types: {} },
  { name: 'Crates', content, types: {} },
  { name: 'Crate list', content, types: {} },
]);

test('a table whose name says nothing may hold whatever a question about it counts', async () => {
  const found = await sample.askIn('Table 7', 'How many games were played at Craven Park?');
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value: 3 }] });
  expect(found.answer).toContain('Not read: “games” and “played”.');
});

test.each(['Crates', 'Crate list'])('the name of another table says what it holds: %s', async (name) => {
  const { confidence } = await sample.askIn(name, 'How many games were played at Craven Park?');
  expect(confidence).toBe('none');
});
