import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

/** Questions with a typing mistake in a word for things of the workspace itself. */
let sample: SampleWorkspace;
beforeAll(async () => {
  sample = await openSample();
  await sample.admin.channels.create({ name: 'Potting shed' });
  await sample.indexed();
});
afterAll(() => sample.close());

const valuesOf = async (question: string) => (await ask(sample.admin, question)).values;

test.each([
  ['How many memebrs are in Potting shed?', 'memebrs', 'members', 'How many members are in Potting shed?'],
  ['How many docuemnts are there?', 'docuemnts', 'documents', 'How many documents are there?'],
  ['How many channwls are there?', 'channwls', 'channels', 'How many channels are there?'],
  ['List all cahnnels', 'cahnnels', 'channels', 'List all channels'],
])('a mistyped kind of thing is read, and told: %s', async (mistyped, written, meant, right) => {
  const { confidence, values, answer } = await ask(sample.admin, mistyped);
  expect(values).toEqual(await valuesOf(right));
  expect(values?.length).toBeGreaterThan(0);
  expect(confidence).toBe('likely');
  expect(answer).toContain(`Read “${written}” as “${meant}”.`);
});

test.each(['How many poets are there?', 'How many fables are there?', 'How many pots are there?'])(
  'another word is no mistyped kind: %s',
  async (question) => {
    expect(await ask(sample.admin, question)).toMatchObject({ confidence: 'none' });
  },
);

test('a mistyped kind with a limit that is not read is not counted', async () => {
  expect(await ask(sample.admin, 'How many memebrs in Potting shed are left-handed?')).toMatchObject({
    confidence: 'none',
  });
});
