import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Columns that say how many, cells that say nothing, and words for the table itself. */
const tables = {
  Employers: {
    types: {},
    content: `Rank,Employer,# of Employees,No. of Plants,Absence (%)
1,Vantor,"1,200 (est.)",3,2.5
2,Oakfield Council,422,1,4.5
3,Brightside Mill,318,5,3
`,
  },
  Glyphs: {
    types: {},
    content: `Glyph,Halfwidth,Scripts,Region
A,U+1,"Latin, Greek",North
B,—,Latin,NA
Glyph,Halfwidth,Scripts,Region
C,U+2,"Greek, Coptic",South
D,U+2,Coptic,North
`,
  },
  Skies: {
    types: { Sky: 'select' },
    content: `Day,Sky,Wind
2026-01-01,Clear,2
2026-01-02,Rain,6
2026-01-03,Clear,4
`,
  },
  Guilds: {
    types: {},
    content: `Guild,Founded,Members
Coopers,1951,40
Glovers,1968,12
Joiners,1957,30
`,
  },
  Finals: {
    types: {},
    content: `Nation,Winners,Runners-up
Norway,17,8
Ghana,2,3
Peru and Chile,"11
1",4
`,
  },
  Races: {
    types: {},
    content: `Heat,Driver,Points
H1,Ada,10
H2,Ben,1
H3,Cleo,
H4,Ada,3
`,
  },
  Films: {
    types: {},
    content: `Film,Language,Studio
Margo,Romanian,Alma
Eva,English,Nord
Orient,French / Romanian,Alma
Tango,Romanian,Nord
`,
  },
  Feats: {
    types: {},
    content: `Record,Rival
Biggest win,Aston
Biggest win,Barrow
Longest run,Aston
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: keyof typeof tables, question: string) => {
  const { confidence, values = [], answer } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value), answer };
};

test.each([
  'How many employees does Vantor have?',
  'Number of employees of Vantor',
  'What is the number of employees of Vantor?',
])('a text that says how many is told, and never counted: %s', async (question) => {
  expect((await read('Employers', question)).values).toEqual(['1,200 (est.)']);
});

test.each<[table: keyof typeof tables, question: string]>([
  ['Films', 'How many films are Romanian?'],
  ['Films', 'How many films are in Romanian?'],
  ['Races', 'Which driver has the least amount of points?'],
])('lists and empty cells of others cast a doubt: %s, %s', async (table, question) => {
  expect((await read(table, question)).confidence).not.toBe('exact');
});

test.each<[table: keyof typeof tables, question: string, value: string | number]>([
  ['Films', 'How many films are English?', 1],
  ['Races', 'Which driver has the highest total points?', 'Ada'],
])('they cast none where they change nothing: %s, %s', async (table, question, value) => {
  expect(await read(table, question)).toMatchObject({ confidence: 'exact', values: [value] });
});

test('texts that are all figures are never counted exactly', async () => {
  expect((await read('Finals', 'What was the number of winners from Norway?')).confidence).not.toBe('exact');
});

test('texts that say how many are not counted where no record is named', async () => {
  expect((await read('Employers', 'How many employees are there?')).confidence).not.toBe('exact');
});

test.each<[question: string, value: number]>([
  ['How many plants does Brightside Mill have?', 5],
  ['What is the number of plants of Vantor?', 3],
])('a number whose column says that it counts is the figure: %s', async (question, value) => {
  expect(await read('Employers', question)).toMatchObject({ confidence: 'exact', values: [value] });
});

test('the sum of percentages is never exact', async () => {
  expect((await read('Employers', 'What is the total absence?')).confidence).not.toBe('exact');
});

test.each([
  ['What is the number of halfwidth?', 'Halfwidth'],
  ['How many regions are there?', 'Region'],
] as const)('cells that say nothing, or repeat the header, may be no values: %s', async (question, told) => {
  const { confidence, answer } = await read('Glyphs', question);
  expect(confidence).toBe('likely');
  expect(answer).toContain(told);
});

test('lists in cells are not counted as values', async () => {
  expect((await read('Glyphs', 'How many scripts are there?')).confidence).not.toBe('exact');
});

test('the average by a field is of its groups, where the records have its name too', async () => {
  expect((await read('Skies', 'Average wind by sky')).values).toEqual([3, 6]);
});

test.each<[table: keyof typeof tables, question: string]>([
  ['Feats', 'How many records are on the table?'],
  ['Feats', 'How many records are in this table?'],
  ['Skies', 'How many records are on the table?'],
  ['Skies', 'How many rows are there in the data set?'],
  ['Employers', 'How many employers are in the sheet?'],
])('the table itself is no condition: of %s, %s', async (table, question) => {
  expect((await read(table, question)).values).toEqual([3]);
});

test('records that are counted beside a column of their name are never exact where both may be meant', async () => {
  const { confidence, values } = await read('Feats', 'How many records are there?');
  expect([confidence, values]).toEqual(['likely', [3]]);
});

test.each<[question: string, value: number]>([
  ['How many guilds were founded in 1968?', 1],
  ['Number of guilds founded before 1960', 2],
])('a number called after what happened holds years: %s', async (question, value) => {
  expect(await read('Guilds', question)).toMatchObject({ confidence: 'exact', values: [value] });
});

test('years are never added up', async () => {
  expect((await read('Guilds', 'How many founded are there?')).values).not.toContain(5876);
});

test('a name behind a preposition is no courtesy', async () => {
  expect((await read('Guilds', 'How many guilds are from Cheers?')).confidence).toBe('none');
});
