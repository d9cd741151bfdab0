import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { sharedGateway } from '../support/rest.ts';
import { rowsIn } from '../support/storage.ts';

const gateway = sharedGateway();
const keys = Array.from({ length: Math.ceil(limits.recordBytes / limits.cell) }, (_, number) => `note_${number}`);

/** Values of this many bytes in all. */
const valuesOf = (bytes: number): Record<string, string> =>
  Object.fromEntries(keys.map((key, number) => [key, 'x'.repeat(Math.min(limits.cell, bytes - number * limits.cell))]));

async function newDataSet(name: string): Promise<string> {
  const fields = keys.map((key) => ({ key, type: 'long_text' }));
  return (await gateway.admin.done('POST /channels/general/data-sets', { name, fields })).dataSet.objectTypeId;
}

test('the values of a record come to 1 MiB at most, whether it is made or changed', async () => {
  const objectTypeId = await newDataSet('Notes');
  const make = (bytes: number) =>
    gateway.admin.call('POST /channels/general/records', { objectTypeId, title: 'One', values: valuesOf(bytes) });
  const refused = { status: 422, body: { code: 'invalid_values', errors: [{ path: '/values' }] } };
  expect(await make(limits.recordBytes + 1)).toMatchObject(refused);
  const { status, body } = await make(limits.recordBytes);
  expect(status).toBe(201);

  const { id, versionNumber: expectedVersionNumber } = body.record;
  const change = (values: object) =>
    gateway.admin.call(`PATCH /channels/general/records/${id}`, { expectedVersionNumber, values });
  const last = valuesOf(limits.recordBytes)[keys.at(-1)!]!;
  expect(await change({ [keys.at(-1)!]: `${last.slice(1)}ä` })).toMatchObject(refused);
  expect(await change({ [keys.at(-1)!]: `${last.slice(2)}ä` })).toMatchObject({ status: 200 });
});

test('a record that an earlier release let grow longer may change, but not grow', async () => {
  const objectTypeId = await newDataSet('Older');
  const made = { objectTypeId, title: 'One', values: valuesOf(limits.recordBytes) };
  const { record } = await gateway.admin.done('POST /channels/general/records', made);
  const [first, second] = keys as [string, string];
  const numbered = "select number from data_sets where name = 'Older'";
  const [older] = await rowsIn<{ number: number }>(gateway.dataFolder, numbered);
  await rowsIn(gateway.dataFolder, `update data_${older!.number} set f1 = f1 || f1 where id = ?`, record.id);
  const change = async (input: object) =>
    (await gateway.admin.call(`PATCH /channels/general/records/${record.id}`, input)).status;
  expect(await change({ title: 'Two' })).toBe(200);
  expect(await change({ values: { [second]: 'x'.repeat(limits.cell - 1) } })).toBe(200);
  expect(await change({ values: { [second]: 'x'.repeat(limits.cell) } })).toBe(422);
  expect(await change({ values: { [first]: 'x' } })).toBe(200);
});

test('a row of more than 1 MiB is not imported, nor are those beside it', async () => {
  const objectTypeId = await newDataSet('Imported');
  const rows = (bytes: number) => [keys, Object.values(valuesOf(bytes))].map((row) => row.join(',')).join('\n');
  const send = (bytes: number) =>
    gateway.admin.call(
      `POST /channels/general/data-sets/${objectTypeId}/import`,
      form(['file', new Blob([rows(bytes)]), 'notes.csv']),
    );
  const { status, body } = await send(limits.recordBytes + 1);
  expect([status, body.errors?.map(({ message }: { message: string }) => message)]).toEqual([
    422,
    [`row 1: has more than ${limits.recordBytes} bytes of text`],
  ]);
  expect(await send(limits.recordBytes)).toMatchObject({ body: { imported: 1 } });
});
