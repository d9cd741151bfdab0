import { beforeAll, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const sample = sampleWith([]);

beforeAll(async () => {
  const content = `# The lighthouse

The boathouse key is kept by Selma Ruud in the kitchen. Ivar Moe trims the hedge on Mondays.

The lamp oil is stored in the cellar. The flags are in the chest beside the stairs.

The tower opens at nine on weekdays. On Sundays it opens at noon.

Fuel bills go to Selma Ruud. Parking tickets go to Nils Aas.`;
  await sample.admin.artifacts.create({
    kind: 'markdown',
    title: 'Lighthouse',
    content,
    idempotencyKey: crypto.randomUUID(),
  });
  await sample.indexed();
});

const follow = async (...questions: string[]) => {
  const earlier = questions.slice(0, -1).map((body) => ({ role: 'user' as const, body }));
  return sample.askIn('', questions.at(-1)!, { earlier });
};

test.each([
  ['Who keeps the boathouse key?', 'And the hedge?', 'Ivar Moe trims the hedge'],
  ['Where is the lamp oil stored?', 'what about the flags?', 'in the chest'],
  ['When does the tower open on weekdays?', 'and on Sundays?', 'opens at noon'],
  ['Who gets fuel bills?', 'and parking tickets?', 'Nils Aas'],
])('a follow-up takes the frame of a question about texts, and is likely: %s %s', async (first, next, said) => {
  const { confidence, answer } = await follow(first, next);
  expect(confidence).toBe('likely');
  expect(answer).toContain(said);
});

test('a third question replaces the topic of the first too', async () => {
  const { answer } = await follow('Who keeps the boathouse key?', 'And the hedge?', 'and parking tickets?');
  expect(answer).not.toContain('boathouse key');
});

test.each([
  ['Who keeps the boathouse key?', 'and the greenhouse?'],
  ['How many deals are won?', 'and the hedge?'],
])('a topic that no text has is not answered by the sentence before: %s %s', async (first, next) => {
  expect((await follow(first, next)).confidence).toBe('none');
});
