import { describe, expect, test } from 'vitest';
import { textFile, form } from '../support/forms.ts';
import { runWorkspace, startGateway, accessToken, temporaryFolder } from '../support/product.ts';
import { expectSound } from '../support/check.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import {
  addedSource,
  contentsOf,
  csvFile,
  fieldsOf,
  inspected,
  listedSources,
  rowsOf,
  type ShownSource,
  sqliteFile,
  synced,
} from '../support/sources.ts';
import { inStorage, traces } from '../support/storage.ts';

const gateway = sharedGateway();
const folder = () => gateway.dataFolder;

const addCsv = (path: string, key = 'Id', name = 'Customers') =>
  addedSource(folder(), '--name', name, '--csv', path, '--key', key);
const addTable = (path: string, table: string, key = 'id') =>
  addedSource(folder(), '--name', 'Orders', '--sqlite', path, '--table', table, '--key', key);

/** Which records there are, each as its title and version, by ID. */
async function versions(source: ShownSource): Promise<Record<string, string>> {
  const rows = await rowsOf(gateway.admin, source);
  const records = rows.map(({ id }) => gateway.admin.done(`GET /channels/general/records/${String(id)}`));
  return Object.fromEntries(
    (await Promise.all(records)).map(({ record }) => [record.id, `${record.title} ${record.versionNumber}`]),
  );
}

describe('a CSV file becomes a Data Set that reads as an import would read it', () => {
  test('its columns, its types, its titles', async () => {
    const { path } = await csvFile(
      'Id,Name,Amount,Since,Active,Zip,Created at',
      'a,Ada,1.50,2026-01-31,true,00501,2026-01-31T10:00:00.000Z',
      'b,,2.00,,false,,',
    );
    const source = await addCsv(path);
    expect(source).toMatchObject({ name: 'Customers', records: 2, everyMinutes: 60 });
    expect(await inspected(gateway.admin, source)).toMatchObject({ name: 'Customers', readOnly: true });
    expect(await fieldsOf(gateway.admin, source)).toEqual([
      'id_2: text',
      'name: text',
      'amount: number',
      'since: date',
      'active: checkbox',
      'zip: text',
      'created_at_2: date_time',
    ]);
    expect(await contentsOf(gateway.admin, source)).toEqual([
      {
        title: 'a',
        id_2: 'a',
        name: 'Ada',
        amount: 1.5,
        since: '2026-01-31',
        active: true,
        zip: '00501',
        created_at_2: '2026-01-31T10:00:00.000Z',
      },
      { title: 'b', id_2: 'b', name: undefined, amount: 2, active: false },
    ]);
  });

  test('the first text gives the titles; where it is empty, the key does', async () => {
    const { path } = await csvFile('No,Name', '17,Ada', '18,');
    expect(await contentsOf(gateway.admin, await addCsv(path, 'No'))).toEqual([
      { title: 'Ada', no: 17, name: 'Ada' },
      { title: '18', no: 18 },
    ]);
  });

  test('rows that end early have no more values', async () => {
    const { path } = await csvFile('Id,Name,Note', 'a,Ada', 'b');
    expect(await contentsOf(gateway.admin, await addCsv(path))).toEqual([
      { title: 'a', id_2: 'a', name: 'Ada' },
      { title: 'b', id_2: 'b' },
    ]);
  });

  test('more than ten thousand rows', async () => {
    const count = 12_000;
    const lines = Array.from({ length: count }, (_, index) => `k${index},Customer ${index},${index}`);
    const file = await csvFile('Id,Name,Amount', ...lines);
    const source = await addCsv(file.path);
    expect(source.records).toBe(count);
    await file.write('Id,Name,Amount', ...lines.slice(1), 'new,Newcomer,1');
    expect(await synced(folder(), source)).toBe('+1 ~0 -1');
    const { data } = (await gateway.admin.done('POST /queries', {
      mode: 'deterministic',
      operation: 'aggregate',
      channelId: 'general',
      objectTypeId: source.objectTypeId,
      metrics: [
        { function: 'count_rows', alias: 'count' },
        { function: 'sum', field: 'amount', alias: 'sum' },
      ],
    })) as unknown as { data: { rows: object[] } };
    expect(data.rows).toEqual([{ count, sum: (count * (count - 1)) / 2 + 1 }]);
    await file.write('Id,Name,Amount', ...lines.slice(0, 500));
    expect(await synced(folder(), source)).toBe(`+1 ~0 -${count - 499}`);
    const left = (await rowsOf(gateway.admin, source)).map(({ id_2 }) => id_2);
    expect(new Set(left)).toEqual(new Set(lines.slice(0, 500).map((line) => line.split(',', 1)[0])));
    await expectSound(folder());
  });
});

describe('a table of a SQLite file becomes a Data Set', () => {
  test('numbers are numbers, texts are read like cells, what is empty has no value', async () => {
    const { path } = await sqliteFile(
      'create table orders (id integer primary key, customer text, total real, day text, big integer, mixed, note, empty numeric)',
      "insert into orders values (1, 'Ada', 1e21, '2026-01-31', 9007199254740995, 1, null, null)",
      "insert into orders values (2, '', -0.5, '2026-02-01', 9007199254740993, 'x', null, null)",
    );
    const source = await addTable(path, 'orders');
    expect(await fieldsOf(gateway.admin, source)).toEqual([
      'id_2: number',
      'customer: text',
      'total: number',
      'day: date',
      'big: text',
      'mixed: text',
      'note: text',
      'empty: number',
    ]);
    expect(await contentsOf(gateway.admin, source)).toEqual([
      {
        title: 'Ada',
        id_2: 1,
        customer: 'Ada',
        total: 1e21,
        day: '2026-01-31',
        big: '9007199254740995',
        mixed: '1',
      },
      { title: '2', id_2: 2, total: -0.5, day: '2026-02-01', big: '9007199254740993', mixed: 'x' },
    ]);
  });

  test('a view is a table too, and names are taken as they are', async () => {
    const { path } = await sqliteFile(
      'create table "a ""b" ("the key" text, "drop table" integer)',
      `insert into "a ""b" values ('k', 7)`,
      'create view "v;" as select * from "a ""b"',
    );
    for (const table of ['a "b', 'v;']) {
      expect(await contentsOf(gateway.admin, await addTable(path, table, 'the key'))).toEqual([
        { title: 'k', the_key: 'k', drop_table: 7 },
      ]);
    }
  });

  test('it is followed while others write to it, and is not changed', async () => {
    const file = await sqliteFile(
      'pragma journal_mode = wal',
      'create table orders (id text, total integer)',
      "insert into orders values ('a', 1), ('b', 2)",
    );
    const source = await addTable(file.path, 'orders');
    file.run("delete from orders where id = 'a'");
    file.run("update orders set total = 3 where id = 'b'");
    file.run("insert into orders values ('c', 4)");
    expect(await synced(folder(), source)).toBe('+1 ~1 -1');
    expect(await contentsOf(gateway.admin, source)).toEqual([
      { title: 'b', id_2: 'b', total: 3 },
      { title: 'c', id_2: 'c', total: 4 },
    ]);
  });
});

describe('a synchronisation', () => {
  test('changes what changed: a record keeps its ID, and its version when nothing of it did', async () => {
    const file = await csvFile('Id,Name,Amount', 'a,Ada,1', 'b,Ben,2', 'c,Cleo,3');
    const source = await addCsv(file.path);
    const before = await versions(source);
    expect(Object.values(before)).toEqual(['a 1', 'b 1', 'c 1']);
    await file.write('Id,Name,Amount', 'c,Cleo,3', 'd,Dora,4', 'b,Benedict,2');
    expect(await synced(folder(), source)).toBe('+1 ~1 -1');
    const [, ben, cleo] = Object.keys(before);
    const after = await versions(source);
    expect(after).toMatchObject({ [ben!]: 'b 2', [cleo!]: 'c 1' });
    expect(Object.values(after)).toEqual(['b 2', 'c 1', 'd 1']);
    expect(await synced(folder(), source)).toBe('+0 ~0 -0');
    expect(await versions(source)).toEqual(after);
    expect(await listedSources(folder())).toContainEqual(expect.objectContaining({ name: 'Customers', records: 3 }));
  });

  test('a key that returns is another record', async () => {
    const file = await csvFile('Id,Name', 'a,Ada', 'b,Ben');
    const source = await addCsv(file.path);
    const [ada] = await rowsOf(gateway.admin, source);
    await file.write('Id,Name', 'b,Ben');
    await synced(folder(), source);
    await file.write('Id,Name', 'a,Ada', 'b,Ben');
    await synced(folder(), source);
    const ids = (await rowsOf(gateway.admin, source)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(ids).not.toContain(ada!.id);
    expect((await gateway.admin.call(`GET /channels/general/records/${String(ada!.id)}`)).status).toBe(404);
  });

  test('all rows may go', async () => {
    const file = await csvFile('Id,Name', 'a,Ada');
    const source = await addCsv(file.path);
    await file.write('Id,Name');
    expect(await synced(folder(), source)).toBe('+0 ~0 -1');
    expect(await rowsOf(gateway.admin, source)).toEqual([]);
  });

  test('a new column is a new field, one that is gone leaves its field empty, one that returns fills it again', async () => {
    const file = await csvFile('Id,Name,Amount', 'a,Ada,1');
    const source = await addCsv(file.path);
    await file.write('Since,Name,Id', '2026-01-31,Ada,a');
    expect(await synced(folder(), source)).toBe('+0 ~1 -0');
    expect(await fieldsOf(gateway.admin, source)).toEqual([
      'id_2: text',
      'name: text',
      'amount: number',
      'since: date',
    ]);
    expect(await contentsOf(gateway.admin, source)).toEqual([
      { title: 'a', id_2: 'a', name: 'Ada', since: '2026-01-31' },
    ]);
    await file.write('Id,Name,Amount', 'a,Ada,5');
    expect(await synced(folder(), source)).toBe('+0 ~1 -0');
    expect(await contentsOf(gateway.admin, source)).toEqual([{ title: 'a', id_2: 'a', name: 'Ada', amount: 5 }]);
  });

  test('a column takes another key than a field that was added here', async () => {
    const file = await csvFile('Id,Name', 'a,Ada');
    const source = await addCsv(file.path);
    await gateway.admin.done(`PATCH /channels/general/data-sets/${source.objectTypeId}`, {
      fields: [{ key: 'contract', type: 'file' }],
    });
    await file.write('Id,Name,Contract', 'a,Ada,yes');
    for (const changes of ['+0 ~1 -0', '+0 ~0 -0']) expect(await synced(folder(), source)).toBe(changes);
    expect(await fieldsOf(gateway.admin, source)).toEqual([
      'id_2: text',
      'name: text',
      'contract: file',
      'contract_2: text',
    ]);
  });

  test('a search finds its text literally', async () => {
    const file = await csvFile('Id,Name,Note', 'a,Ada,zanzibar', 'b,Ben,quokka', 'c,Cleo,quokka');
    const source = await addCsv(file.path);
    const found = async (q: string) =>
      (await gateway.admin.done(`GET /search?q=${q}`)).results.map(({ title }) => title).sort();
    expect(await found('zanzibar')).toEqual(['a']);
    await file.write('Id,Name,Note', 'a,Ada,wombat', 'b,Ben,quokka');
    await synced(folder(), source);
    expect([await found('zanzibar'), await found('wombat'), await found('quokka')]).toEqual([[], ['a'], ['b']]);
  });
});

describe('a Data Set of a source', () => {
  const readOnly = { status: 422, code: 'read_only_source' };
  const refused = async (reply: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await reply;
    return { status, code: body.code };
  };

  test('takes no records, rows or values but from there, and refusals leave nothing', async () => {
    const { path } = await csvFile('Id,Name', 'a,Ada');
    const source = await addCsv(path);
    const [{ id } = {}] = await rowsOf(gateway.admin, source);
    const before = await traces(folder());
    const { admin } = gateway;
    const records = '/channels/general/records';
    const { objectTypeId } = source;
    const rows = form(['file', textFile('Id,Name\nb,Ben\n'), 'rows.csv']);
    expect(await refused(admin.call(`POST ${records}`, { objectTypeId, title: 'Ben' }))).toEqual(readOnly);
    expect(await refused(admin.call(`DELETE ${records}/${String(id)}`))).toEqual(readOnly);
    expect(await refused(admin.call(`PATCH ${records}/${String(id)}`, { values: { name: 'Eve' } }))).toEqual(readOnly);
    expect(await refused(admin.call(`PATCH ${records}/${String(id)}`, { title: 'Eve' }))).toEqual(readOnly);
    expect(await refused(admin.call(`POST /channels/general/data-sets/${objectTypeId}/import`, rows))).toEqual(
      readOnly,
    );
    expect(await traces(folder())).toEqual(before);
    expect(await contentsOf(admin, source)).toEqual([{ title: 'a', id_2: 'a', name: 'Ada' }]);
  });

  test('keeps what is set here and attached through synchronisations, until the row is gone', async () => {
    const { admin } = gateway;
    const file = await csvFile('Id,Name', 'a,Ada', 'b,Ben');
    const source = await addCsv(file.path);
    await admin.done(`PATCH /channels/general/data-sets/${source.objectTypeId}`, {
      fields: [{ key: 'contract', type: 'artifact' }],
    });
    const [ada] = await rowsOf(admin, source);
    const adaPath = `/channels/general/records/${String(ada!.id)}`;
    const { artifact } = await admin.done('POST /artifacts', {
      kind: 'markdown',
      title: 'Contract',
      content: 'Signed.',
      idempotencyKey: 'contract-of-ada',
    });
    await admin.done(`PATCH ${adaPath}`, { values: { contract: artifact.id } });
    const { file: attached } = await admin.done('POST /files', form(['file', textFile('A scan'), 'scan.txt']));
    await admin.done(`POST /files/${attached.id}/links`, { targetType: 'record', targetId: ada!.id });
    const linksOf = async () =>
      (await admin.done(`GET /files/${attached.id}`)).file.links.map(({ targetId }) => targetId);

    await file.write('Id,Name', 'b,Ben', 'a,Adele');
    expect(await synced(folder(), source)).toBe('+0 ~1 -0');
    const { record } = await admin.done(`GET ${adaPath}`);
    expect(record).toMatchObject({ versionNumber: 3, values: { name: 'Adele', contract: artifact.id } });
    expect(await linksOf()).toEqual([ada!.id]);

    await file.write('Id,Name', 'b,Ben');
    expect(await synced(folder(), source)).toBe('+0 ~0 -1');
    expect(await linksOf()).toEqual([]);
    expect((await admin.call(`GET /artifacts/${artifact.id}`)).status).toBe(200);
    await expectSound(folder());
  });
});

test('every change is in the audit, as the local admin’s', async () => {
  const file = await csvFile('Id,Name', 'a,Ada');
  const source = await addCsv(file.path);
  await file.write('Id,Name', 'a,Adele');
  await synced(folder(), source);
  await synced(folder(), source);
  const { userId } = await gateway.admin.done('GET /me');
  const events = await inStorage(folder(), (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['action', 'resource_id', 'user_id', 'interface'])
      .where('resource_id', 'in', [source.sourceId, source.objectTypeId])
      .orderBy('id')
      .execute(),
  );
  const by = { user_id: userId, interface: 'cli' };
  expect(events).toEqual([
    { action: 'data_set.created', resource_id: source.objectTypeId, ...by },
    { action: 'source.added', resource_id: source.sourceId, ...by },
    { action: 'data_set.synchronized', resource_id: source.objectTypeId, ...by },
    { action: 'data_set.synchronized', resource_id: source.objectTypeId, ...by },
  ]);
});

test('a folder without a gateway takes sources too, and what it prints is for people unless --json is given', async () => {
  const dataFolder = await temporaryFolder();
  const { path } = await csvFile('Id,Name', 'a,Ada');
  const at = ['--data', dataFolder];
  const details = ['--channel', 'general', '--name', 'People', '--csv', path, '--key', 'Id', '--every', '5'];
  const added = await runWorkspace('admin', 'sources', 'add', ...details, ...at);
  expect(added).toMatchObject({ status: 0, stderr: '' });
  expect(added.stdout).toMatch(/^ot_\w{26} "People": records: 1, .*source\.csv \(src_\w{26}\) at .*every 5 minutes\n$/);
  const line = { status: 0, stderr: '', stdout: added.stdout };
  expect(await runWorkspace('admin', 'sources', 'list', ...at)).toEqual(line);
  expect((await runWorkspace('admin', 'sources', 'sync', ...at)).stdout).toMatch(
    /^src_\w{26} "People": 0 added, 0 changed, 0 removed\n$/,
  );
  const { url } = await startGateway(dataFolder);
  const [source] = await listedSources(dataFolder);
  expect(await contentsOf(accountAt(url, await accessToken(dataFolder)), source!)).toEqual([
    { title: 'a', id_2: 'a', name: 'Ada' },
  ]);
});

test('an operator without sources is told that there are none', async () => {
  const list = await runWorkspace('admin', 'sources', 'list', '--data', await temporaryFolder());
  expect(list.stdout).toBe('There are no sources.\n');
});
