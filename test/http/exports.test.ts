import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { type Imported, importCsv, ownFields, recordsOf } from '../support/imports.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
const formats = ['csv', 'xlsx', 'jsonl'] as const;
type Format = (typeof formats)[number];

const addressOf = (dataSet: string, query: Record<string, string>) =>
  `/channels/general/data-sets/${dataSet}/export?${new URLSearchParams(query).toString()}`;

const ask = (dataSet: string, query: Record<string, string> = {}) =>
  gateway.admin.call(`GET ${addressOf(dataSet, query)}`);

async function exported(dataSet: string, query: Record<string, string> = {}): Promise<Buffer> {
  const { status, bytes } = await ask(dataSet, query);
  expect(`${status} ${status === 200 ? '' : bytes.toString()}`).toBe('200 ');
  return bytes;
}

const asText = async (dataSet: string, query: Record<string, string> = {}) =>
  (await exported(dataSet, query)).toString();

const sent = (bytes: Buffer, name: string) => form(['file', new Blob([new Uint8Array(bytes)]), name]);

async function importedFrom(bytes: Buffer, format: Format, into = ''): Promise<Imported> {
  const path = `/channels/general/data-sets${into === '' ? '' : `/${into}`}/import`;
  const reply = await gateway.admin.call(`POST ${path}`, sent(bytes, `again.${format}`));
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^20[01] /);
  return JSON.parse(reply.bytes.toString()) as Imported;
}

const rowsOf = (dataSet: string) => recordsOf(gateway.admin, 'general', dataSet);

const awkward = [
  'Name,"A; b","Tab	bed",Amount,Day,Won,Note',
  '"=SUM(1)",plain,x,12.50,2026-03-01,true,"line one',
  'line two"',
  '"quote "" in",;,"	",3.00,,false," blanks "',
  '_x000B_,&<>,,,2026-03-02,,_x0041_ and \u{1F6A2}',
  '',
].join('\n');

describe('an import is exported and imported again unchanged:', () => {
  test.each(formats)('%s', async (format) => {
    const { dataSet } = await importCsv(gateway.admin, 'general', awkward);
    const again = await importedFrom(await exported(dataSet.objectTypeId, { format }), format);
    const labelled = (made: Imported['dataSet']) => ownFields(made).map(({ label, key, type }) => [label, key, type]);
    if (format !== 'jsonl') expect(labelled(again.dataSet)).toEqual(labelled(dataSet));
    const rows = await rowsOf(again.dataSet.objectTypeId);
    const expected = await rowsOf(dataSet.objectTypeId);
    expect(rows.map(({ title_2: _title, ...values }) => values)).toEqual(expected);
  });

  test('the text of a CSV file stays as it was', async () => {
    const csv = 'Code,Amount\n00501,1.50\n"a, b",20.00\n"",3.00\n';
    const { dataSet } = await importCsv(gateway.admin, 'general', csv);
    expect(await asText(dataSet.objectTypeId)).toBe(csv.replace('""', ''));
  });

  test('one column with an empty cell keeps its rows', async () => {
    const { dataSet } = await importCsv(gateway.admin, 'general', 'Only\na\n""\nb\n');
    for (const format of formats) {
      const again = await importedFrom(await exported(dataSet.objectTypeId, { format }), format);
      expect(again.imported).toBe(3);
    }
  });
});

describe('a Data Set of every type of field', () => {
  let dataSet: string;
  let records: Record<string, unknown>[];

  beforeAll(async () => {
    const { admin } = gateway;
    const target = (await importCsv(admin, 'general', 'Name\nHarbour\nQuay\n')).dataSet.objectTypeId;
    const targets = (await recordIds(target)).map(({ id }) => id);
    const choices = [{ key: 'a;b' }, { key: 'won', label: 'Won; at last' }, { key: '[x]', label: 'Brackets' }];
    const { userId } = await admin.done('GET /me');
    const upload = (name: string) => admin.done('POST /files', form(['file', new Blob(['x']), name]));
    const files = [(await upload('a.txt')).file.id, (await upload('b.txt')).file.id];
    const document = { kind: 'markdown', title: 'Plan', content: 'x', idempotencyKey: 'plan' };
    const artifact = (await admin.done('POST /artifacts', document)).artifact.id;
    const session = (await admin.done('POST /sessions', {})).session.id;
    const fields = [
      { key: 'text', type: 'text' },
      { key: 'long', type: 'long_text' },
      { key: 'number', type: 'number' },
      { key: 'money', type: 'currency', options: { currencyCode: 'EUR' } },
      { key: 'percent', type: 'percent' },
      { key: 'done', type: 'checkbox' },
      { key: 'day', type: 'date' },
      { key: 'at', type: 'date_time' },
      { key: 'stage', type: 'select', options: { choices } },
      { key: 'tags', type: 'multi_select', options: { choices } },
      { key: 'owner', type: 'user' },
      { key: 'team', type: 'user', multiple: true },
      { key: 'url', type: 'url' },
      { key: 'email', type: 'email' },
      { key: 'phone', type: 'phone' },
      { key: 'place', type: 'record', options: { objectTypeId: target } },
      { key: 'places', type: 'record', multiple: true, options: { objectTypeId: target } },
      { key: 'file', type: 'file' },
      { key: 'files', type: 'file', multiple: true },
      { key: 'plan', type: 'artifact' },
      { key: 'talk', type: 'session' },
    ];
    const made = await admin.done('POST /channels/general/data-sets', { name: 'Every/type', fields });
    dataSet = made.dataSet.objectTypeId;
    const full = {
      text: '  =1+1, "x"; ',
      long: 'a\r\nb\n\u0007c',
      number: 0.1,
      money: -12.5,
      percent: 1e-7,
      done: true,
      day: '2026-02-28',
      at: '2026-02-28T23:59:59.999Z',
      stage: 'won',
      tags: ['a;b', '[x]'],
      owner: userId,
      team: [userId],
      url: 'https://example.com/?a=1;b',
      email: 'a@example.com',
      phone: '+49 30 1234',
      place: targets[0],
      places: targets,
      file: files[0],
      files,
      plan: artifact,
      talk: session,
    };
    for (const [title, values] of [
      ['Full', full],
      ['Blanks and\u00a0more', { done: false, tags: ['won'] }],
      ['Nothing', {}],
    ] as const)
      await admin.done('POST /channels/general/records', { objectTypeId: dataSet, title, values });
    records = await rowsOf(dataSet);
  });

  const recordIds = async (objectTypeId: string) => {
    const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId, fields: [] };
    return (await gateway.admin.done('POST /queries', query)).data.rows as unknown as { id: string }[];
  };

  test.each(formats)('is emptied and filled again from its %s, equal cell by cell', async (format) => {
    const bytes = await exported(dataSet, { format });
    for (const { id } of await recordIds(dataSet)) await gateway.admin.done(`DELETE /channels/general/records/${id}`);
    expect(await rowsOf(dataSet)).toEqual([]);
    expect(await importedFrom(bytes, format, dataSet)).toMatchObject({ imported: 3 });
    expect(await rowsOf(dataSet)).toEqual(records);
  });

  test('imports no reference that the importer may not read', async () => {
    const mia = gateway.as('mia@workspace.test');
    const bytes = await exported(dataSet);
    const reply = await mia.call(`POST /channels/general/data-sets/${dataSet}/import`, sent(bytes, 'a.csv'));
    const { errors } = expectProblem(reply, 'invalid_values');
    expect(errors!.map(({ message }) => message.replace(/: \w+ is/, ': … is'))).toEqual(
      ['file', 'files', 'files', 'plan', 'talk'].map((label) =>
        expect.stringContaining(`row 1, "${label}": … is unknown`),
      ),
    );
  });

  test('has the name and the type of its file', async () => {
    const { headers } = await ask(dataSet, { format: 'xlsx' });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?Every-type\.xlsx"?$/);
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('of a Data Set are exported', () => {
  let dataSet: string;
  const all = Array.from({ length: 2 * limits.exportedAtOnce + 1 }, (_, n) => `n${n},${n % 2 ? 'odd' : 'even'}`);

  beforeAll(async () => {
    ({ objectTypeId: dataSet } = (
      await importCsv(gateway.admin, 'general', ['Name,Kind', ...all, ''].join('\n'))
    ).dataSet);
  });

  test('all records, in the order of their making', async () => {
    expect(await asText(dataSet)).toBe(['Name,Kind', ...all, ''].join('\n'));
  });

  test.each([0, 1])(`${limits.exportedAtOnce} records and %i more`, async (more) => {
    const rows = all.slice(0, limits.exportedAtOnce + more);
    const made = await importCsv(gateway.admin, 'general', ['Name,Kind', ...rows, ''].join('\n'));
    expect((await asText(made.dataSet.objectTypeId)).split('\n')).toHaveLength(rows.length + 2);
  });

  test('those that filters leave', async () => {
    const filters = JSON.stringify([{ field: 'kind', operator: 'eq', value: 'odd' }]);
    expect(await asText(dataSet, { filters })).toBe(['Name,Kind', ...all.filter((_, n) => n % 2), ''].join('\n'));
  });

  test('those of a View, in its order', async () => {
    const { view } = await gateway.admin.done('POST /channels/general/views', {
      name: 'Even',
      objectTypeId: dataSet,
      renderer: 'table',
      filters: [{ fieldKey: 'kind', op: 'eq', value: 'even' }],
      sort: [{ fieldKey: 'name', direction: 'desc' }],
    });
    const even = all
      .filter((_, n) => n % 2 === 0)
      .toSorted()
      .toReversed();
    expect(await asText(dataSet, { viewId: view.id })).toBe(['Name,Kind', ...even, ''].join('\n'));
    const filters = JSON.stringify([{ field: 'name', operator: 'in', value: ['n2', 'n3'] }]);
    expect(await asText(dataSet, { viewId: view.slug, filters })).toBe('Name,Kind\nn2,even\n');
    const { headers } = await ask(dataSet, { viewId: view.id });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="\S+ - Even\.csv"$/);
  });

  test('none, and the headers alone', async () => {
    const made = await gateway.admin.done('POST /channels/general/data-sets', {
      name: 'Empty',
      fields: [{ key: 'a', label: 'First', type: 'text' }],
    });
    expect(await asText(made.dataSet.objectTypeId)).toBe('Title,First\n');
    expect(await asText(made.dataSet.objectTypeId, { format: 'jsonl' })).toBe('');
  });
});

test('titles of their own have a column, which goes into the titles again', async () => {
  const { dataSet } = await gateway.admin.done('POST /channels/general/data-sets', {
    name: 'Titled',
    fields: [{ key: 'a', label: 'Title', type: 'text' }],
  });
  const { objectTypeId } = dataSet;
  const record = { objectTypeId, title: 'Its own', values: { a: 'a field' } };
  await gateway.admin.done('POST /channels/general/records', record);
  const bytes = await exported(objectTypeId);
  expect(bytes.toString()).toBe('Title,Title\na field,Its own\n');
  await importedFrom(bytes, 'csv', objectTypeId);
  expect(await rowsOf(objectTypeId)).toEqual([1, 2].map(() => ({ title: 'Its own', a: 'a field' })));
});

test('JSON lines find fields by their keys before labels, and titles as they stand', async () => {
  const { dataSet } = await gateway.admin.done('POST /channels/general/data-sets', {
    name: 'Crossed',
    fields: [
      { key: 'a', label: 'b', type: 'text' },
      { key: 'b', label: 'a', type: 'text' },
      { key: 'title_2', label: 'Title', type: 'text' },
    ],
  });
  const { objectTypeId } = dataSet;
  const record = { objectTypeId, title: ' \uFEFFIts own', values: { a: 'of a', b: 'of b', title_2: 'of title_2' } };
  await gateway.admin.done('POST /channels/general/records', record);
  await importedFrom(await exported(objectTypeId, { format: 'jsonl' }), 'jsonl', objectTypeId);
  await importedFrom(
    Buffer.from('{"title":"Bare","values":{}}\n{"title":"B","values":{"b":"x"}}'),
    'jsonl',
    objectTypeId,
  );
  const equal = { title: record.title, ...record.values };
  expect(await rowsOf(objectTypeId)).toEqual([equal, equal, { title: 'Bare' }, { title: 'B', b: 'x' }]);
});

test.each([
  ['rows.jsonl', '{"a":1}\n\n{"a":', 'has no JSON object in line 3'],
  ['rows.jsonl', '[1,2]', 'has no JSON object in line 1'],
  ['rows.xlsx', 'a,b\n1,2', 'is not the workbook'],
])('%s of %j is refused', async (name, text, message) => {
  const refused = await gateway.admin.call('POST /channels/general/data-sets/import', sent(Buffer.from(text), name));
  expect(expectProblem(refused, 'invalid_request', ['/file']).errors![0]!.message).toContain(message);
});

describe('an export is refused', () => {
  test('with what it does not take', async () => {
    const { dataSet } = await importCsv(gateway.admin, 'general', 'A\n1\n');
    const { objectTypeId } = dataSet;
    const other = (await importCsv(gateway.admin, 'general', 'A\n1\n')).dataSet.objectTypeId;
    const saved = async (definition: object) =>
      (await gateway.admin.done('POST /channels/general/views', definition)).view.id;
    const foreign = await saved({ name: 'Foreign', objectTypeId: other, renderer: 'table' });
    const count = { id: 'n', title: 'N', type: 'number', metrics: [{ alias: 'n', function: 'count_rows' }] };
    const figures = await saved({ name: 'Figures', objectTypeId, renderer: 'dashboard', widgets: [count] });
    for (const [query, path] of [
      [{ format: 'pdf' }, 'format'],
      [{ filters: '[{"field":"b","operator":"eq","value":1}]' }, 'filters'],
      [{ viewId: foreign }, 'viewId'],
      [{ viewId: figures }, 'viewId'],
      [{ limit: '5' }, 'limit'],
    ] as const)
      expectProblem(await ask(objectTypeId, query), 'invalid_request', [path]);
    expectProblem(await ask('ot_unknown'), 'not_found');
  });
});
