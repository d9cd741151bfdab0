import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Texts that say only yes or no, as an import leaves them. */
const invoices = `Invoice,Client,Amount,Paid,Sent by
INV-1,Halden,120,yes,post
INV-2,Corvo,80,no,mail
INV-3,Halden,310,yes,post
INV-4,Mirel,45,no,mail
INV-5,Corvo,200,yes,mail
`;
const sample = sampleWith([{ name: 'Invoices', types: {}, content: invoices }]);

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Invoices', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each([
  ['How many invoices are paid?', [3]],
  ['Total amount of paid invoices of Halden?', [430]],
])('a text of yes and no is read as a checkbox: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'exact', values });
});

test.each([
  ['How many are paid?', [3]],
  ['How many were not paid?', [2]],
  ['How many unpaid invoices?', [2]],
  ['Which are unpaid?', ['INV-2', 'INV-4']],
  ['Is INV-3 paid?', [true]],
  ['Which clients paid?', ['Halden', 'Corvo']],
])('and with what it is not, as likely: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test('a text that says more is none', async () => {
  const { values } = await read('How many invoices were sent by post?');
  expect(values).toEqual([2]);
});

test('a sheet of the same rows is read alike', async () => {
  const { channel } = await sample.admin.channels.create({ name: 'Ledger' });
  const sheet = { kind: 'csv', title: 'Invoices', content: invoices, channelId: channel.id } as const;
  await sample.admin.artifacts.create({ ...sheet, idempotencyKey: crypto.randomUUID() });
  const { confidence, values } = await sample.askIn('', 'How many are paid?', { channelId: channel.id });
  expect([confidence, values?.map(({ value }) => value)]).toEqual(['likely', [3]]);
});
