import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const sample = sampleWith([
  {
    name: 'Goats',
    types: { Village: 'select' },
    content: `Goat,Village,Keeper
Olive,Elm Cross,Odo Finch
Rocky,Elm Cross,Una Pike
Bleat,Sandby,Odo Finch
`,
  },
  {
    name: 'Sales',
    types: { Kind: 'select' },
    content: `Sale,Kind,Price,Sold on
S-1,Weekend special,20,2026-03-02
S-2,Weekend special,30,2026-03-07
S-3,Season card,90,2026-03-08
S-4,Day card,15,2026-03-09
S-5,Day card,15,2026-03-14
`,
  },
]);

test.each<[question: string, values: unknown[] | undefined]>([
  ['How many goats are starving in Elm Cross?', undefined],
  ['How many goats live in Elm Cross or Sandby?', [3]],
  ['Who keeps Blest?', ['Odo Finch']],
])('an English word is not taken for a mistyped name: %s', async (question, values) => {
  const found = await sample.askIn('Goats', question);
  expect(found.answer).not.toMatch(/Read “(?:starving|live|bleed)”/u);
  if (values) expect(found.values?.map(({ value }) => value)).toEqual(values);
});

test.each([
  'How many sales were made on weekends in March 2026?',
  'How many sales did we make at the weekend?',
  'What is the total price of sales at weekends?',
  'How many sales were made over the weekend in 2026?',
])('the days that a question names are not a choice that begins like them: %s', async (question) => {
  const found = await sample.askIn('Sales', question);
  expect(found.confidence === 'none' || !found.answer.includes('Weekend special')).toBe(true);
});

test.each<[question: string, value: unknown]>([
  ['How many weekend specials did we sell?', 2],
  ['How many sales were made on a Saturday?', 2],
])('such a choice is still found by its name, and a day by its own: %s', async (question, value) => {
  expect((await sample.askIn('Sales', question)).values?.map((one) => one.value)).toEqual([value]);
});
