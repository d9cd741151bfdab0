import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

/** Questions about what was decided in the days that they name, over the sample, which is written today. */
let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await openSample();
  const { channel } = await sample.admin.channels.create({ name: 'Yard' });
  const channelId = channel.id;
  await sample.admin.posts.create({ channelId, body: 'We agreed to lock the north gate at eight.' });
  await sample.indexed();
});
afterAll(() => sample.close());

test.each([
  'What was decided last week?',
  'What did we decide this week?',
  'Which decisions were made recently?',
  'What has been decided about prices since Monday?',
  'What was decided today?',
  'Could you tell me what was decided in the last 7 days? Thanks!',
])('what was written in these days is quoted with its day: %s', async (question) => {
  const { confidence, answer, sources = [] } = await ask(sample.admin, question);
  expect(confidence).toBe('supported');
  expect(sources[0]).toMatchObject({ type: 'artifact', title: 'Pricing decision' });
  expect(answer).toContain('raise the price of Team from 29 to 35');
  expect(answer).toMatch(/of \d{1,2} \p{L}+ \d{4} says:/u);
  expect(answer).toMatch(/in what was written (?:on|from) \d/u);
});

test('a post of these days answers too', async () => {
  const { confidence, sources = [] } = await ask(sample.admin, 'What was agreed about the north gate this week?');
  expect(confidence).toBe('supported');
  expect(sources).toMatchObject([{ type: 'post', snippet: 'We agreed to lock the north gate at eight.' }]);
});

test.each([
  'What was decided last year?',
  'What was decided in March 2019?',
  'What was decided before 2020?',
  'What was decided about holidays this week?',
])('what was not written in these days is not answered: %s', async (question) => {
  expect((await ask(sample.admin, question)).confidence).toBe('none');
});

test.each([
  ['What discount needs approval by Mara?', 'No discount beyond 15 percent'],
  ['What is not in the roadmap for now?', 'Not now: a marketplace'],
])('a sentence answers by its verb and its denial: %s', async (question, said) => {
  const { confidence, answer } = await ask(sample.admin, question);
  expect(confidence).toBe('supported');
  expect(answer).toContain(said);
});

test('a sentence that denies nothing does not say what is not so', async () => {
  const { answer } = await ask(sample.admin, 'What is not planned for now?');
  expect(answer).not.toContain('raise the price');
});
