import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Tables with columns that share a word with a question and mean something else. */
const sales = {
  name: 'Sales',
  types: { Customer: 'select', Product: 'select' },
  content: `Order,Date,Customer,Product,Units,Price,Status
S-1,2026-01-05,Acme,Lamp,10,20,Shipped
S-2,2026-01-09,Bolt,Desk,2,300,Returned
S-3,2026-02-11,Acme,Chair,5,90,Returned
S-4,2026-02-20,Crest,Lamp,7,20,Shipped
S-5,2026-03-02,Bolt,Chair,3,90,Shipped
S-6,2026-03-15,Dune,Desk,1,300,Shipped
S-7,2026-04-01,Acme,Cable,30,4,Shipped
`,
} as const;
const orders = {
  name: 'Orders',
  types: { Buyer: 'select', Item: 'select' },
  content: `No,Buyer,Item,Quantity,Unit price,Total
O-1,Elm,Sofa,1,900,900
O-2,Fern,Stool,12,40,480
O-3,Elm,Stool,8,40,320
O-4,Gale,Shelf,5,70,350
O-5,Fern,Sofa,1,880,880
`,
} as const;
const games = {
  name: 'Games',
  types: {},
  content: `Date,Home,Away,Home goals,Away goals
2026-01-03,Hull,Leeds,2,1
2026-01-10,York,Hull,0,0
2026-01-17,Hull,York,1,3
2026-01-24,Leeds,Hull,1,2
2026-01-31,Leeds,York,2,2
2026-02-07,Hull,Leeds,3,0
`,
} as const;

/** A search for a club reads fewer fixtures than the club is at home in. */
const fixtures = {
  name: 'Fixtures',
  types: {},
  content: `Date,Home,Away\n${Array.from({ length: 400 }, (_, at) => {
    const day = new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10);
    return `${day},Club ${(at * 7) % 40},Club ${(at * 13 + 5) % 51}`;
  }).join('\n')}\n`,
};

const sample = sampleWith([sales, orders, games, fixtures]);

test.each<[channel: string, question: string, values: unknown[]]>([
  ['Sales', 'Which product sold the most units?', ['Cable']],
  ['Sales', 'What is the cheapest product?', ['Cable']],
  ['Sales', 'Which customers never returned anything?', ['Crest', 'Dune']],
  ['Orders', 'Which item sold the most units?', ['Stool']],
  ['Orders', 'How many units of the stool were sold?', [20]],
  ['Orders', 'Which buyer spent the most?', ['Fern']],
  ['Games', 'How many home games did Hull play?', [3]],
])('%s: the columns are read that are meant: %s', async (channel, question, expected) => {
  const { confidence, values = [], answer } = await sample.askIn(channel, question);
  expect({ confidence, values: values.map(({ value }) => value), answer }).toMatchObject({
    confidence: 'likely',
    values: expected,
  });
});

test.each<[channel: string, question: string]>([
  ['Sales', 'What is the total revenue?'],
  ['Sales', 'How much did Acme spend?'],
  ['Sales', 'Revenue per product?'],
  ['Sales', 'Which customer spent the most?'],
  ['Games', 'How many games did Hull play?'],
  ['Games', 'How many games did Hull win?'],
  ['Games', 'How many home games did Hull win?'],
  ['Games', 'How often did Hull play Leeds?'],
  ['Fixtures', 'How many fixtures did Club 12 play?'],
])('%s: no column stands for what the table does not tell: %s', async (channel, question) => {
  const { confidence, answer } = await sample.askIn(channel, question);
  expect({ confidence, answer }).toMatchObject({ confidence: 'none' });
});
