import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const sample = sampleWith([
  {
    name: 'Scooters',
    types: { Colour: 'select', Garage: 'select' },
    content: `Scooter,Colour,Garage,Rider,Rented out on,Collection date
SC-1,Red,North,Ulla Berg,2025-02-03,2025-02-09
SC-2,Red,South,Ivar Lund,2025-03-12,2025-03-15
SC-3,Green,North,Ulla Berg,2025-05-20,2025-06-02
SC-4,Green,South,Tove Dahl,2026-01-08,2026-01-12
`,
  },
  {
    name: 'Vans',
    types: { Colour: 'select' },
    content: `Van,Colour,Purchased on
V-1,Red,2025-02-03
V-2,Red,2025-03-12
V-3,Green,2026-05-20
`,
  },
  {
    name: 'Members',
    types: { Club: 'select' },
    content: `Member,Club,Joined
Asta Holm,Rowing,2024-04-01
Bo Krag,Rowing,2025-03-01
Carl Friis,Sailing,2025-08-15
`,
  },
]);

test.each([
  ['Scooters', 'How many scooters were stolen in 2025?'],
  ['Scooters', 'How many scooters got scrapped in March 2025?'],
  ['Scooters', 'How many red scooters were vandalised in 2025?'],
  ['Scooters', 'How many scooters did we turn down in 2025?'],
  ['Scooters', 'How many riders complained in 2025?'],
  ['Vans', 'How many vans were sold in 2025?'],
  ['Vans', 'How many vans did we sell in 2025?'],
  ['Members', 'How many members died in 2025?'],
  ['Members', 'How many members left the club in 2025?'],
  ['Members', 'How many members were on holiday in March 2025?'],
])('the date of a record is not that of another event: %s, %s', async (table, question) => {
  expect(await sample.askIn(table, question)).toMatchObject({ confidence: 'none' });
});

test.each<[table: string, question: string, value: unknown]>([
  ['Scooters', 'How many scooters were collected in June 2025?', 1],
  ['Vans', 'How many vans were purchased in 2025?', 2],
  ['Members', 'How many members joined in 2025?', 2],
  ['Members', 'How many members were recorded in 2025?', 2],
  ['Members', 'How many members came in 2025?', 2],
])('a verb that is of the date, or of every record, is answered: %s, %s', async (table, question, value) => {
  expect((await sample.askIn(table, question)).values?.map((one) => one.value)).toEqual([value]);
});
