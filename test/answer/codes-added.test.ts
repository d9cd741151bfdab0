import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Columns of numbers that only name something, beside numbers that measure. */
const content = `Island,Owner,M49,Zip,Joined,Place,Area,Visitors,People 2010,People 2020
Ask,Mia,440,91234,1995,1,400,12000,30,45
Bru,Leo,656,92345,1958,2,900,45000,20,25
Dal,Mia,304,93456,1973,3,700,31000,50,40
Eid,Ana,404,94567,2001,4,300,18000,10,12
`;
const sample = sampleWith([{ name: 'Islands', types: {}, content }]);
const keepers = sampleWith([
  { name: 'Keepers', types: {}, content: 'Keeper,Age\nUlf,61\nMia,40\nAda,35\n' },
  {
    name: 'Watches',
    types: { Manager: 'select' },
    content: `Watch,Guest,Manager,Week,Unit price
W-1,Leo,Ada,1,20
W-2,Una,Ada,1,25
W-3,Leo,Ulf,2,25
`,
  },
]);

const asked = async (question: string) => {
  const { confidence, values = [], answer } = await sample.askIn('Islands', question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each([
  'total M49',
  'average M49 of the islands',
  'difference in M49 between Ask and Bru',
  'total zip',
  'average zip by owner',
  'total joined',
  'sum of joined by owner',
  'total place',
])('codes, places and years are never added up exactly: %s', async (question) => {
  expect((await asked(question)).confidence).not.toBe('exact');
});

test.each<[question: string, value: unknown]>([
  ['total area', 2300],
  ['average visitors', 26_500],
  ['what is the zip of Dal?', 93_456],
  ['which island has the highest M49?', 'Bru'],
  ['total people in 2020', 122],
  ['which island had the most people in 2010?', 'Dal'],
])('what measures something is exact, and codes are looked up: %s', async (question, value) => {
  expect(await asked(question)).toMatchObject({ confidence: 'exact', values: [value] });
});

test('a code is written without separators', async () => {
  expect((await asked('what is the zip of Dal?')).answer).toContain('**93456**');
});

test.each([
  ['the oldest value of a number is the number', 'oldest age', [61]],
  ['records are named by what they are', 'which keeper has the oldest age?', ['Ulf']],
])('%s', async (_, question, values) => {
  expect((await keepers.askIn('Keepers', question)).values?.map(({ value }) => value)).toEqual(values);
});

test.each(['Who watched W-2?', 'total week', 'total unit price'])(
  'another may have done it than the only person, and places are not added up: %s',
  async (question) => {
    expect((await keepers.askIn('Watches', question)).confidence).not.toBe('exact');
  },
);
