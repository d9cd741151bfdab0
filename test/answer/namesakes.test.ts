import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, openSample, type SampleWorkspace } from '../support/answering.ts';

let sample: SampleWorkspace;

const contracts = `Contract,Company,Stage,Amount,Closed on,Owner
Annual plan,Brightwater,Won,18400,2026-01-12,Mara
Pilot,Nordhavn,Won,6200,2026-01-26,Jonas
Starter,Atlas,Lead,900,,Mara
Annual plan,Atlas,Lost,22000,2026-02-27,Ines
`;
const invoices = `Invoice number,Customer,Amount,Status
R-1,Brightwater,100,Paid
R-2,Nordhavn,250,Open
R-3,Nordhavn,50,Paid
`;
const sales = `Region,Sales,Units
North,120,3
South,80,9
North,40,1
`;
const orders = `Customer,Order,Price
Brightwater,A1,10
Nordhavn,A2,30
`;

const visits = `Visitor,Fee,Day
Ida,10,2024-12-30
Per,20,2024-12-31
Eva,40,2025-01-02
`;

const sets = [
  { name: 'Contracts', content: contracts, types: { Stage: 'select' as const } },
  { name: 'Invoices', content: invoices },
  { name: 'Sales', content: sales },
  { name: 'Orders', content: orders },
  { name: 'Visits 2024', content: visits },
];

beforeAll(async () => {
  sample = await openSample();
  for (const { name, content, types } of sets) {
    const { channel } = await sample.admin.channels.create({ name: `Room of ${name}` });
    const bytes = Readable.from([Buffer.from(content)]);
    const file = { fileName: 'table.csv', contentType: 'text/csv', bytes };
    await sample.admin.dataSets.import({ channelId: channel.id, name, file, types });
  }
  await sample.indexed();
});
afterAll(() => sample.close());

describe('a field that is called as the records are does not stand for them:', () => {
  test.each<[question: string, values: unknown[]]>([
    ['What is the total amount of contracts?', [47_500]],
    ['What is the total amount of contracts by stage?', [900, 22_000, 24_600]],
    ['What is the total amount of won contracts?', [24_600]],
    ['Average amount of contracts by owner?', [22_000, 6_200, 9_650]],
    ['What is the highest amount of won contracts?', [18_400]],
    ['How many contracts are won?', [2]],
    ['How many contracts are there?', [4]],
    ['How many contracts by stage?', [1, 1, 2]],
    ['How many companies have contracts?', [3]],
    ['Which contract has the greatest amount?', ['Annual plan']],
    ['What is the largest contract?', ['Annual plan']],
    ['Which company has the largest contract?', ['Atlas']],
    ['Top 2 contracts by amount', ['Annual plan', 'Annual plan']],
    ['Total amount by contract?', [40_400, 6_200, 900]],
    ['What is the amount of the Pilot contract?', [6_200]],
    ['Which contracts are won?', ['Annual plan', 'Pilot']],
    ['Contracts by stage', [1, 1, 2]],
    ['What is the total amount of invoices?', [400]],
    ['Average amount of invoices by customer?', [100, 150]],
    ['Which invoice has the highest amount?', ['R-2']],
    ['How many invoices are open?', [1]],
    ['What is the invoice number of Brightwater?', ['R-1']],
    ['Total sales by region?', [160, 80]],
    ['Total sales?', [240]],
    ['Total units of sales?', [13]],
    ['What is the total price of orders?', [40]],
    ['Which order has the highest price?', ['A2']],
    ['What is the total fee of Visits 2024?', [70]],
    ['How many Visits 2024 are there?', [3]],
    ['What is the total fee of Visits 2024 in 2025?', [40]],
    ['What is the total fee of visits in 2024?', [30]],
    ['Average price of orders by customer?', [10, 30]],
  ])('%s', async (question, values) => {
    const answer = await ask(sample.admin, question);
    expect(answer.confidence).toBe(/^(?:Which invoice|Total sales)/.test(question) ? 'likely' : 'exact');
    expect(new Set(answer.values!.map(({ value }) => value))).toEqual(new Set(values));
    expect(answer.values).toHaveLength(values.length);
  });
});

test('a description of the records is never read as their value', async () => {
  const { confidence, values = [] } = await ask(sample.admin, 'What is the total amount of paid invoices?');
  expect(confidence === 'exact' ? values[0]!.value : 150).toBe(150);
});

test('the value of a named record is not the total of all records of that name', async () => {
  const { channel } = await sample.admin.channels.create({ name: 'Plans sold' });
  const bytes = Readable.from([Buffer.from('Plan,Amount\nZephyr,10\nZephyr,30\nMistral,7\n')]);
  const file = { fileName: 'plans.csv', contentType: 'text/csv', bytes };
  await sample.admin.dataSets.import({ channelId: channel.id, name: 'Boats', file });
  await sample.indexed();
  const { confidence, values = [] } = await ask(sample.admin, 'How much is the Zephyr boat?', {
    channelId: channel.id,
  });
  expect([confidence, values.map(({ value }) => value)]).toEqual(['likely', [10, 30]]);
});

test('the price of a thing is not all that was paid for it', async () => {
  const { channel } = await sample.admin.channels.create({ name: 'Plans ordered' });
  const { dataSet } = await sample.admin.dataSets.create({
    channelId: channel.id,
    name: 'Orders',
    fields: [
      { key: 'plan', label: 'Plan', type: 'select', options: { choices: [{ key: 'basic' }, { key: 'gold' }] } },
      { key: 'amount', label: 'Amount', type: 'number' },
    ],
  });
  const { objectTypeId } = dataSet;
  for (const [title, plan, amount] of [
    ['Ada', 'basic', 19],
    ['Ben', 'basic', 19],
    ['Cleo', 'gold', 70],
  ] as const)
    await sample.admin.records.create({ channelId: channel.id, objectTypeId, title, values: { plan, amount } });
  await sample.indexed();
  const ofPrice = await ask(sample.admin, 'How much is the Basic plan?', { channelId: channel.id });
  expect(ofPrice.confidence).not.toBe('exact');
  const ofAll = await ask(sample.admin, 'What is the total amount of the Basic plan?', { channelId: channel.id });
  expect(ofAll).toMatchObject({ confidence: 'exact', values: [{ value: 38 }] });
});
