import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Tables whose first column holds codes, with and without a column that names the records. */
const tables = {
  Horses: {
    types: { Breed: 'select' },
    content: `Chip,Horse,Breed,Height
H-1,Bella,Shire,170
H-2,Rocket,Arab,150
H-3,Storm,Shire,181
`,
  },
  Cats: {
    types: { Coat: 'select' },
    content: `Tag,Name,Coat,Kilos
C1,Minka,Tabby,4
C2,Otis,Black,6
C3,Pixel,Tabby,5
`,
  },
  Orders: {
    types: { State: 'select' },
    content: `Order no,Name,State,Price
R-1,Ada Storm,Open,10
R-2,Milo Vance,Sent,20
R-3,Ada Storm,Open,30
`,
  },
  Kilns: {
    types: { Fuel: 'select' },
    content: `Mark,Fuel,Litres
K-1,Gas,200
K-2,Power,90
K-3,Gas,120
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: keyof typeof tables, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[table: keyof typeof tables, question: string, values: unknown[], confidence: string]>([
  ['Horses', 'Which horses are Shire?', ['Bella', 'Storm'], 'likely'],
  ['Horses', 'Which horse has the greatest height?', ['Storm'], 'exact'],
  ['Kilns', 'Which kilns have the fuel gas?', ['K-1', 'K-3'], 'exact'],
  // The column may also name someone else.
  ['Cats', 'Which cats are Tabby?', ['Minka', 'Pixel'], 'likely'],
  ['Cats', 'Which cat has the most kilos?', ['Otis'], 'likely'],
])('records are named by their names, where titles are codes: %s, %s', async (table, question, values, confidence) => {
  expect(await read(table, question)).toEqual({ confidence, values });
});

test.each<[table: keyof typeof tables, question: string, values: unknown[]]>([
  ['Horses', 'Which chips belong to Shire horses?', ['H-1', 'H-3']],
  ['Cats', 'Which tags have the coat tabby?', ['C1', 'C3']],
  ['Orders', 'Which orders are open?', ['R-1', 'R-3']],
])('codes stay where they are asked for or known by: %s, %s', async (table, question, values) => {
  expect((await read(table, question)).values).toEqual(values);
});
