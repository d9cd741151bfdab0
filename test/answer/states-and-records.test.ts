import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** A state in small letters beside a date that is called almost alike. */
const tables = {
  Matters: {
    types: {},
    content: `Matter,Client,Partner,Practice,Stage,Hours,Billed,Opened,Closed
M-01,Arden Foods,Whitlock,Tax,Closed,42,10500,2024-02-11,2024-09-30
M-02,Brill Shipping,Osei,Maritime,Closed,130,39000,2024-05-02,2025-06-18
M-03,Arden Foods,Osei,Employment,Open,25,6250,2025-09-15,
M-04,Castell Energy,Whitlock,Tax,Open,61,18300,2025-11-20,
M-05,Dunmore Trust,Petrov,Property,Settled,18,3600,2025-03-03,2025-08-22
M-06,Brill Shipping,Petrov,Property,Open,9,1800,2026-01-08,
`,
  },
  Stays: {
    types: {},
    content: `Stay,Animal,Owner,Nights,Insured
S-1,Rabbit,Moss,2,yes
S-2,Horse,Quill,5,yes
S-3,Rabbit,Ivers,1,yes
S-4,Goat,Moss,3,no
`,
  },
  Leases: {
    types: {},
    content: `Lease,Tenant,Rent,Opened
L-1,Arden,100,2024-02-11
L-2,Brill,300,2024-05-02
L-3,Arden,200,
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each([
  ['How many matters are open?', [3]],
  ['Which open matter has the most hours?', ['M-04']],
  ['Which open matter has the highest billed?', ['M-04']],
  ['Which tax matter has the most hours?', ['M-04']],
  ['How many matters were opened before 2025?', [2]],
])('a word beside the records is a state, and not a date that is called almost alike: %s', async (question, values) => {
  expect(await read('Matters', question)).toEqual({ confidence: 'exact', values });
});

test('a table without such a state does not take the date for it', async () => {
  const { confidence, values } = await read('Leases', 'Which open lease has the highest rent?');
  expect(confidence).not.toBe('exact');
  expect(values).not.toContain('2024-05-02');
});

test.each([
  ['What is the open matter with the most hours?', ['M-04']],
  ['Least billed open matter?', ['M-06']],
  ['Show the matter that has the fewest hours', ['M-06']],
  ['What is the highest billed of any open matter?', [18_300]],
  ['For tax matters, what is the highest billed?', [18_300]],
])('the records are asked for, or only their number: %s', async (question, values) => {
  expect(await read('Matters', question)).toEqual({ confidence: 'exact', values });
});

test('what hours are worth is not the number of hours', async () => {
  expect((await read('Matters', 'What are the hours worth in total?')).confidence).not.toBe('exact');
});

test('a kind that was insured twice is not counted once without a doubt', async () => {
  expect((await read('Stays', 'How many animals were insured?')).confidence).not.toBe('exact');
});
