import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scopes } from '../../../schemas/operation.ts';
import { placesIn } from '../../../src/folder/places/places.ts';
import { newestSchema } from '../../../src/store/sqlite/migrations.ts';
import { severalGateways } from '../../support/gateways.ts';
import { moved, moving } from '../../support/moving.ts';
import { backToSchema } from '../../support/older-folders.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, printedToken, runWorkspace, startGateway, stop } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';
import { inStorage } from '../../support/storage.ts';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a database is not moved', () => {
  afterEach(() => vi.unstubAllEnvs());

  const query = async (address: string, statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const newFolder = async (address?: string) => {
    const folder = await folderOfItsOwn();
    if (address !== undefined) await writeFile(placesIn(folder).databaseUrl, address, { mode: 0o600 });
    await printedToken(folder);
    return folder;
  };
  const refused = async (folder: string, to: string, ...more: string[]) => {
    const { status, stdout, stderr } = await moving(folder, to, ...more);
    expect([status, stdout]).toEqual([1, '']);
    return stderr;
  };

  test('while it is served, in either direction', async () => {
    const address = await freshDatabase();
    for (const folder of [await newFolder(), await newFolder(address)]) {
      const isFile = existsSync(placesIn(folder).database);
      const gateway = await startGateway(folder);
      const to = isFile ? await freshDatabase() : 'folder';
      expect(await refused(folder, to)).toMatch(/Stop (every gateway|all of them)/);
      expect(existsSync(placesIn(folder).database)).toBe(isFile);
      await stop(gateway.process);
      await moved(folder, to);
    }
  });

  test('to a database that holds something, and half a copy is served by nobody', async () => {
    const [folder, other, address] = [await newFolder(), await newFolder(), await freshDatabase()];
    await moved(other, address);
    expect(await refused(folder, address)).toContain('holds a workspace already; name an empty database');
    expect(await refused(other, await freshDatabase())).toContain(`is at ${new URL(address).host}`);
    await query(address, "comment on schema workspace is 'workspace-mcp: copying ins_other'");
    expect(await refused(folder, address)).toContain('holds an unfinished move of another workspace');
    const serve = await runWorkspace('token', '--data', other);
    expect([serve.status, serve.stderr]).toEqual([1, expect.stringContaining('holds an unfinished move')]);
    await query(address, 'comment on schema workspace is null');
    await moved(other, 'folder');
    expect(await refused(folder, address)).toContain('has moved to a data folder');
    await query(address, 'drop schema workspace, workspace_moved cascade');
    await moved(folder, address);
  });

  test('between schemas that are not the newest, or where it is already', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    await backToSchema(folder, newestSchema - 1);
    expect(await refused(folder, address)).toContain('has the older schema');
    await printedToken(folder);
    await query(address, 'update workspace.schema_version set version = version + 1');
    expect(await refused(folder, address)).toContain('written by a newer release');
    await query(address, 'update workspace.schema_version set version = version - 2');
    expect(await refused(folder, address)).toContain('this release needs');
    await query(address, 'update workspace.schema_version set version = version + 1');
    expect(await refused(folder, 'folder')).toContain('in its data folder already');
    await moved(folder, address);
    expect(await refused(folder, address)).toContain('already');
  });

  test('with a text that the server cannot hold, which it names', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    await inStorage(folder, (tx) => tx.updateTable('channels').set({ description: 'a\0b' }).execute());
    expect(await refused(folder, address)).toMatch(/^description of ch_\w+ in channels holds the character NUL/m);
    await inStorage(folder, (tx) => tx.updateTable('channels').set({ description: '' }).execute());
    await moved(folder, address);
  });

  test('but goes on where it was ended between two names', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    const { database, movedDatabase } = placesIn(folder);
    await moved(folder, address);
    await copyFile(movedDatabase, database);
    expect((await runWorkspace('token', '--data', folder)).stderr).toContain(
      'holds both workspace.db and database-url',
    );
    await moved(folder, 'folder');
    expect((await runWorkspace('token', '--data', folder)).status).toBe(0);
  });

  test('but goes on where it was ended between the mark and the names', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    const { database, databaseUrl, arrivingDatabase } = placesIn(folder);
    await moved(folder, address);
    await moved(folder, 'folder');
    await rename(database, arrivingDatabase);
    await writeFile(databaseUrl, address, { mode: 0o600 });
    expect((await runWorkspace('token', '--data', folder)).stderr).toContain(
      'was ended before it said so, run it again',
    );
    await moved(folder, 'folder');
    expect((await runWorkspace('token', '--data', folder)).status).toBe(0);
    const { former } = await moved(folder, await freshDatabase());
    expect(former).toContain('workspace-moved-2.db');
  });

  test('and a gateway that slept meanwhile cannot write to the schema that was left', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    await moved(folder, address);
    const token = await printedToken(folder, '--scope', scopes.join(' '));
    const gateway = await startGateway(folder, '--no-work');
    const account = accountAt(gateway.url, token);
    await account.done('POST /channels', { name: 'Before' });
    // An idle gateway closes its connections by itself after a while.
    await query(
      address,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'workspace-mcp'`,
    );
    await moved(folder, 'folder');
    expect((await account.call('POST /channels', { name: 'After' })).status).toBe(503);
    expect((await account.call('GET /channels')).status).toBe(503);
    await query(address, 'drop schema workspace; alter schema workspace_moved rename to workspace');
    const names = await query(address, 'select name from workspace.channels');
    expect(names.map(({ name }) => name)).not.toContain('After');
  });

  test('long keys of sources come back as they were', async () => {
    const [folder, address] = [await newFolder(), await freshDatabase()];
    const csv = `${await folderOfItsOwn()}/rows.csv`;
    const long = 'k'.repeat(3_000);
    await writeFile(csv, `id,note\n${long},one\nshort,two\n`);
    const add = ['sources', 'add', '--channel', 'general', '--name', 'Rows', '--csv', csv, '--key', 'id'];
    expect((await runWorkspace('admin', ...add, '--data', folder)).stderr).toBe('');
    const keys = () =>
      inStorage(folder, (tx) => tx.selectFrom('source_rows').selectAll().orderBy('record_id').execute());
    const before = await keys();
    await moved(folder, address);
    expect((await keys()).map(({ key }) => key)).toContainEqual(expect.stringContaining('sha256:'));
    await moved(folder, 'folder');
    expect(await keys()).toEqual(before);
  });
});

describe.skipIf(postgresPrograms() === undefined)('a workspace of several gateways', () => {
  const { started } = severalGateways();

  test('moves to a folder with its signing keys, which needs the key', async () => {
    const { folders, gateways, token } = await started(2);
    const [folder] = folders as [string];
    for (const gateway of gateways) await stop(gateway.process);
    const key = process.env['WORKSPACE_KEY'];
    vi.stubEnv('WORKSPACE_KEY', '');
    const { stderr } = await moving(folder, 'folder');
    expect(stderr).toContain('Give the key of its gateways');
    vi.stubEnv('WORKSPACE_KEY', key);
    await moved(folder, 'folder', '--blobs', 's3://files/work');
    vi.stubEnv('WORKSPACE_KEY', '').stubEnv('WORKSPACE_DATABASE', '');
    expect(JSON.parse(await readFile(placesIn(folder).signingKey, 'utf8'))).toHaveProperty('keys');
    const { url } = await startGateway(folder);
    expect((await accountAt(url, token).call('GET /me')).status).toBe(200);
    const other = await runWorkspace('token', '--data', folders[1]!);
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('has moved to a data folder')]);
  });
});
