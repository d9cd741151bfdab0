import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The table of a guide, and questions for rates and for two names together. */
const walks = {
  name: 'Walks',
  types: { Guide: 'select', State: 'select' },
  content: `Walk,Guide,Town,State,Fee,Walked on,Insured
W-11,Ines,Halden,Finished,40,2026-01-12,Yes
W-12,Milo,Halden,Cancelled,90,2026-01-20,No
W-13,Ines,Skagen,Finished,30,2026-02-16,Yes
W-14,Tove,Visby,Waiting,120,2026-02-20,No
W-15,Ines,Skagen,Finished,70,2026-03-18,Yes
W-16,Milo,Halden,Finished,80,2026-03-25,No
`,
} as const;
const sample = sampleWith([walks] as never);

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Walks', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['What is the completion rate?', [66.7]],
  ['What is our success rate?', []],
  ['How high is the cancellation rate of Milo?', [50]],
  ['What is the completion rate in January?', [50]],
  ['What is the share of finished?', [66.7]],
  ['What percentage of the walks is finished?', [66.7]],
])('a rate is the share of what the table says of its records: %s', async (question, values) => {
  expect((await read(question)).values).toEqual(values);
});

test.each<[question: string, values: unknown[]]>([
  ['How many walks of both Ines and Milo are finished?', [4]],
  ['What is the total fee of both Ines and Tove?', [260]],
  ['How many walks from both Halden and Skagen were finished?', [4]],
])('no record has two values of a field, so both are meant apart: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test('a group that has both is another question', async () => {
  expect((await read('Which guides have both finished and cancelled walks?')).values).toEqual(['Milo']);
});

test.each<[question: string, values: unknown[]]>([
  ['What is the month over month change in the fee?', [15.4, 0]],
  ['Month over month growth of the number of walks', [0, 0]],
  ['What was the month over month change in the fee in February?', [15.4]],
])('each month is taken beside the one before: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test('who never had any is asked of the groups', async () => {
  expect((await read('Which guide has never cancelled a walk?')).values).toEqual(['Ines', 'Tove']);
});
