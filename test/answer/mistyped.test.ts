import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions with one wrong touch of a key in a word of the question itself. */
const tables = {
  Harvests: {
    types: { Field: 'select', State: 'select' },
    content: `Harvest,Grower,Field,State,Kilos,Picked on,Code
H-1,Yusuf Demir,North,Sold,400,2026-05-12,MOT
H-2,Ingeborg Dahl,South,Sold,300,2026-05-19,WAY
H-3,Yusuf Demir,North,Kept,900,2026-06-03,LOT
H-4,Ingeborg Dahl,North,Kept,150,2026-06-17,ONE
`,
  },
  Ferries: {
    types: { Country: 'select', State: 'select' },
    content: `Ferry,Country,State,Code,Fare
F-1,Norway,Won,AR,40
F-2,Norway,Lost,HA,30
F-3,Sweden,Won,TH,45
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (question: string, table: keyof typeof tables = 'Harvests') => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['How mnay harvests are sold?', [2]],
  ['Hwo many harvests are sold?', [2]],
  ['Ho many harvests are sold?', [2]],
  ['ow many harvests are sold?', [2]],
  ['How many harvests sre sold?', [2]],
  ['Wat is the total kilos of North?', [1450]],
  ['Whaat is the total kilos of North?', [1450]],
  ['Whta is teh total kilos of North?', [1450]],
  ['What is the toatl kilos of tge harvests?', [1750]],
  ['Wich field has the most harvests?', ['North']],
])('a typing mistake in a word of the question is read: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test.each<[question: string, values: unknown[]]>([
  ['How many harvests does Ingebrog Dahl have?', [2]],
  ['What is the total kilos of Yusuf Dmeir?', [1300]],
])('a typing mistake in a name that stands in a cell is read: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test.each<[question: string, values: unknown[]]>([
  ['How many different countris are there?', [2]],
  ['How many different countriess are there?', [2]],
  ['How many ferries are wpn?', [2]],
  ['How may ferries have a fare over 35?', [2]],
  ['How many ferries ha Norway?', [2]],
])('a mistake in a plural, in three letters or beside a code is read: %s', async (question, values) => {
  expect((await read(question, 'Ferries')).values).toEqual(values);
});

test('two records are told apart by titles that begin alike', async () => {
  expect((await read('What is the total fare of F-1 and F-3?', 'Ferries')).values).not.toEqual([115]);
});

test('a code in capitals has no plural that a mistyped word could be', async () => {
  expect(await read('Which field has the mots harvests?')).toEqual({ confidence: 'likely', values: ['North'] });
});

test('a code in small letters may be a mistyped word, and is never exact', async () => {
  expect((await read('What is the total kilos of code mot?')).confidence).not.toBe('exact');
  expect(await read('What is the total kilos of code MOT?')).toEqual({ confidence: 'exact', values: [400] });
});
