import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Visits of North are in January and February, and those of South in March. */
const groups: readonly [visits: number, species: string, clinic: string, seen: string][] = [
  [302, 'Dog', 'North', '2025-01-10'],
  [5, 'Cat', 'North', '2025-02-10'],
  [1, 'Rabbit', 'North', '2025-02-11'],
  [1, 'Dog', 'South', '2025-03-10'],
  [4, 'Cat', 'South', '2025-03-11'],
];
const lines = groups.flatMap(([visits, ...rest]) => Array.from({ length: visits }, () => rest.join(',')));
const content = ['Visit,Species,Clinic,Seen', ...lines.map((line, at) => `V-${at + 1},${line}`)].join('\n');

const sample = sampleWith([{ name: 'Visits', content, types: { Species: 'select', Clinic: 'select' } }]);

test.each<[question: string, confidence: string, value: unknown, said: string]>([
  ['What is the ratio of dogs to rabbits?', 'likely', 303, '**303** is the ratio'],
  ['What is the ratio of rabbits to dogs?', 'likely', 0.0033, '**0.0033** is the ratio'],
  ['How many times as many dogs as rabbits are there?', 'likely', 303, '**303** is the ratio'],
  ['Are there more dogs than cats?', 'likely', true, '**Yes**'],
  ['Are there more rabbits than cats?', 'likely', false, '**No**'],
  ['Are there fewer rabbits than cats?', 'likely', true, '**Yes**'],
  ['Does North have more visits than South?', 'exact', true, '**Yes**: 308'],
  ['Did South have more visits than North?', 'exact', false, '**No**: 5'],
  ['Are there more dogs in South than cats in North?', 'likely', false, '**No**: 1'],
])('two counts are compared: %s', async (question, confidence, value, said) => {
  const found = await sample.askIn('Visits', question);
  expect(found).toMatchObject({ confidence, answer: expect.stringContaining(said), values: [{ value }] });
});

test.each<[question: string, value: unknown]>([
  ['Did North have more visits than South in March 2025?', false],
  ['Did North have fewer visits than South in March 2025?', true],
  ['Are there more visits from North than from South in March 2025?', false],
  ['Are there more dogs than cats from South?', false],
  ['What is the ratio of dogs to cats in March 2025?', 0.25],
  ['How many times as many cats as dogs were there in March 2025?', 4],
  ['Are there more visits in January than in March 2025?', true],
])('words behind both describe both, which is likely at most: %s', async (question, value) => {
  const { confidence, answer, values } = await sample.askIn('Visits', question);
  expect({ confidence, values }).toMatchObject({ confidence: 'likely', values: [{ value }] });
  expect(answer).toContain('The words behind both are read as describing both.');
});

test('words behind both describe both figures', async () => {
  const { answer } = await sample.askIn('Visits', 'Does North have more visits than South for cats?');
  expect(answer).toMatch(/^\*\*Yes\*\*: 5 of .*, 4 of /u);
});

test('words before both describe both, where the second only says in which clinic', async () => {
  const { confidence, answer } = await sample.askIn('Visits', 'Are there fewer dogs in South than in North?');
  expect({ confidence, answer }).toEqual({
    confidence: 'likely',
    answer: expect.stringMatching(/: 302 of .*, 1 of /u),
  });
});

test.each([
  'What is the ratio of dogs to horses?',
  'Are there twice as many dogs as cats?',
  'How many times as many dogs as cats and rabbits were seen by Ines?',
  'Are there more South dogs than cats?',
  'Does North have more dogs than cats?',
  'Does North have more dogs than South in March 2025?',
  'In March 2025, did North have more visits than South?',
])('another count does not answer where two are compared: %s', async (question) => {
  expect(await sample.askIn('Visits', question)).toMatchObject({ confidence: 'none' });
});
