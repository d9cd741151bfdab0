import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Tables whose values are words of questions, whose cells are empty, and whose columns may be read twice. */
const tables = {
  Deliveries: {
    types: { Carrier: 'select', Status: 'select', City: 'select' },
    content: `Delivery,Shipped,Carrier,Status,Late,Year,City,Driver,Priority,Cost
D-1,2026-02-10,DHL,Returned,true,2024,Nice,Rose,3,256
D-2,2024-10-03,First,Returned,true,2026,Nice,,1,23
D-3,2025-03-03,UPS,Delivered,false,2025,Bath,Mark,2,102
D-4,2025-04-03,DHL,Delivered,false,2025,Bath,Mark,2,115
D-5,2025-05-03,DHL,Returned,false,2026,Bath,Rose,1,90
D-6,2026-05-03,UPS,Delivered,true,2026,Nice,Will,1,75
`,
  },
  Hires: {
    types: { Department: 'select' },
    content: `Name,Department,Role,Salary,Second language
Ana Diaz,Sales,Sales manager,90000,
Tom Reed,Sales,Manager,39000,None
Lena Fox,Engineering,Sales manager,80000,German
Max Kern,Engineering,Assistant,30000,
`,
  },
  Orders: {
    types: { Product: 'select', Sales: 'select', Returned: 'select', Region: 'select' },
    content: `Order,Order date,Region,Product,Customer,Quantity,Total,Sales,Returned
O-1,2025-01-13,North,Chair,Acme,12,400,Store,No
O-2,2025-03-16,South,Desk,Acme,10,400,Partner,Yes
O-3,2025-04-16,South,Desk,Umbrella,9,125,Online,Yes
O-4,2025-05-16,West,Monitor,Umbrella,4,300,Online,
`,
  },
  Visits: {
    types: {},
    content: `Visit,Day,Patient,Doctor,Reason
V-1,2026-05-04,Ada Moss,Dr Lind,Check-up
V-2,2026-05-05,Ben Ode,Dr Park,Back pain
V-3,2026-05-06,Ada Moss,Dr Park,Vaccination
`,
  },
} as const;

const sample = sampleWith(Object.entries(tables).map(([name, table]) => ({ name, ...table })));

const read = async (table: string, question: string) => {
  const { confidence, values = [] } = await sample.askIn(table, question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each([
  // A group without any is not among the fewest.
  ['Deliveries', 'Which carrier has the fewest returned deliveries?'],
  ['Deliveries', 'Which driver has the fewest deliveries to Bath?'],
  // An act on the records is not a column to count.
  ['Orders', 'How many desks were returned?'],
  ['Orders', 'How many sales were online?'],
  ['Orders', 'How many sales does Acme have?'],
  // Several numbers do not have one total.
  ['Orders', 'What is the total of orders by Acme?'],
  ['Orders', 'What is the quantity of Umbrella orders?'],
  // The exception may be all the words that follow.
  ['Deliveries', 'How many deliveries are there except DHL deliveries to Bath?'],
  ['Deliveries', 'How many deliveries are not DHL deliveries to Bath?'],
  ['Deliveries', 'What is the total cost except for late DHL deliveries?'],
  ['Deliveries', 'What is the average cost of deliveries other than DHL deliveries to Bath?'],
  // Two descriptions are not the product of their conditions.
  ['Deliveries', 'How many DHL deliveries to Bath and UPS deliveries to Nice are there?'],
  ['Deliveries', 'What is the total cost of DHL in Bath and UPS in Nice?'],
  ['Orders', 'Which customers have online and store orders?'],
  // A cell may say that there is none.
  ['Hires', 'How many hires have no second language?'],
  // An order is rarely a value.
  ['Deliveries', 'What is the cost of the first delivery?'],
  ['Deliveries', 'What is the first cost?'],
  // A column and a date may both have the period.
  ['Deliveries', 'How many deliveries per year?'],
  ['Deliveries', 'Which year had the most deliveries?'],
  // Both who comes and whom they come to are people.
  ['Visits', 'Who had back pain?'],
  // Nobody adds up ratings without being asked.
  ['Deliveries', 'What is the priority of DHL?'],
  ['Deliveries', 'How many drivers were not late?'],
])('more than one reading is possible in %s: %s', async (table, question) => {
  expect((await read(table, question)).confidence).not.toBe('exact');
});

test.each([
  ['Orders', 'Of the orders in the South, how many were returned?', 2],
  ['Deliveries', 'Of the deliveries to Bath, how many have a driver?', 3],
])('in %s, what is so of some is counted: %s', async (table, question, count) => {
  expect(await read(table, question)).toEqual({ confidence: 'exact', values: [count] });
});

test.each<[table: string, question: string, value: unknown]>([
  ['Deliveries', 'What is the average cost per delivery?', 110.16666666666667],
  ['Deliveries', 'How many deliveries are not to Nice?', 3],
  ['Deliveries', 'What share of deliveries to Bath was returned?', 33.3],
  ['Orders', 'How many orders in the South?', 2],
  ['Hires', 'How many hires are in Sales?', 2],
  ['Hires', 'How many hires are sales managers?', 2],
])('one reading is possible in %s: %s', async (table, question, value) => {
  expect(await read(table, question)).toEqual({ confidence: 'exact', values: [value] });
});
