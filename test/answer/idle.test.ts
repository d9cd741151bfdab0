import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Trip,Train,Wifi,Status,Passenger,Fare,Travelled on
T-1,ICE,Yes,Finished,Ann,20,2026-01-05
T-2,TGV,No,Late,Ben,21,2026-01-06
T-3,Night train,Yes,Died,Ann,22,2026-01-07
`;

const sample = sampleWith([{ name: 'Train trips', content, types: { Status: 'select', Wifi: 'select' } }]);

test.each([
  'The wifi died on the train.',
  'The wifi died on the train and I could not finish my trip.',
  'The night train was late.',
  'Ann is late today.',
  'I lost my ticket on the train.',
  'Help me sleep on the train.',
  'Book a train for Friday.',
  'Thanks a lot!',
  'What a night!',
  'What time is it?',
])('a statement, a wish or a greeting asks nothing, whatever words of a table it has: %s', async (said) => {
  const { confidence, answer } = await sample.askIn('Train trips', said);
  expect({ confidence, answer }).toMatchObject({ confidence: 'none' });
});

test.each<[question: string, values: unknown[]]>([
  ['Help me find the late trips.', ['T-2']],
  ['The trips Ann took.', ['T-1', 'T-3']],
  ['Trips that died.', ['T-3']],
  ['I need the total fare of late trips.', [21]],
  ['The number of trips that are late.', [1]],
])('a request in a full sentence is answered: %s', async (question, expected) => {
  const { confidence, values = [] } = await sample.askIn('Train trips', question);
  expect({ confidence, values: values.map(({ value }) => value) }).toEqual({ confidence: 'exact', values: expected });
});
