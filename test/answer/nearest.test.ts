import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  await sample.indexed();
});
afterAll(() => sample.close());

test('an answer that abstains leads to the page of a Data Set, and says where that is', async () => {
  const { answer, confidence } = await ask(sample.admin, 'Which deals smell of lavender?');
  expect({ answer, confidence }).toEqual({
    answer: expect.stringMatching(
      /The nearest that you can read: \[Deals\]\(\S+\/channels\/\S+\/data-sets\/\S+\) in \S/,
    ),
    confidence: 'none',
  });
});
