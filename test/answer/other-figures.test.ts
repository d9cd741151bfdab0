import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const sample = sampleWith([
  {
    name: 'Horses',
    types: { Kind: 'select', Vaccinated: 'checkbox' },
    content: `Horse,Kind,Height (cm),Vaccinated,Riding instructor
Ash,Pony,120,yes,Lena Voss
Bay,Pony,140,no,Lena Voss
Cob,Pony,110,no,
Dun,Mare,170,yes,Jon Ek
`,
  },
  {
    name: 'Callouts',
    types: { Problem: 'select', State: 'select', Crew: 'select' },
    content: `Callout,Problem,State,Crew,Client,Driving hours,Days,Fee,Called on,Settled on
C-1,Leak,Settled,North,Abel Ross,3,2,100,2026-01-05,2026-01-09
C-2,Leak,Settled,North,Abel Ross,4,4,300,2026-01-15,2026-02-03
C-3,Short circuit,Pending,South,Birte Lund,5,6,200,2026-02-10,
C-4,Leak,Refused,South,Birte Lund,1,1,50,2026-02-12,2026-02-12
C-5,Leak,Pending,North,Cato Berg,2,3,60,2026-02-20,
`,
  },
  {
    name: 'Parcels',
    types: { Destination: 'select', Fragile: 'checkbox' },
    content: `Parcel,Sender,Destination,Fragile,Pickup Date,Weight (kg),Agent
P-1,Abel Ross,Oslo,yes,2026-01-05,40,Lena Voss
P-2,Abel Ross,Oslo,yes,2026-01-15,1,Jon Ek
P-3,Birte Lund,Bergen,no,2026-02-10,2,Jon Ek
P-4,Birte Lund,Bergen,yes,2026-02-12,3,Lena Voss
P-5,Cato Berg,Oslo,no,2026-02-20,4,Jon Ek
`,
  },
  {
    name: 'Stops',
    types: { Driver: 'select' },
    content: `Stop,Driver,Odometer (km),Fuelled on
F-1,Ivar Lund,1000,2025-03-02
F-2,Ivar Lund,1400,2025-04-02
F-3,Tove Dahl,7000,2025-05-02
`,
  },
  {
    name: 'Ladders',
    types: { Kind: 'select', Payment: 'select', Client: 'select' },
    content: `Ladder,Kind,Maker,Client,Payment,Total,Bought on,Repaired on
L-1,Step ladder,Alto,Fjord Homes,Paid,100,2024-01-05,2025-01-05
L-2,Step ladder,Alto,Fjord Homes,Paid,300,2024-03-15,
L-3,Loft ladder,Nord,Elm Farm,Open,200,2025-02-10,2025-06-05
L-4,Loft ladder,Nord,Elm Farm,Paid,50,2025-05-12,
`,
  },
]);

test.each<[table: string, question: string, value: unknown]>([
  ['Horses', 'What proportion of the ponies is vaccinated?', 33.3],
  ['Parcels', 'Do more fragile parcels go to Oslo or to Bergen?', 'Oslo'],
  ['Ladders', 'How many ladders has Fjord Homes repaired?', 1],
  ['Callouts', 'How many problems were called in February 2026?', 3],
])('the figure that is asked for is given: %s, %s', async (table, question, value) => {
  expect((await sample.askIn(table, question)).values?.[0]?.value).toBe(value);
});

test.each([
  ['Callouts', 'Which crew earns the highest salary?'],
  ['Callouts', 'How many drivers have a licence for North?'],
  ['Callouts', 'How many litres did Abel Ross drink?'],
  ['Parcels', 'Who is the guarantor of Abel Ross?'],
  ['Callouts', 'How many of the leaks have a witness?'],
  ['Ladders', 'How many ladders have run out?'],
  ['Stops', 'How many kilometres did Ivar Lund drive in 2025?'],
  ['Callouts', 'How many callouts have we taken on for the North crew?'],
])('a word that nothing reads is not passed over: %s, %s', async (table, question) => {
  expect(await sample.askIn(table, question)).toMatchObject({ confidence: 'none' });
});

test.each<[table: string, question: string, wrong: RegExp]>([
  ['Horses', 'How many ponies have we instructed over the years?', /instructor is not empty/iu],
  ['Parcels', 'Which month of 2026 had the most pickups?', /total/iu],
  ['Ladders', 'How long does a ladder of the kind step ladder last on average?', /latest/iu],
  ['Ladders', 'What has Fjord Homes paid us so far? I mean the total of all its paid ladders.', /average/iu],
  ['Callouts', 'What did leaks and short circuits bring in together?', /C-1/u],
])('another figure is not given in its place: %s, %s', async (table, question, wrong) => {
  const { confidence, answer } = await sample.askIn(table, question);
  expect(confidence === 'none' || !wrong.test(answer)).toBe(true);
});

test.each<[question: string, confidence: string, value: number]>([
  ['How many callouts were settled in January 2026?', 'exact', 1],
  ['How many callouts were settled in February 2026?', 'likely', 2],
])('a date whose word is a state too is doubted where these differ: %s', async (question, confidence, value) => {
  const found = await sample.askIn('Callouts', question);
  expect(found).toMatchObject({ confidence, values: [{ value }] });
  expect(found.answer.includes('The date Settled on was read, and not the choice Settled of State.')).toBe(
    confidence === 'likely',
  );
});
