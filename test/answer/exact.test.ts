import { describe, expect, test } from 'vitest';
import { ask, sampleWith } from '../support/answering.ts';

const loans = `Loan number,Book,Genre,Pages,Borrower,Branch,Status,Borrowed on,Due on,Returned on,Fine,Renewals,Note
L-1,Dune,Science fiction,600,Ana Diaz,Central,Returned,2026-05-02,2026-05-30,2026-05-20,2.5,0,
L-2,Dune,Science fiction,600,Tom Reed,Hillview,Returned,2026-05-10,2026-06-07,2026-06-15,4,1,torn cover
L-3,Emma,Classic,450,Tom Reed,Central,On loan,2026-06-12,2026-07-10,,,2,
L-4,Ulysses,Classic,730,Lena Fox,Hillview,Returned,2026-04-01,2026-04-29,2026-05-05,0,0,
L-5,Persuasion,Classic,250,Ana Diaz,Central,Lost,2026-05-20,2026-06-17,,12,0,
L-6,Dune,Science fiction,600,Lena Fox,Central,On loan,2026-07-01,2026-07-29,,,0,
`;
const prices = `Product,Kind,Price
Lamp,Light,25
Chair,Seat,80
Stool,Seat,30
`;
const tables = [
  { name: 'Loans', content: loans, types: { Genre: 'select', Branch: 'select', Status: 'select' } },
  { name: 'Offers', content: prices, types: { Kind: 'select' } },
] as const;

const sample = sampleWith(tables);

const { askIn } = sample;

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await askIn(table, question);
  return { confidence, values: new Set(values.map(({ value }) => value)) };
};

describe('the most or the least of each group is its maximum or minimum, and no total:', () => {
  test.each<[table: string, question: string, values: unknown[]]>([
    ['Deals', 'Largest deal by stage', [27900, 36800, 42000, 7500]],
    ['Deals', 'Highest amount by stage', [27900, 36800, 42000, 7500]],
    ['Deals', 'What is the smallest amount for each stage?', [1980, 19500, 2340, 2600]],
    ['Loans', 'Highest fine for each borrower', [0, 12, 4]],
    ['Loans', 'Minimum pages per genre', [250, 600]],
    ['Offers', 'Highest price by kind', [25, 80]],
  ])('in %s: %s', async (table, question, values) => {
    expect(await read(table, question)).toEqual({ confidence: 'exact', values: new Set(values) });
  });

  test('and says so', async () => {
    const { answer, typedQuery } = await askIn('Loans', 'Highest fine by branch');
    expect(typedQuery).toMatchObject({ metrics: [{ function: 'maximum', field: 'fine' }], groupBy: ['branch'] });
    expect(answer).toContain('Greatest Fine of Loans, by Branch');
  });

  test.each([
    ['Deals', 'Largest deals by stage'],
    ['Deals', 'Which deal is the largest in each stage?'],
    ['Deals', 'Highest total amount by stage'],
    ['Deals', 'Largest number of deals by stage'],
    ['Loans', 'Most pages by borrower'],
    ['Loans', 'Largest loan by branch'],
    ['Offers', 'Price by kind'],
  ])('which is meant is not certain in %s: %s', async (table, question) => {
    expect((await askIn(table, question)).confidence).not.toBe('exact');
  });
});

describe('a time belongs to the words before it:', () => {
  test.each<[question: string, values: unknown[]]>([
    ['Which books were borrowed and returned in May 2026?', ['Dune']],
    ['How many books were borrowed and returned in May 2026?', [1]],
    ['How many books did Ana Diaz borrow and return in May 2026?', [1]],
    ['How many books did Lena Fox borrow and return in May 2026?', [0]],
    ['How many books were returned in May 2026?', [2]],
    ['How many books were borrowed in May 2026 and returned on 15 June 2026?', [1]],
  ])('%s', async (question, values) => {
    expect(await read('Loans', question)).toEqual({ confidence: 'exact', values: new Set(values) });
  });

  test.each([
    'In May 2026, how many books were borrowed and returned?',
    'How many books were borrowed and returned by Ana Diaz in May 2026?',
    'How many books were borrowed, returned in May 2026?',
    'How many books were borrowed in May 2026 and returned?',
  ])('or may belong to others: %s', async (question) => {
    expect((await askIn('Loans', question)).confidence).not.toBe('exact');
  });
});

describe('an answer is not exact if a word is not understood or may mean several records:', () => {
  test.each([
    ['Deals', 'Who owns the deal with Kestrel Freight?'],
    ['Deals', 'Who owns the deals with Kestrel Freight?'],
    ['Deals', 'How many companies have deals worth more than 40000 in total?'],
    ['Deals', 'How many companies have deals over 40000 altogether?'],
    ['Deals', 'How many companies have deals over 40000 combined?'],
    ['Deals', 'Number of deals by company above 20000'],
    ['Deals', 'How many deals were lost in a row?'],
    ['Deals', 'How many deals are under 3.000 euros?'],
    ['Loans', 'Top 2 books by pages'],
    ['Offers', 'Top 2 kinds by price'],
  ])('in %s: %s', async (table, question) => {
    expect((await askIn(table, question)).confidence).not.toBe('exact');
  });

  test('a value that all records of a group share is not silently summed', async () => {
    const { answer } = await askIn('Loans', 'Top 2 books by pages');
    expect(answer).toContain('Pages is the same in all records of one Book');
  });

  test('an exclusion is never read as a condition to keep records', async () => {
    const { confidence, typedQuery } = await ask(sample.admin, 'How many deals without Kestrel Freight?');
    expect(confidence).toBe('likely');
    expect(typedQuery!.filters).toEqual([{ field: 'company', operator: 'neq', value: 'Kestrel Freight' }]);
  });
});

describe('in a table of loans', () => {
  test.each<[question: string, values: unknown[]]>([
    ['How many loans have no note?', [5]],
    ['How many loans are on loan?', [2]],
    ['How many loans are not on loan?', [4]],
    ['How many loans have no renewals?', [4]],
  ])('"loans" are all of them: %s', async (question, values) => {
    expect(await read('Loans', question)).toEqual({ confidence: 'exact', values: new Set(values) });
  });

  test('no fine is none or 0, and which is meant is said to be uncertain', async () => {
    const { confidence, answer } = await askIn('Loans', 'How many loans have no fine?');
    expect(confidence).toBe('likely');
    expect(answer).toContain('There are **3** Loans');
    expect(answer).toContain('Fine is empty in some of these records and 0 in others.');
  });
});
