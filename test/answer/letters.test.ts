import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions in letters, and behind clauses that only carry the words that ask. */
const firings = {
  name: 'Firings',
  types: { Potter: 'select', Outcome: 'select' },
  content: `Firing,Potter,Outcome,Pieces,Fired on
F-1,Ingrid,Perfect,12,2026-01-12
F-2,Mateo,Cracked,8,2026-01-19
F-3,Ingrid,Perfect,15,2026-02-03
F-4,Yusuf,Perfect,6,2026-02-17
F-5,Mateo,Rejected,9,2026-03-02
`,
} as const;

const sample = sampleWith([firings]);

const read = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Firings', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

const asked = 'how many firings were perfect';
const whole = 'How many firings were perfect?';

test.each([
  `Dear team,\n\n${whole}\n\nKind regards,\nIngrid Holm\nHead of Ceramics`,
  `Hi Ada,\n\n${whole}\n\nThanks in advance\nJorge\n\nSent from my phone`,
  `${whole} Best wishes, Ingrid`,
  `Good morning,\n\ncould somebody please let me know ${asked}?\n\nCheers\nWim\n-- \nWim Baas | Studio 4 | +44 20 7946 0018`,
])('the greeting and the signature of a letter change nothing: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'exact', values: [3] });
});

test.each([
  [`Subject: a small favour\n\nDear all,\n\n${whole}\n\nYours\nIngrid`, 'a small favour'],
  [`I was wondering whether you could find out ${asked}.`, 'whether you could find out'],
  [`Would it be at all possible for you to look into ${asked}?`, 'look into'],
  [`Do you suppose you could work out ${asked}?`, 'Do you suppose'],
  [`Nobody at the kiln was able to tell me ${asked}.`, 'Nobody at the kiln'],
  [`For the avoidance of doubt, would you be so good as to confirm ${asked}?`, 'For the avoidance of doubt'],
  [`With reference to our correspondence of last week, ${asked}?`, 'our correspondence'],
  [`Ok listen ${asked} and make it snappy`, 'and make it snappy'],
  [`${whole} The boss is on the line.`, 'The boss is on the line'],
  [`I was chatting with Wilhelmina at the coffee machine: ${asked}?`, 'Wilhelmina'],
])('a clause that only carries the question is left out and told: %s', async (question, told) => {
  const { answer, confidence, values } = await read(question);
  expect({ confidence, values }).toEqual({ confidence: 'likely', values: [3] });
  expect(answer).toContain(told);
});

test.each([
  `Subject: the unglazed bowls\n\n${whole}`,
  `Dear team,\n\n${whole}\n\nOnly the unglazed ones.\n\nYours\nIngrid`,
  `With reference to apprentices, ${asked}?`,
  `For our branch in Leeds I need to know ${asked}`,
  `Excluding the glazed bowls tell me ${asked}`,
  `Before the flood you could tell me ${asked}`,
  `${whole}\n\nThanks\nWim\n\nPS: Only at the northern kiln.`,
])('whatever limits the question is no courtesy: %s', async (question) => {
  expect(await read(question)).toMatchObject({ confidence: 'none', values: [] });
});

test('a question of the asker about the records is not taken for words around one', async () => {
  const { confidence, values } = await read('Did we do any firings that were cracked when you left?');
  expect(confidence === 'exact' || values.includes(3)).toBe(false);
});

test.each([
  'Our potter guild is preparing a quiz. How many firings were perfect?',
  'The radio host wants to crack the riddle on air. How many firings were perfect?',
  'A wasp flew in. While everybody chased it I drifted off and began to wonder. How many firings were perfect?',
])('a word that only helps to tell something is nothing of the table: %s', async (question) => {
  const { answer, ...found } = await read(question);
  expect(found).toEqual({ confidence: 'likely', values: [3] });
  expect(answer).toContain('Left out as beside the question');
});

test.each([
  'While Ingrid was on duty, how many firings were perfect?',
  'We only speak of the cracked ones. How many firings were there?',
])('what may limit the question is not left out: %s', async (question) => {
  const { confidence } = await read(question);
  expect(confidence).not.toBe('exact');
});
