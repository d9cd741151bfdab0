import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Hive,Apiary,Keeper,Condition,Honey (kg),Frames,Inspected,Treated
H1,Oak Field,Ingrid Moss,Weak,12,8,2025-04-02,yes
H2,Oak Field,Paul Reed,Strong,31,10,2025-12-11,no
H3,Oak Field,Paul Reed,Strong,28,11,2026-01-20,yes
H4,Mill Lane,Ingrid Moss,Weak,9,6,2026-05-03,yes
H5,Mill Lane,Ingrid Moss,Swarming,22,9,2026-05-17,no
H6,Mill Lane,Paul Reed,Strong,35,12,2026-06-01,yes
H7,Church Hill,Ingrid Moss,Weak,14,7,2026-06-09,no
H8,Church Hill,Ingrid Moss,Strong,27,10,2026-06-15,yes
H9,Church Hill,Paul Reed,Weak,11,5,2026-06-28,no
`;

const sample = sampleWith([
  {
    name: 'Hives',
    content,
    types: { Apiary: 'select', Keeper: 'select', Condition: 'select', Treated: 'checkbox' },
  },
]);

const behind = (before: readonly string[]) => ({
  earlier: before.map((body) => ({ role: 'user' as const, body })),
});
const figuresOf = async (question: string, before: readonly string[] = []) => {
  const { typedQuery, answer, confidence } = await sample.askIn('Hives', question, behind(before));
  return { isAnswered: confidence !== 'none', metrics: typedQuery?.metrics, figures: answer.split('\n\n_')[0] };
};

test.each<[before: readonly string[], followUp: string, whole: string]>([
  [
    ['How many hives were inspected in June 2026?'],
    'and the month before?',
    'How many hives were inspected in May 2026?',
  ],
  [
    ['How many hives were inspected in January 2026?'],
    'the month before?',
    'How many hives were inspected in December 2025?',
  ],
  [['How many hives were inspected in 2025?'], 'and the following year?', 'How many hives were inspected in 2026?'],
  [
    ['How many hives were inspected in Q1 2026?'],
    'And the quarter after?',
    'How many hives were inspected in Q2 2026?',
  ],
  [
    ['How many hives were inspected last month?'],
    'and the previous month?',
    'How many hives were inspected the month before last?',
  ],
  [
    ['How many hives are at Mill Lane?'],
    'How many of them have more than 7 frames?',
    'How many hives at Mill Lane have more than 7 frames?',
  ],
  [['How many hives are weak?'], 'Which of those are at Church Hill?', 'Which weak hives are at Church Hill?'],
  [
    ['What percentage of the hives are treated?'],
    'and at Oak Field only?',
    'What percentage of the hives at Oak Field are treated?',
  ],
  [
    ['What percentage of the hives are treated?', 'and at Mill Lane?'],
    'only for Ingrid Moss?',
    'What percentage of the hives at Mill Lane for Ingrid Moss are treated?',
  ],
  [['How many hives are either weak or swarming?'], 'by keeper?', 'How many hives are weak or swarming, by keeper?'],
  [['What is the total honey of the strong hives?'], 'split by apiary?', 'Total honey of the strong hives by apiary'],
  [
    ['What is the total honey of the strong hives?'],
    'And on average?',
    'What is the average honey of the strong hives?',
  ],
  [
    ['Which apiary has the most hives with Ingrid Moss?'],
    'and who is second?',
    'Which apiary has the second most hives with Ingrid Moss?',
  ],
  [['Which hive has the most honey?', 'and the third?'], 'and the least?', 'Which hive has the least honey?'],
  [['Which hive has the best honey at Mill Lane?'], 'And the worst?', 'Which hive has the worst honey at Mill Lane?'],
  [
    ['How many hives have been treated?', 'and not treated?'],
    'broken down by apiary?',
    'How many hives have not been treated by apiary?',
  ],
])('%s %s', async (before, followUp, whole) => {
  const expected = await figuresOf(whole);
  expect(expected.isAnswered).toBe(true);
  expect(await figuresOf(followUp, before)).toEqual(expected);
});

test.each([
  [['Which hive has the worst honey at Mill Lane?'], 'and the second?'],
  [['How many hives were inspected in January?'], 'and the month before?'],
  [['How many hives are weak?'], 'How many of those have a spare queen?'],
])('a follow-up that is not understood does not answer the question before it: %s %s', async (before, followUp) => {
  expect((await figuresOf(followUp, before)).isAnswered).toBe(false);
});
