import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placesIn } from '../../../src/folder/places/places.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, refusedServe, runWorkspace, startGateway } from '../../support/product.ts';

const secret = 'planted-secret';

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('a workspace whose database is on a server', () => {
  let server: URL;
  beforeAll(async () => {
    server = new URL(await freshDatabase());
  });
  afterEach(() => vi.unstubAllEnvs());

  /** Runs a statement as the superuser, in the database of this address. */
  const run = async (statement: string, address: string | URL = server) => {
    const client = new pg.Client({ connectionString: String(address) });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const as = (address: string | URL, user: string, password = '') =>
    Object.assign(new URL(address), { username: user, password });
  let number = 0;
  const newDatabase = async (options = '', contents: string[] = []) => {
    const name = `start_${(number += 1)}`;
    await run(`create database ${name} ${options}`);
    const address = new URL(server);
    address.pathname = `/${name}`;
    for (const statement of contents) await run(statement, address);
    return address;
  };
  const serve = (dataFolder: string, ...args: string[]) => refusedServe('--data', dataFolder, '--port', '0', ...args);
  /** A start that must be refused: it says why, names no secret, and leaves nothing behind. */
  const refused = async (address: string | URL, ...args: string[]) => {
    const folder = await folderOfItsOwn();
    vi.stubEnv('WORKSPACE_DATABASE', String(address));
    const { status, stdout, stderr } = await serve(folder, ...args);
    expect([status, stdout, await readdir(folder)]).toEqual([1, '', []]);
    expect(stderr).not.toContain(secret);
    return stderr.trimEnd();
  };

  test('is made on the server that an option names, and found there without it', async () => {
    const [folder, address] = [await folderOfItsOwn(), String(await newDatabase())];
    const gateway = await startGateway(folder, '--database', address);
    expect((await fetch(`${gateway.url}/ready`)).status).toBe(200);
    const kept = placesIn(folder).databaseUrl;
    expect([(await readFile(kept, 'utf8')).trim(), (await stat(kept)).mode & 0o777]).toEqual([address, 0o600]);
    expect((await readdir(folder)).filter((name) => name.startsWith('workspace.db'))).toEqual([]);
    expect((await runWorkspace('channels', '--data', folder)).stdout).toContain('general');
  });

  test('takes an address from a file, and another password for the same database', async () => {
    const address = await newDatabase('', [`create role visitor login superuser`]);
    const [folder, file] = [await folderOfItsOwn(), join(await folderOfItsOwn(), 'address')];
    const printed = async () => (await runWorkspace('token', '--data', folder)).stdout;
    await writeFile(file, String(as(address, 'postgres', secret)), { mode: 0o600 });
    vi.stubEnv('WORKSPACE_DATABASE_FILE', file);
    expect(await printed()).toMatch(/^eyJ/);
    expect(await readFile(placesIn(folder).databaseUrl, 'utf8')).toContain(secret);
    await writeFile(file, String(as(address, 'visitor', 'renewed')));
    const leftover = `${placesIn(folder).databaseUrl}-4194400`;
    await writeFile(leftover, secret);
    expect(await printed()).toMatch(/^eyJ/);
    expect(await readFile(placesIn(folder).databaseUrl, 'utf8')).toContain(secret);
    await startGateway(folder);
    expect(existsSync(leftover)).toBe(false);
    expect(await readFile(placesIn(folder).databaseUrl, 'utf8')).toContain('visitor:renewed');
  });

  test('keeps its address where only its owner reads it', async () => {
    const folder = await folderOfItsOwn();
    const { databaseUrl } = placesIn(folder);
    await writeFile(databaseUrl, String(as(server, 'postgres', secret)), { mode: 0o600 });
    await chmod(databaseUrl, 0o640);
    const { status, stderr } = await serve(folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`run: chmod 600 ${databaseUrl}`)]);
    expect(stderr).not.toContain(secret);
  });

  test('stays in its folder, and on its server', async () => {
    const embedded = await folderOfItsOwn();
    await runWorkspace('token', '--data', embedded);
    const address = await newDatabase();
    expect((await serve(embedded, '--database', String(address))).stderr).toMatch(
      /^The database of this workspace is in/,
    );
    const folder = await folderOfItsOwn();
    vi.stubEnv('WORKSPACE_DATABASE', String(address));
    await runWorkspace('token', '--data', folder);
    expect(await refused(address)).toContain('has the workspace of another data folder');
    vi.stubEnv('WORKSPACE_DATABASE', String(server));
    const elsewhere = await serve(folder);
    expect(elsewhere.stderr).toContain(`is at 127.0.0.1:${server.port}${address.pathname}, not at`);
    expect((await runWorkspace('token', '--data', folder)).status).toBe(0);
    await writeFile(placesIn(folder).database, '');
    expect((await serve(folder)).stderr).toContain('holds both workspace.db and database-url');
  });

  test('needs no password in its arguments', async () => {
    const { status, stderr } = await serve(
      await folderOfItsOwn(),
      '--database',
      String(as(server, 'postgres', secret)),
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^--database .* must hold no password/)]);
    expect(stderr).not.toContain(secret);
  });

  test.each([
    'http://h/d',
    'postgres://h',
    'postgres:///d',
    `postgres://u:${secret}@h/d?options=-cx`,
    `post:${secret}`,
  ])('has an address of a database: %s', async (address) => {
    expect(await refused(address)).toMatch(/^--database \(WORKSPACE_DATABASE\) must be postgres:\/\/USER@HOST/);
  });

  test('is refused where the server cannot be reached or lets nobody in', async () => {
    const closed = Object.assign(new URL(server), { port: '9', password: secret });
    expect(await refused(closed)).toBe('The server 127.0.0.1:9 does not answer (ECONNREFUSED). Nothing was changed.');
    const missing = Object.assign(new URL(server), { pathname: '/missing' });
    expect(await refused(missing)).toContain('has no database missing; make it with: createdb --encoding UTF8 missing');
    expect(await refused(as(server, 'nobody', secret))).toContain('does not let nobody in');
  });

  test('is refused where the server asks for another password', async () => {
    const asking = createServer((socket) => {
      socket.once('data', () => {
        const fields = `SFATAL\0C28P01\0Mpassword authentication failed for user "u" ${secret}\0\0`;
        const size = Buffer.alloc(4);
        size.writeInt32BE(4 + fields.length);
        socket.end(Buffer.concat([Buffer.from('E'), size, Buffer.from(fields)]));
      });
    });
    await new Promise<void>((listening) => asking.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void asking.close());
    const { port } = asking.address() as { port: number };
    const said = await refused(`postgres://u:${secret}@127.0.0.1:${port}/d`);
    expect(said).toBe(`The server 127.0.0.1:${port} refuses the password of u. Nothing was changed.`);
  });

  test.each<[why: string, options: string, contents: string[], said: string | RegExp]>([
    ['another encoding', "encoding 'LATIN1' locale 'C' template template0", [], 'has the encoding LATIN1'],
    ['nothing may be written', '', ['alter database DB set default_transaction_read_only = on'], 'is read-only'],
    ['commits are not on disk', '', ['alter database DB set synchronous_commit = off'], 'synchronous_commit = off'],
    [
      'another program’s schema',
      '',
      ['create schema workspace create table x ()'],
      'a schema workspace of another program',
    ],
  ])('is refused where there is %s', async (_why, options, contents, said) => {
    const name = `start_${number + 1}`;
    const address = await newDatabase(
      options,
      contents.map((one) => one.replace('DB', name)),
    );
    expect(await refused(address)).toMatch(said);
  });

  test('is refused to users without rights, who are told which they need', async () => {
    await run('create role guest login');
    const address = await newDatabase();
    const name = address.pathname.slice(1);
    expect(await refused(as(address, 'guest'))).toContain(`run: grant create on database ${name} to guest`);
    await run('create schema workspace', address);
    expect(await refused(as(address, 'guest'))).toContain(
      'has a schema workspace of postgres, which guest may not change',
    );
    await run('alter schema workspace owner to guest', address);
    vi.stubEnv('WORKSPACE_DATABASE', String(as(address, 'guest')));
    expect((await runWorkspace('token', '--data', await folderOfItsOwn())).status).toBe(0);
  });

  test('says what to do in place of the commands on a folder’s own database', async () => {
    const folder = await folderOfItsOwn();
    vi.stubEnv('WORKSPACE_DATABASE', String(await newDatabase()));
    await runWorkspace('token', '--data', folder);
    const backup = await runWorkspace('admin', 'backup', join(folder, 'backup.tar'), '--data', folder);
    expect([backup.status, backup.stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
    const move = await runWorkspace('admin', 'move', '--blobs', 's3://files/here', '--data', folder);
    expect([move.status, move.stderr]).toEqual([1, expect.stringContaining('where files cannot be moved')]);
    const check = await runWorkspace('admin', 'check', '--data', folder);
    expect([check.status, check.stdout]).toEqual([0, expect.stringContaining('pg_amcheck')]);
  });
});
