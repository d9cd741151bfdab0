import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Award,Nominee,College,Studio,Episodes
A-1,Ada,Ohio State,North,
A-2,"Ben, Cleo",Yale,North,
A-3,Dana,Ohio State,South,
A-4,Ada,Ohio State,East,6
A-5,Eli,Yale,South,3 of 4
`;

const sample = sampleWith([{ name: 'Awards', content, types: {} }]);

test.each<[question: string, confidence: string, value: unknown]>([
  ['How many different nominees are from Ohio State?', 'exact', 2],
  // A name that comes twice may be meant twice.
  ['How many nominees are from Ohio State?', 'likely', 2],
  // One text holds two names.
  ['How many nominees are from Yale?', 'likely', 2],
  ['How many different nominees are from Yale?', 'likely', 2],
  // All are blank.
  ['How many episodes are from North?', 'likely', 0],
  // Each stands once, alone, so that both ways of counting agree.
  ['How many studios are from Ohio State?', 'exact', 3],
])('texts are counted exactly only where records and names agree: %s', async (question, confidence, value) => {
  const found = await sample.askIn('Awards', question);
  expect(found).toMatchObject({ confidence, values: [{ value }] });
});
