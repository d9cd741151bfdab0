import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Plot,Grower,Area
North,Mia,400
South,Leo,900
East,Mia,700
`;
const sample = sampleWith([{ name: 'Plots', types: {}, content }]);

const asked = async (question: string) => {
  const { confidence, values = [], channelLinks = [] } = await sample.askIn('', question);
  return { confidence, values: values.map(({ value }) => value), channels: channelLinks.map(({ name }) => name) };
};

test.each([
  ['How many plots are in the Room of Plots channel?', 'exact'],
  ['in the channel "Room of Plots", how many plots are there?', 'exact'],
  ['How many plots are there in the rom of plots chanel?', 'likely'],
])('a channel is named with its word, or with a typing mistake: %s', async (question, confidence) => {
  expect(await asked(question)).toEqual({ confidence, values: [3], channels: ['Room of Plots'] });
});

test('a mistyped channel says how it was read', async () => {
  const { answer, confidence } = await sample.askIn('', 'how many documents are in the slaes channel');
  expect(confidence).toBe('likely');
  expect(answer).toContain('Read “slaes” as “Sales”');
});

test.each([
  'How many plots are there in the Sales channel?',
  'How many plots are there in the Harbour channel?',
  'How many plots did we sell in the retail channel?',
])('another channel, or none, is not answered from a table elsewhere: %s', async (question) => {
  const { confidence } = await asked(question);
  expect(confidence).not.toBe('exact');
});

test.each(["What's new?", 'anything new?', 'what happened recently?'])(
  'news are the texts changed last: %s',
  async (question) => {
    const { confidence, values } = await asked(question);
    expect(confidence).toBe('supported');
    expect(values).toContain('Pricing decision');
  },
);

test('the news of a channel are its own', async () => {
  expect(await asked("What's new in the Product channel?")).toMatchObject({ channels: ['Product'] });
});
