import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();

/** The bytes that a field counts beside its key, label and choices. */
const bytesBeside = 300;

const bytesOf = ({ key, label, options }: ReturnType<typeof select>): number =>
  bytesBeside + key.length + label.length + JSON.stringify(options).length;

const select = (key: string, label: string, count: number) => ({
  key,
  label,
  type: 'select',
  options: {
    choices: Array.from({ length: count }, (_, number) => ({ key: `${number}`.padEnd(300, '_'), label: 'x' })),
  },
});

/** Fields with this many bytes in all. The last one has as many choices and as long a label as fit. */
function fieldsOf(bytes: number) {
  const large = Array.from({ length: 3 }, (_, number) => select(`large_${number}`, 'x', 1_000));
  const left = bytes - large.reduce((sum, field) => sum + bytesOf(field), 0);
  const [none, one, two] = [0, 1, 2].map((count) => bytesOf(select('last', '', count)));
  const count = Math.floor((left - none! - (one! - none!)) / (two! - one!)) + 1;
  const last = select('last', '', count);
  return [...large, { ...last, label: 'x'.repeat(left - bytesOf(last)) }];
}

test('fields come to 1 MiB at most with their choices, whether they are made or changed', async () => {
  const fields = fieldsOf(limits.fieldsBytes);
  const make = (body: object) => gateway.admin.call('POST /channels/general/data-sets', { name: 'Wide', ...body });
  const { status, body } = await make({ fields });
  expect(status).toBe(201);
  const path = `/channels/general/data-sets/${body.dataSet.objectTypeId}`;

  const tooLarge = { status: 413, body: { code: 'too_large', maxBytes: limits.fieldsBytes } };
  expect(await make({ fields: fieldsOf(limits.fieldsBytes + 1) })).toMatchObject(tooLarge);
  const relabelled = (label: string) => ({ fields: [select('large_0', label, 1)] });
  expect(await gateway.admin.call(`PATCH ${path}`, relabelled('xx'))).toMatchObject(tooLarge);
  expect(await gateway.admin.call(`PATCH ${path}`, { fields: [{ key: 'f', type: 'text' }] })).toMatchObject(tooLarge);
  expect(await gateway.admin.done(`GET ${path}`)).toMatchObject(body);
  const renamed = { name: 'Renamed', ...relabelled('y') };
  expect(await gateway.admin.done(`PATCH ${path}`, renamed)).toMatchObject({ dataSet: { name: 'Renamed' } });
});

test('those of all Data Sets of a channel come to 4 MiB at most', async () => {
  const { channel } = await gateway.admin.done('POST /channels', { name: 'Full' });
  const make = (fields: object[]) =>
    gateway.admin.call(`POST /channels/${channel.id}/data-sets`, { name: 'Wide', fields });
  for (let made = 0; made < limits.channelFieldsBytes; made += limits.fieldsBytes)
    expect((await make(fieldsOf(limits.fieldsBytes))).status).toBe(201);
  expect(await make([])).toMatchObject({ status: 201 });
  expect(await make([{ key: 'f', type: 'text' }])).toMatchObject({
    status: 413,
    body: { code: 'too_large', maxBytes: limits.channelFieldsBytes },
  });
  const shown = await gateway.admin.done(`GET /channels/${channel.id}`);
  expect(shown.channel.dataSets).toHaveLength(limits.channelFieldsBytes / limits.fieldsBytes + 1);
});

test('all Data Sets of an organisation have 40,000 fields at most', async () => {
  const field = { key: 'city', type: 'text' };
  const pathOfNew = async (name: string) =>
    `/channels/${(await gateway.admin.done('POST /channels', { name })).channel.id}/data-sets`;
  const [path, others] = [await pathOfNew('Wide'), await pathOfNew('Others')];
  const { dataSet } = await gateway.admin.done(`POST ${path}`, { name: 'Cities', fields: [field] });
  await gateway.admin.done(`POST ${others}`, { name: 'Others', fields: [field] });
  await inStorage(gateway.dataFolder, async (tx) => {
    const rows = await tx.selectFrom('data_set_fields').selectAll().orderBy('data_set').execute();
    const more = Array.from({ length: limits.organizationFields - 2 - rows.length }, (_, place) => ({
      ...rows.at(-1)!,
      number: 1_000 + place,
      key: `f_${place}`,
    }));
    for (const row of more) await tx.insertInto('data_set_fields').values(row).execute();
  });
  const add = (key: string) =>
    gateway.admin.call(`PATCH ${path}/${dataSet.objectTypeId}`, { fields: [{ key, type: 'text' }] });
  const make = () => gateway.admin.call(`POST ${path}`, { name: 'More', fields: [field] });
  expect((await make()).status).toBe(201);
  expect((await add('last')).status).toBe(200);
  const errors = [{ message: expect.stringContaining('40000') }];
  const refused = { status: 400, body: { code: 'invalid_request', errors } };
  expect(await add('too_many')).toMatchObject(refused);
  expect(await make()).toMatchObject(refused);
  expect((await gateway.admin.call(`POST ${path}`, { name: 'None' })).status).toBe(201);
});

test('an organisation has 2,000 Data Sets at most', async () => {
  const make = () => gateway.admin.call('POST /channels/general/data-sets', { name: 'One more' });
  expect((await make()).status).toBe(201);
  await inStorage(gateway.dataFolder, async (tx) => {
    const rows = await tx.selectFrom('data_sets').selectAll().execute();
    const more = Array.from({ length: limits.dataSets - 1 - rows.length }, (_, place) => ({
      ...rows[0]!,
      number: 100_000 + place,
      id: newId('ot'),
      object_type: `kind_${place}`,
    }));
    for (const row of more) await tx.insertInto('data_sets').values(row).execute();
  });
  expect((await make()).status).toBe(201);
  expect(await make()).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});
