import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const types = { Kind: 'select', Status: 'select', Excluded: 'checkbox' } as const;

const sample = sampleWith([
  {
    name: 'Stock',
    types: { Status: 'select' },
    content: `Code,Shelf,Status,Price
K-1,Upper,In stock,10
K-2,Upper,Sold,20
K-3,Lower,Sold,30
K-4,Lower,Sold,40
`,
  },
  {
    name: 'Samples',
    types: { Kind: types.Kind, Status: types.Status },
    content: `Code,Kind,Status
S-1,Blood,Included
S-2,Blood,Included
S-3,Blood,Excluded
S-4,Urine,Included
S-5,Urine,Excluded
S-6,Urine,Excluded
S-7,Urine,Excluded
`,
  },
  {
    name: 'Trials',
    types: { Kind: types.Kind, Excluded: types.Excluded },
    content: `Code,Kind,Excluded
T-1,Drug,true
T-2,Drug,false
T-3,Drug,false
T-4,Diet,true
T-5,Diet,true
T-6,Diet,true
T-7,Diet,false
`,
  },
]);

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[table: string, question: string, confidence: string, values: unknown[]]>([
  ['Samples', 'How many blood samples are excluded?', 'exact', [1]],
  ['Samples', 'How many urine samples are not included?', 'exact', [3]],
  ['Samples', 'How many samples with blood excluded?', 'likely', [1]],
  ['Trials', 'How many drug trials are excluded?', 'exact', [1]],
  ['Trials', 'How many drug trials were excluded?', 'exact', [1]],
  ['Stock', 'How many items are sold out?', 'likely', [3]],
])('a word of a field or of a choice leaves nothing out, in %s: %s', async (table, question, confidence, values) => {
  expect(await read(table, question)).toEqual({ confidence, values });
});

test.each<[question: string, values: unknown[]]>([
  ['Total price leaving sold items out', [10]],
  ['Total price with sold items out', [10]],
  ['Total price, sold items left out', [10]],
  ['Total price putting sold ones aside', [10]],
])('"out" leaves out where a word before leads it, and is doubted: %s', async (question, values) => {
  expect(await read('Stock', question)).toEqual({ confidence: 'likely', values });
});
