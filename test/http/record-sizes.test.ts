import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { newId } from '../../src/store/ids.ts';
import { newDataSet } from '../support/data-sets.ts';
import { refused } from '../support/imports.ts';
import { emptyDataSet, recordsIn } from '../support/records.ts';
import { sharedGateway } from '../support/rest.ts';
import { form, textFile } from '../support/forms.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const records = recordsIn('general', () => gateway.admin);
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

let objectTypeId = '';
let targets: { id: string };

beforeAll(async () => {
  const rows = times(501, (n) => ({ title: `Target ${n}` }));
  targets = await newDataSet(gateway.dataFolder, 'general', 'Targets', [], rows);
  const choices = times(501, (n) => ({ key: `c${n}` }));
  const fields: FieldInput[] = [
    { key: 'text', type: 'text' },
    { key: 'choices', type: 'multi_select', options: { choices } },
    { key: 'users', type: 'user', multiple: true },
    { key: 'records', type: 'record', multiple: true, options: { objectTypeId: targets.id } },
    { key: 'files', type: 'file', multiple: true },
    { key: 'artifacts', type: 'artifact', multiple: true },
    { key: 'owner', type: 'user' },
  ];
  objectTypeId = (await emptyDataSet(gateway.dataFolder, 'general', { name: 'Sizes', fields })).id;
});

/** Makes this many resources that a field may point to, and returns their IDs. */
const existing: Record<string, (count: number) => Promise<string[]>> = {
  users: (count) =>
    inStorage(gateway.dataFolder, async (tx) => {
      const { id } = await tx.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
      const users = times(count, (n) => ({
        id: newId('usr'),
        organization_id: id,
        name: `User ${n}`,
        email: `user${n}@workspace.test`,
        role: 'member' as const,
        created_at: new Date().toISOString(),
      }));
      await tx.insertInto('users').values(users).execute();
      return users.map((user) => user.id);
    }),
  records: (count) =>
    inStorage(gateway.dataFolder, async (tx) => {
      const rows = tx
        .selectFrom('records')
        .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
        .where('data_sets.id', '=', targets.id);
      return (await rows.select('records.id').limit(count).execute()).map(({ id }) => id);
    }),
  files: async (count) => {
    const { file } = await gateway.admin.done('POST /files', form(['file', textFile('x'), 'x.txt']));
    return inStorage(gateway.dataFolder, async (tx) => {
      const row = await tx.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
      const files = times(count, () => ({ ...row, id: newId('file') }));
      for (const copy of files) await tx.insertInto('files').values(copy).execute();
      return files.map(({ id }) => id);
    });
  },
  artifacts: (count) =>
    inTurn(count, async (n) => {
      const document = { kind: 'markdown', title: 'x', content: 'x', idempotencyKey: `artifact ${n}` };
      return (await gateway.admin.done('POST /artifacts', document)).artifact.id;
    }),
};

/** No more at a time than a gateway takes from one. */
async function inTurn(count: number, make: (n: number) => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const next = times(Math.min(20, count - ids.length), (n) => make(ids.length + n));
    ids.push(...(await Promise.all(next)));
  }
  return ids;
}

describe('a list of 500 is kept, one of 501 is refused:', () => {
  test.each(Object.keys(existing))('%s', async (field) => {
    const ids = await existing[field]!(501);
    expect(ids).toHaveLength(501);
    const { id, values } = await records.created(objectTypeId, 'Many', { [field]: ids.slice(0, 500) });
    expect(values).toEqual({ [field]: ids.slice(0, 500) });
    const path = [`/values/${field}`];
    const make = () => records.create(objectTypeId, 'Many', { [field]: ids });
    await refused(gateway.dataFolder, make, 'invalid_values', path);
    const change = () => records.update(id, { values: { [field]: ids } });
    await refused(gateway.dataFolder, change, 'invalid_values', path);
    expect((await records.get(id)).body.record.values).toEqual(values);
  });

  test('choices, of which one is there twice', async () => {
    const keys = times(500, (n) => `c${n}`);
    expect((await records.created(objectTypeId, 'Many', { choices: keys })).values).toEqual({ choices: keys });
    const ask = () => records.create(objectTypeId, 'Many', { choices: [...keys, 'c0'] });
    await refused(gateway.dataFolder, ask, 'invalid_values', ['/values/choices']);
  });
});

describe('characters are counted as they are written, not in units of memory:', () => {
  test.each(['x', 'ü', '😀'])('of %s a title has 300 and a text 100,000', async (letter) => {
    const [title, text] = [letter.repeat(300), letter.repeat(100_000)];
    const { id, ...record } = await records.created(objectTypeId, title, { text });
    expect(record).toMatchObject({ title, values: { text } });
    for (const ask of [
      () => records.create(objectTypeId, title + letter, { text }),
      () => records.update(id, { title: title + letter }),
    ])
      await refused(gateway.dataFolder, ask, 'invalid_request', ['/title']);
    for (const ask of [
      () => records.create(objectTypeId, title, { text: text + letter }),
      () => records.update(id, { values: { text: text + letter } }),
    ])
      await refused(gateway.dataFolder, ask, 'invalid_values', ['/values/text']);
  });
});

test('an ID of 100 characters is looked for, a longer one is none', async () => {
  const message = async (size: number) => {
    const ask = () => records.create(objectTypeId, 'Owned', { owner: 'usr_'.padEnd(size, 'x') });
    return (await refused(gateway.dataFolder, ask, 'invalid_values', ['/values/owner'])).errors![0]!.message;
  };
  expect(await message(100)).toContain('is unknown, or not shared');
  expect(await message(101)).toBe('must be an ID');
  expect((await records.get('x'.repeat(100))).status).toBe(404);
  expect((await records.get('x'.repeat(101))).status).toBe(400);
});
