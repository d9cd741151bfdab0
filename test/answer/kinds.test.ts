import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Tables whose values are verbs and adjectives, whose records are people, and whose numbers and dates may be empty. */
const tables = {
  Rentals: {
    types: { Branch: 'select', State: 'select', Insured: 'select' },
    content: `Rental,Tenant,Branch,State,Insured,Fee,Mileage,Agent,Booked on,Ended
R-1,Orion,Oslo,Settled,Yes,400,120,Ida,2025-02-01,2025-02-09
R-2,Orion,Oslo,Settled,No,250,80,Per,2025-05-11,2025-05-12
R-3,Vega,Turku,Pending,Yes,900,,Ida,2026-01-20,
R-4,Vega,Turku,Cancelled,No,150,40,Ida,2026-02-02,2026-02-05
R-5,Lyra,Oslo,Pending,No,700,300,,2026-03-15,
R-6,Orion,Gdansk,Pending,Yes,620,210,Per,2026-06-01,
`,
  },
  Staff: {
    types: { Team: 'select' },
    content: `Name,Team,Wage,Start date,End date
Ines Roth,Design,5200,2019-04-01,
Olaf Berg,Design,4100,2021-09-01,2024-03-31
Mona Falk,Field,3900,2020-02-01,
Stig Lund,Field,6100,2023-05-01,
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1);

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value).toSorted(byText) };
};

test.each<[table: string, question: string, values: unknown[]]>([
  ['Rentals', 'How many rentals have an agent?', [5]],
  ['Rentals', 'How many rentals in Oslo have a mileage?', [3]],
  ['Rentals', 'How many insured rentals are there?', [3]],
  ['Rentals', 'How many rentals are still pending?', [3]],
  ['Rentals', 'How many rentals are outside Oslo?', [3]],
  ['Rentals', 'What is the total fee of all branches other than Oslo?', [1670]],
  ['Rentals', 'What is the average number of mileage in Oslo?', [500 / 3]],
  ['Rentals', 'Which branch has the highest average fee?', ['Gdansk']],
  ['Rentals', 'Which tenants have no pending rentals?', [0]],
  ['Rentals', 'How many tenants have no cancelled rentals?', [2]],
  ['Rentals', 'Which tenants have both settled and pending rentals?', ['Orion']],
  ['Rentals', 'How many tenants have only pending rentals?', [1]],
  ['Rentals', 'Which branches have an average fee above 500?', ['Gdansk', 'Turku']],
  ['Rentals', 'Which agents have more than 4 rentals?', [0]],
  ['Rentals', 'How many more pending than cancelled rentals do we have?', [2]],
  ['Staff', 'How many people are in Design?', [2]],
  ['Staff', 'What is the average wage of our employees in Field?', [5000]],
])('in %s, exactly: %s', async (table, question, values) => {
  expect(await read(table, question)).toEqual({ confidence: 'exact', values });
});

test.each<[table: string, question: string, values: unknown[]]>([
  ['Rentals', 'How many more settled than pending Oslo rentals are there?', [1]],
  ['Rentals', 'How many rentals are not insured?', [3]],
  ['Rentals', 'How many unsettled rentals are there?', [4]],
  // Tenants may be people, too.
  ['Rentals', 'Who has the lowest average fee?', ['Per']],
  ['Staff', 'How many people joined before 2021?', [2]],
  ['Staff', 'How many people have left?', [1]],
  ['Staff', 'How many people work in Design?', [2]],
  ['Staff', 'Who earns the most?', ['Stig Lund']],
  ['Staff', 'Who was hired first?', ['Ines Roth']],
  ['Staff', 'How many people earn more than 5000?', [2]],
])('in %s, with a doubt: %s', async (table, question, values) => {
  expect(await read(table, question)).toEqual({ confidence: 'likely', values });
});

test.each([
  ['Staff', 'How many people are still with us?'],
  ['Rentals', 'What is the average fee per month?'],
])('in %s, not exactly: %s', async (table, question) => {
  expect((await read(table, question)).confidence).not.toBe('exact');
});

test('an answer states the condition on its groups', async () => {
  const { answer } = await sample.askIn('Rentals', 'How many tenants have no cancelled rentals?');
  expect(answer).toBe('**2** found. The number of those where State is Cancelled is 0 by Tenant, of Rentals.');
});
