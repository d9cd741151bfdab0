import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Visit,Species,Clinic
${'V-1,Dog,North V-2,Dog,South V-3,Dog,North V-4,Cat,North V-5,Cat,South V-6,Rabbit,North'.replaceAll(' ', '\n')}
`;

const sample = sampleWith([{ name: 'Visits', content, types: { Species: 'select', Clinic: 'select' } }]);

test.each<[question: string, value: unknown, said: string]>([
  ['What is the ratio of dogs to cats?', 1.5, '**1.5** is the ratio'],
  ['How many times as many dogs as rabbits are there?', 3, '**3** is the ratio'],
  ['Are there more dogs than cats?', true, '**Yes**'],
  ['Are there more rabbits than cats?', false, '**No**'],
  ['Are there fewer rabbits than cats?', true, '**Yes**'],
  ['Does North have more visits than South?', true, '**Yes**'],
  ['Did South have more visits than North?', false, '**No**'],
])('two counts are compared: %s', async (question, value, said) => {
  const { answer, values } = await sample.askIn('Visits', question);
  expect({ answer, values }).toMatchObject({ answer: expect.stringContaining(said), values: [{ value }] });
});

test.each([
  'What is the ratio of dogs to horses?',
  'Are there twice as many dogs as cats?',
  'How many times as many dogs as cats and rabbits were seen by Ines?',
])('a count does not answer where a ratio is asked for: %s', async (question) => {
  expect(await sample.askIn('Visits', question)).toMatchObject({ confidence: 'none' });
});
