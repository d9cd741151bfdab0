import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../src/commands/core.ts';
import { readConfig } from '../../src/config.ts';
import { newestSchema } from '../../src/store/sqlite/migrations.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { backupOf, restored, writeArchive } from '../support/backups.ts';
import { expectSound } from '../support/check.ts';
import { allRows, folderOfSchema, schemaOf } from '../support/older-folders.ts';
import { kept } from '../support/older-rows.ts';
import { accessToken, executable, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { type Connection, connectTo, withDatabase } from '../support/sqlite.ts';

const versions = Array.from({ length: newestSchema }, (_, index) => index + 1);

/** The rows of each table as they were, in the columns that there were. */
function expectKept(before: ReturnType<typeof allRows>, after: ReturnType<typeof allRows>): void {
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {});
    const valuesOf = (row: (typeof rows)[number]) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])));
    const there = new Set(after[table]?.map(valuesOf));
    expect
      .soft(
        rows.filter((row) => !there.has(valuesOf(row))),
        table,
      )
      .toEqual([]);
  }
}

/** The service on a folder, in this process, as the one of this machine has it. */
async function serviceOn(dataFolder: string) {
  const address = 'http://workspace.test';
  const core = await openCore(await readConfig({ data: dataFolder }), {
    publicUrl: () => address,
    gatewayUrl: async () => address,
    onError: (error) => {
      throw error;
    },
  });
  return { workspace: core.workspaceFor(await core.localCaller('cli')), close: core.close };
}

describe('a data folder of schema', () => {
  test.each(versions)('%i opens with all that is in it', async (version) => {
    const folder = await folderOfSchema(version);
    const before = allRows(folder);
    await accessToken(folder);
    expect(schemaOf(folder)).toBe(newestSchema);
    expectKept(before, allRows(folder));
    await expectSound(folder);

    const { workspace, close } = await serviceOn(folder);
    const channelId = 'home';
    expect((await workspace.artifacts.get({ artifactId: kept.artifact })).artifact.content).toBe(kept.text);
    const { content } = await workspace.files.content({ fileId: kept.file });
    expect(Buffer.concat(await Array.fromAsync(await content.open())).equals(kept.bytes)).toBe(true);
    expect((await workspace.feed.list({ channelId })).items.length).toBeGreaterThanOrEqual(4);
    expect((await workspace.search.run({ q: 'walrus' })).results).toMatchObject([{ id: kept.artifact }]);
    if (version >= 2) {
      const { record } = await workspace.records.get({ channelId, recordId: kept.record });
      expect(record).toMatchObject({ title: 'One', values: { city: 'Oslo', stage: 'won' } });
      const named = { channelId, viewId: kept.view };
      expect((await workspace.views.get(named)).view).toMatchObject({ name: 'All' });
      expect(JSON.stringify(await workspace.views.data(named))).toContain(kept.record);
    }
    if (version >= 3) {
      const { post } = await workspace.posts.get({ channelId, postId: kept.post });
      expect(post).toMatchObject({ body: 'Is it so?' });
    }
    if (version >= 4)
      expect((await workspace.queries.get({ queryId: kept.query })).query).toMatchObject({ status: 'completed' });
    await close();
    await expectSound(folder);
  });

  // Each is brought to the same schema, so the executable serves the oldest and the last.
  test.each([1, newestSchema - 1])('%i is served by a gateway', async (version) => {
    const folder = await folderOfSchema(version);
    const { url } = await startGateway(folder);
    const { done, call } = accountAt(url, await accessToken(folder));
    expect((await done(`GET /artifacts/${kept.artifact}`)).artifact).toMatchObject({ content: kept.text });
    expect((await call(`GET /files/${kept.file}/content`)).bytes.equals(kept.bytes)).toBe(true);
    expect((await call('GET /search?q=walrus')).body.results).toMatchObject([{ id: kept.artifact }]);
    await expectSound(folder);
  });
});

test('a data folder whose Data Set lacks a column opens all the same', async () => {
  const folder = await folderOfSchema(11);
  withDatabase(folder, (connection) => connection.exec('alter table data_1 drop column f1'));
  await accessToken(folder);
  expect(schemaOf(folder)).toBe(newestSchema);
});

// A backup is brought up to date as a folder is, so the oldest, the newest and some between suffice.
test.each([1, 4, 9, newestSchema - 1])('a backup of schema %i is restored and brought up to date', async (version) => {
  const older = await folderOfSchema(version);
  const { database, blobs } = placesIn(older);
  const sha256 = digestOf(kept.bytes);
  const bytes = await readFile(database);
  const whole = { size: bytes.byteLength, sha256: digestOf(bytes) };
  const manifest = { format: 'workspace-backup', formatVersion: 1, release: '0.0.1', schema: version };
  const described = { ...manifest, createdAt: new Date().toISOString(), database: whole, signingKeys: null };
  const file = join(older, 'backup.tar');
  await writeArchive(file, [
    { header: { name: 'manifest.json' }, bytes: Buffer.from(JSON.stringify(described)) },
    { header: { name: 'workspace.db' }, bytes },
    { header: { name: `blobs/${sha256.slice(0, 2)}/${sha256}` }, bytes: kept.bytes },
  ]);
  const folder = await restored(file, '--with-connections');
  // A restored folder has its blobs in itself, so the objects of a bucket are forgotten.
  expectKept({ ...allRows(older), blobs: [] }, allRows(folder));
  expect(schemaOf(folder)).toBe(newestSchema);
  await expectSound(folder);
  await expectSound(await restored(await backupOf(folder), '--with-connections'));
  expect(await readdir(blobs)).toEqual([sha256.slice(0, 2)]);
});

const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Files of the folder, but those by which processes know of each other. */
const contentsOf = async (folder: string) =>
  Promise.all(
    (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !/-(shm|wal)$/.test(entry.name))
      .map(async ({ name }) => [name, await readFile(`${folder}/${name}`, 'base64')]),
  );

describe('a data folder is left as it was', () => {
  test('when another process has it open', async () => {
    const version = newestSchema - 1;
    const folder = await folderOfSchema(version);
    const holder = connectTo(placesIn(folder).database);
    holder.pragma('user_version');
    onTestFinished(() => void holder.close());
    const before = allRows(folder);
    const { status, stdout, stderr } = await runWorkspace('token', '--data', folder);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^\S+ was written by an older release \(schema \d.*another process has it open.*nothing was changed\.\n$/,
    );
    expect([schemaOf(folder), allRows(folder)]).toEqual([version, before]);
    holder.close();
    await accessToken(folder);
    expect(schemaOf(folder)).toBe(newestSchema);
  });

  test.each([
    [1, 'create table data_sets (page text)'],
    [2, 'create table feedback (page text)'],
    [3, 'create table queries (page text)'],
    [4, 'create table file_texts (page text)'],
    [5, 'create table passages_by_id (page text)'],
    [8, 'create table authorizations_by_opener (page text)'],
  ])('when its schema %i cannot be brought up to date', async (version, obstacle) => {
    const folder = await folderOfSchema(version);
    withDatabase(folder, (connection) => connection.exec(obstacle));
    const before = [allRows(folder), await contentsOf(folder)];
    const { status, stdout, stderr } = await runWorkspace('token', '--data', folder);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^\S+ cannot be brought from schema \d to \d+ \(.*already.*\)\. Nothing was changed: .*\.\n$/,
    );
    expect([allRows(folder), await contentsOf(folder)]).toEqual(before);
    expect(schemaOf(folder)).toBe(version);
  });

  test('when its disk may not hold more than it has', async () => {
    const folder = await folderOfSchema(5);
    withDatabase(folder, fillPassages);
    const before = allRows(folder);
    const size = Math.ceil(statSync(placesIn(folder).database).size / 1_024);
    const limited = spawn('sh', [
      '-c',
      `ulimit -f ${size}; exec "$@"`,
      'sh',
      process.execPath,
      executable,
      'token',
      '--data',
      folder,
    ]);
    expect(await once(limited, 'exit')).not.toEqual([0, null]);
    expect([schemaOf(folder), allRows(folder)]).toEqual([5, before]);
    await accessToken(folder);
    await expectSound(folder);
  });

  test('when the process is killed halfway, and the next one brings it up to date', async () => {
    const folder = await folderOfSchema(5);
    withDatabase(folder, fillPassages);
    const before = allRows(folder);
    const log = `${placesIn(folder).database}-wal`;
    for (let round = 0; round < 3; round += 1) {
      const upgrading = spawn(process.execPath, [executable, 'token', '--data', folder], { stdio: 'ignore' });
      onTestFinished(() => void upgrading.kill('SIGKILL'));
      const ended = once(upgrading, 'exit');
      const logged = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
      while (upgrading.exitCode === null && logged() <= 1_000_000) await sleep(1);
      upgrading.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect([schemaOf(folder), allRows(folder)]).toEqual([5, before]);
    }
    const token = await accessToken(folder);
    expectKept(before, allRows(folder));
    await expectSound(folder);
    const { call } = accountAt((await startGateway(folder)).url, token);
    expect((await call('GET /search?q=walrus')).body.results).toHaveLength(1);
  });
});

/**
 * Fills passages with words of great length. Their index does not fit into a connection's cache, so it reaches the disk
 * before the commit.
 */
function fillPassages(connection: Connection): void {
  const add = connection.prepare(
    `insert into passages (resource_type, resource_id, version_id, title, body)
      select 'file', id, id, 'plan.pdf', ? from files`,
  );
  connection.exec('BEGIN');
  for (let number = 0; number < 2_000; number += 1)
    add.run(Array.from({ length: 100 }, (_, place) => digestOf(`${number}x${place}`)).join(' '));
  connection.exec('COMMIT');
}

describe('a database of something else is refused and left as it is', () => {
  const commands = [['token'], ['admin', 'check'], ['admin', 'users', 'list']];

  test.each([0, 3, newestSchema])('with user_version %i', async (version) => {
    const folder = await temporaryFolder();
    withDatabase(folder, (connection) => {
      connection.exec('create table diary (page text)');
      connection.pragma(`user_version = ${version}`);
    });
    const before = await contentsOf(folder);
    for (const command of commands) {
      const { status, stdout, stderr } = await runWorkspace(...command, '--data', folder);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^\S+ is a database of another program\. .*; nothing was changed\.\n$/);
      expect(await contentsOf(folder)).toEqual(before);
    }
  });

  test('while several processes open an older folder at once, one brings it up to date and all go on', async () => {
    const folder = await folderOfSchema(1);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => runWorkspace('token', '--data', folder)));
    for (const { status, stderr } of outcomes) expect([status, stderr]).toEqual([0, '']);
    await expectSound(folder);
  });
});

test('a folder of a newer release is refused and left as it is, byte for byte', async () => {
  const folder = await folderOfSchema(newestSchema);
  withDatabase(folder, (connection) => connection.pragma(`user_version = ${newestSchema + 1}`));
  await writeFile(`${folder}/other`, 'other');
  const before = await contentsOf(folder);
  const { status, stderr } = await runWorkspace('token', '--data', folder);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/newer release .*nothing was changed\.\n$/)]);
  expect(await contentsOf(folder)).toEqual(before);
});
