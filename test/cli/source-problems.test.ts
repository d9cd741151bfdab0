import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import {
  addedSource,
  addSource,
  contentsOf,
  csvFile,
  fieldsOf,
  listedSources,
  rowsOf,
  type ShownSource,
  sqliteFile,
  synced,
  syncSources,
} from '../support/sources.ts';
import { inStorage, traces } from '../support/storage.ts';

const gateway = sharedGateway();
const folder = () => gateway.dataFolder;

/** SQL for a text of this many characters. */
const textOf = (characters: number) => `replace(hex(zeroblob(${characters / 2})), '0', 'x')`;

/** Columns that come to more than a record may have. */
const essays = Array.from({ length: 42 }, (_, number) => `essay_${number}`);

const wide = (columns: number) => ['Id', ...Array.from({ length: columns - 1 }, (_, index) => `C${index}`)].join(',');

describe('a source that cannot be synchronised is refused whole:', () => {
  const header = 'Id,Name,Amount,Since,Active';
  const rows = ['a,Ada,1.5,2026-01-31,true', 'b,Ben,2.5,2026-02-28,false'];
  const path = join(tmpdir(), `workspace-test-${process.pid}.csv`);
  const write = (lines: readonly string[]) => writeFile(path, lines.map((line) => `${line}\n`).join(''));
  let source: ShownSource;
  beforeAll(async () => {
    await write([header, ...rows]);
    source = await addedSource(folder(), '--name', 'Guests', '--csv', path, '--key', 'Id');
  });
  afterAll(() => rm(path));

  test.each([
    ['two rows of one key', [header, ...rows, 'a,Eve,3.5,,'], /rows 1 and 3 have the same key "a"/],
    ['a row without a key', [header, ...rows, ',Eve,3.5,,'], /row 3 has no key in "Id"/],
    ['a key of blanks', [header, ...rows, '  ,Eve,3.5,,'], /row 3 has no key in "Id"/],
    ['no column of keys', ['Name,Amount', 'Ada,1.5'], /no column "Id".*Name, Amount/],
    ['two columns of keys', [`${header},Id`, ...rows], /two columns "Id"/],
    ['a text among numbers', [header, rows[0], 'b,Ben,many,2026-02-28,false'], /row 2, "Amount": must be a number/],
    ['no day among dates', [header, rows[0], 'b,Ben,2.5,2026-02-30,false'], /row 2, "Since": must be a date/],
    ['neither true nor false', [header, rows[0], 'b,Ben,2.5,,maybe'], /row 2, "Active": must be true or false/],
    ['every mistake of several', [header, 'a,Ada,x,,', ',Ben,1,,'], /row 1, "Amount".*row 2 has no key/],
    ['a kind that changed', [header, 'a,Ada,x,,'], /give the column a new name: it becomes a new field/],
    ['a row that is too long', [header, `${rows[0]},more`], /row 1 has more cells than the header, which has 5/],
    ['a quote that is never closed', [header, 'a,"Ada'], /not valid CSV: row 1/],
    ['an empty file', [], /is empty/],
    [
      'a line without end',
      [header, 'x'.repeat(limits.csvLineBytes + 2 ** 20)],
      /row 1 has a line of more than 4194304/,
    ],
    ['bytes that are no text', ['\0'.repeat(2 ** 20)], /the header has a NUL character/],
    ['a column too many', [wide(limits.fields + 1), 'a'], /more than 200 columns/],
    ['fields too many', [wide(limits.fields - 3), 'a'], /201 fields/],
    ['a long header', [`Id,${'x'.repeat(limits.title + 1)}`, 'a,1'], /more than 300 characters in column 2/],
  ])('%s', async (_what, lines, sentence) => {
    const before = [await rowsOf(gateway.admin, source), await fieldsOf(gateway.admin, source), await traces(folder())];
    await write(lines as string[]);
    const { status, stderr, outcomes } = await syncSources(folder(), '--source', source.sourceId);
    expect([status, outcomes.length]).toEqual([1, 1]);
    expect(stderr).toMatch(sentence);
    expect(outcomes[0]!.problem).toMatch(sentence);
    expect([
      await rowsOf(gateway.admin, source),
      await fieldsOf(gateway.admin, source),
      await traces(folder()),
    ]).toEqual(before);
  });

  test('the list tells it for as long as it lasts', async () => {
    const file = await csvFile('Id', 'a');
    const source = await addedSource(folder(), '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    const listed = async () => (await listedSources(folder())).find(({ sourceId }) => sourceId === source.sourceId)!;
    await file.write('Id', 'a', 'a');
    const [outcome] = (await syncSources(folder(), '--source', source.sourceId)).outcomes;
    expect(await listed()).toEqual({ ...source, problem: outcome!.problem, triedAt: expect.any(String) });
    await file.write('Id', 'a', 'b');
    expect(await synced(folder(), source)).toBe('+1 ~0 -0');
    expect(await listed()).toEqual({ ...source, records: 2, synchronizedAt: expect.any(String) });
  });

  test('the number of named mistakes is limited', async () => {
    const file = await csvFile('Id', 'a');
    const source = await addedSource(folder(), '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    const outcomeOf = async (mistakes: number) => {
      await file.write('Id', ...Array.from({ length: mistakes + 1 }, () => 'a'));
      return (await syncSources(folder(), '--source', source.sourceId)).stderr;
    };
    expect(await outcomeOf(19)).toMatch(/: The mistakes: rows 1 and 2 .*rows 1 and 20 /);
    expect(await outcomeOf(30)).toMatch(/: The first 20 mistakes: .*rows 1 and 21 have the same key "a"\. /);
  });

  test('a file that is gone, and a folder in its place', async () => {
    const file = await csvFile('Id', 'a');
    const source = await addedSource(folder(), '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    const problem = async () => (await syncSources(folder(), '--source', source.sourceId)).stderr;
    await rename(file.path, `${file.path}.away`);
    expect(await problem()).toMatch(/source\.csv cannot be read \(ENOENT\)/);
    await mkdir(file.path);
    expect(await problem()).toMatch(/source\.csv is not a file/);
    await rm(file.path, { recursive: true });
    await rename(`${file.path}.away`, file.path);
    expect(await synced(folder(), source)).toBe('+0 ~0 -0');
  });

  test('a file that is written to while it is read', async () => {
    const file = await csvFile('Id', ...Array.from({ length: 20_000 }, (_, index) => `k${index}`));
    const source = await addedSource(folder(), '--name', 'Guests', '--csv', file.path, '--key', 'Id');
    const syncing = syncSources(folder(), '--source', source.sourceId);
    const done = new AbortController();
    const writing = (async () => {
      for (let index = 0; !done.signal.aborted; index += 1) {
        await appendFile(file.path, `new${index}\n`);
        await sleep(1);
      }
    })();
    const { stderr } = await syncing;
    done.abort();
    await writing;
    expect(stderr).toMatch(/written to while it was read; write another file and rename it/);
    expect(await rowsOf(gateway.admin, source)).toHaveLength(1_000);
  });

  test('a failing source does not stop the others', async () => {
    const [broken, sound] = [await csvFile('Id', 'a'), await csvFile('Id', 'a')];
    const sources: ShownSource[] = [];
    for (const { path } of [broken, sound])
      sources.push(await addedSource(folder(), '--name', 'Guests', '--csv', path, '--key', 'Id'));
    await broken.write('Id', 'a', 'a');
    await sound.write('Id', 'a', 'b');
    const { status, outcomes } = await syncSources(folder());
    expect(status).toBe(1);
    const outcomeOf = (index: number) => outcomes.find(({ sourceId }) => sourceId === sources[index]!.sourceId);
    expect(outcomeOf(0)).toHaveProperty('problem');
    expect(outcomeOf(1)).toMatchObject({ added: 1 });
  });
});

describe('of a SQLite file', () => {
  test.each([
    [
      'a blob',
      ['create table orders (id, scan)', "insert into orders values ('a', null), ('b', x'00ff')"],
      /row 2, "scan": is a blob/,
    ],
    [
      'a NUL',
      ['create table orders (id)', "insert into orders values ('a' || char(0) || 'b')"],
      /row 1, "id": has a NUL/,
    ],
    [
      'a text that is too long',
      ['create table orders (id, note)', `insert into orders values ('a', ${textOf(limits.cell)} || 'x')`],
      /row 1, "note": has more than 100000 characters/,
    ],
    [
      'a row that is too long',
      [
        `create table orders (id, ${essays.join(', ')})`,
        `insert into orders values ('a', ${essays.map(() => textOf(limits.cell)).join(', ')})`,
      ],
      /row 1 has more than 1048576 bytes of text/,
    ],
    [
      'a table that is not there',
      ['create table order_1 (id)', 'create view v as select 1'],
      /no table "orders"; it has order_1, v/,
    ],
    ['an empty file', [], /it has no tables/],
  ])('%s is refused', async (_what, statements, sentence) => {
    const { path } = await sqliteFile('pragma user_version = 1', ...statements);
    const { status, stderr } = await addSource(
      ...([folder(), '--name', 'O', '--sqlite', path, '--table', 'orders', '--key', 'id'] as const),
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  test.each(['x', '😀'])('a text of the most characters is taken (%s)', async (letter) => {
    const { path } = await sqliteFile(
      'create table long (id, note)',
      `insert into long values ('a', replace(${textOf(limits.cell)}, 'x', '${letter}'))`,
    );
    const source = await addedSource(folder(), '--name', 'Long', '--sqlite', path, '--table', 'long', '--key', 'id');
    expect(await fieldsOf(gateway.admin, source)).toEqual(['id_2: text', 'note: long_text']);
  });

  test.each([
    ["'many'", /row 1, "total": must be a number/],
    ['9007199254740993', /row 1, "total": must have no more digits than a number can hold/],
    ['9e999', /row 1, "total": must be a number/],
  ])('the value %s does not become a number', async (value, sentence) => {
    const file = await sqliteFile('create table numbers (id, total)', "insert into numbers values ('a', 1.5)");
    const source = await addedSource(
      ...([folder(), '--name', 'N', '--sqlite', file.path, '--table', 'numbers', '--key', 'id'] as const),
    );
    file.run(`update numbers set total = ${value}`);
    expect((await syncSources(folder(), '--source', source.sourceId)).stderr).toMatch(sentence);
    expect(await contentsOf(gateway.admin, source)).toEqual([{ title: 'a', id_2: 'a', total: 1.5 }]);
  });

  test('a file of another kind is refused', async () => {
    const { path } = await csvFile('Id', 'a');
    const { status, stderr } = await addSource(
      folder(),
      '--name',
      'O',
      '--sqlite',
      path,
      '--table',
      't',
      '--key',
      'id',
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(/SQLite says: file is not a database/)]);
  });
});

describe('a source that is refused when it is added leaves nothing:', () => {
  const csv = ['--csv', 'PATH'];
  test.each([
    ['of which rows have one key', [...csv, '--key', 'Id'], /rows 1 and 2 have the same key "a"/],
    ['without such a column', [...csv, '--key', 'id'], /no column "id", the key; there are Id, Name/],
    ['that is not there', ['--csv', '/nowhere/x.csv', '--key', 'Id'], /x\.csv cannot be read \(ENOENT\)/],
    ['in no channel', [...csv, '--key', 'Id', '--channel', 'nowhere'], /no such channel/],
    ['without a place', ['--key', 'Id'], /--csv FILE or --sqlite FILE must be given/],
    ['of two places', [...csv, '--sqlite', 'x', '--table', 't', '--key', 'Id'], /not both/],
    ['without a table', ['--sqlite', 'x', '--key', 'Id'], /--table must be given for a SQLite file/],
    ['of CSV with a table', [...csv, '--table', 't', '--key', 'Id'], /--table must be given for a SQLite file/],
    ['without a key', csv, /--key/],
    ['with an empty name', [...csv, '--key', 'Id', '--name', ' '], /--name must be 1 to 300 characters/],
    ['with a long name', [...csv, '--key', 'Id', '--name', 'x'.repeat(301)], /--name must be 1 to 300 characters/],
    ['never', [...csv, '--key', 'Id', '--every', '0'], /--every must be minutes, from 1 to 10080/],
    ['more rarely than every week', [...csv, '--key', 'Id', '--every', '10081'], /--every must be minutes/],
    ['now and then', [...csv, '--key', 'Id', '--every', '1.5'], /--every must be minutes/],
  ])('%s', async (_what, args, sentence) => {
    const { path } = await csvFile('Id,Name', 'a,Ada', 'a,Eve');
    const before = [await traces(folder()), await listedSources(folder())];
    const given = args.map((arg) => (arg === 'PATH' ? path : arg));
    const { status, stdout, stderr } = await addSource(folder(), '--name', 'Guests', ...given);
    expect([status, stdout]).toEqual([/required option/.test(stderr) ? 2 : 1, '']);
    expect(stderr).toMatch(sentence);
    expect([await traces(folder()), await listedSources(folder())]).toEqual(before);
  });

  test.each([1, limits.sourceMinutesMost])('while every %i minutes are taken', async (minutes) => {
    const { path } = await csvFile('Id', 'a');
    const args = ['--name', 'x'.repeat(limits.title), '--csv', path, '--key', 'Id', '--every', String(minutes)];
    expect(await addedSource(folder(), ...args)).toMatchObject({ everyMinutes: minutes });
  });

  test(`while ${limits.fields} columns are taken`, async () => {
    const { path } = await csvFile(wide(limits.fields), 'a');
    expect(await addedSource(folder(), '--name', 'Wide', '--csv', path, '--key', 'Id')).toMatchObject({ records: 1 });
  });
});

test('an ID of something else is refused as not a source', async () => {
  expect(await syncSources(folder(), '--source', 'src_none')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no source src_none; "workspace admin sources list"/),
  });
  expect(await syncSources(folder(), '--source', 'src_none', '--due')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/--source and --due exclude one another/),
  });
});

test('a fault that nobody foresaw is told as one, and leaves the other sources their turn', async () => {
  const dataFolder = await temporaryFolder();
  const files = [await csvFile('Id', 'a'), await csvFile('Id', 'a')];
  const sources: ShownSource[] = [];
  for (const { path } of files)
    sources.push(await addedSource(dataFolder, '--name', 'Guests', '--csv', path, '--key', 'Id'));
  await inStorage(dataFolder, (tx) => tx.schema.dropTable('data_1').execute());
  for (const file of files) await file.write('Id', 'a', 'b');
  const { status, stderr, outcomes } = await syncSources(dataFolder);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/"Guests": failed unexpectedly: .*data_1/)]);
  expect(outcomes).toMatchObject([
    { sourceId: sources[0]!.sourceId, problem: expect.stringMatching(/^failed unexpectedly/) },
    { sourceId: sources[1]!.sourceId, added: 1 },
  ]);
});
