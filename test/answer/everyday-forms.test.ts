import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Visit,Doctor,Reason,Rooms,Cost
V1,Dr Marcus Abbott,Check,1,100
V2,Dr Marcus Abbott,Surgery,2,250
V3,Dr Farah Siddiqui,Check,3,120
V4,Dr Helena Abbey,Check,4,90
V5,Dr Ruth Stone,Surgery,2,300
V6,Dr Paul Stone,Check,3,80
`;

const sample = sampleWith([{ name: 'Visits', content, types: { Doctor: 'select', Reason: 'select' } }]);
const figuresOf = async (question: string) => {
  const { confidence, answer } = await sample.askIn('Visits', question);
  return { isAnswered: confidence !== 'none', figures: answer.split('\n\n_')[0] };
};

test.each([
  ['How many visits did Dr Abbott have?', 'How many visits did Dr Marcus Abbott have?'],
  ['Break the cost down by reason', 'Cost by reason'],
  ['Break down the visits by doctor', 'Visits by doctor'],
  ['How many visits have 2 or 3 rooms?', 'How many visits have between 2 and 3 rooms?'],
  ['How many visits have at least 2 but no more than 3 rooms?', 'How many visits have between 2 and 3 rooms?'],
  ['What was the second dearest visit?', 'What was the second most expensive visit?'],
  ['Which reason happens most often?', 'Which reason has the most records?'],
])('everyday forms are read: %s', async (everyday, plain) => {
  const expected = await figuresOf(plain);
  expect(expected.isAnswered).toBe(true);
  expect(await figuresOf(everyday)).toEqual(expected);
});

test('a title and a last name that two have name neither', async () => {
  expect((await figuresOf('How many visits did Dr Stone have?')).figures).not.toMatch(/Ruth|Paul/u);
});
