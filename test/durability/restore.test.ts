import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFields } from '../../src/workspace/data/data-set-changes.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { backupOf, beside, copyOf, restored, restoreTo, rowsOf, writtenFolder } from '../support/backups.ts';
import { expectSound } from '../support/check.ts';
import { killHalfway, largeCopyOf, startHalfway } from '../support/halfway.ts';
import { startHost } from '../support/hosts.ts';
import { accessToken, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { emptyDataSet } from '../support/records.ts';
import { blobsIn, inStorage } from '../support/storage.ts';
import { addedSource, listedSources } from '../support/sources.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

let original = '';
beforeAll(async () => {
  original = await writtenFolder();
});
afterAll(() => rm(original, { recursive: true, force: true }));
const folderToChange = () => copyOf(original);
const largeFolder = () => largeCopyOf(original);
/** More than any system gives a process. */
const noProcess = 2 ** 30;

/** Permissions of a folder and all that is in it, by the last part of the path. */
async function modes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const expected = async (path: string) => {
    const status = await stat(path);
    return [(status.mode & 0o777).toString(8), status.isDirectory() ? 'folder' : 'file'].join(' ');
  };
  return [...new Set(await Promise.all(all.map(expected)))].sort();
}

describe('a restored backup', () => {
  test('has every row, every blob and the keys, and only its owner may read it', async () => {
    const file = await backupOf(original);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await beside(file)).toEqual([basename(file)]);
    const folder = await restored(file);
    await expectSound(folder);
    expect(await modes(folder)).toEqual(['600 file', '700 folder']);
    expect(await rowsOf(folder)).toEqual(await rowsOf(original));
    expect((await blobsIn(folder)).sort()).toEqual((await blobsIn(original)).sort());
    expect(await readFile(placesIn(folder).signingKey)).toEqual(await readFile(placesIn(original).signingKey));
  });

  test('takes the place of an empty folder, also through a link, and lets in whoever had a token', async () => {
    const token = await accessToken(original);
    const folder = await temporaryFolder();
    const linked = join(await temporaryFolder(), 'link');
    await chmod(folder, 0o755);
    await symlink(folder, linked);
    expect(await restoreTo(linked, await backupOf(original))).toMatchObject({ status: 0, stderr: '' });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const account = accountAt((await startGateway(folder)).url, token);
    expect((await account.done('GET /channels/general/feed')).items).toHaveLength(4);
  });

  test('takes files and issuers that its maker chose only from an operator who has seen them', async () => {
    const folder = await folderToChange();
    const path = join(await temporaryFolder(), 'prices.csv');
    await writeFile(path, 'id,price\n1,2\n');
    const { sourceId } = await addedSource(folder, '--name', 'Prices', '--csv', path, '--key', 'id');
    const issuer = [
      '--issuer',
      'https://sso.test',
      '--jwks',
      'https://sso.test/keys',
      '--scope',
      'workspace.read',
      '--organization',
      'Workspace',
    ];
    expect(await runWorkspace('admin', 'issuers', 'add', '--data', folder, ...issuer)).toMatchObject({ stderr: '' });
    const file = await backupOf(folder);
    const refused = join(await temporaryFolder(), 'refused');
    const { status, stderr } = await restoreTo(refused, file);
    expect(status).toBe(1);
    expect(stderr).toContain(`would use the file ${path} as ${sourceId}; `);
    expect(stderr).toContain('the issuer https://sso.test, whose keys are at https://sso.test/keys. If you know them');
    expect(existsSync(refused)).toBe(false);
    const copy = await restored(file, '--with-connections');
    expect(await listedSources(copy)).toMatchObject([{ sourceId }]);
  });

  test('has all that was acknowledged before the backup began, though two hosts and a gateway write on', async () => {
    const folder = await folderToChange();
    const token = await accessToken(folder);
    const gateway = await startGateway(folder);
    const hosts = [await startHost(folder), await startHost(folder)];
    const writers = [...hosts.map((host) => hostWriter(host)), accountWriter(accountAt(gateway.url, token))];
    const acknowledged: Written[] = [];
    let over = false;
    const writing = Promise.all(writers.map((writer) => writeUntil(writer, () => over, acknowledged)));
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    const before = [...acknowledged];
    const file = await backupOf(folder);
    const meanwhile = acknowledged.length - before.length;
    over = true;
    await writing;

    expect(meanwhile).toBeGreaterThan(0);
    const copy = await restored(file);
    await expectSound(copy);
    await expectSound(folder);
    const { done, call } = accountAt((await startGateway(copy)).url, token);
    expect((await restoreTo(copy, file)).stderr).toMatch(/ is not an empty folder and stays as it is\. /);
    expectOnlyWhole(await rowsOf(copy), await rowsOf(folder));
    for (const { artifactId, content, fileId, bytes } of before) {
      const { artifact } = await done(`GET /artifacts/${artifactId}`);
      expect(artifact).toMatchObject({ content, links: [{ targetType: 'channel' }] });
      expect((await call(`GET /files/${fileId}/content`)).bytes.equals(bytes)).toBe(true);
    }
  });
});

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** Rows that never change once they are written are in the copy as they are in the folder. */
function expectOnlyWhole(copy: Rows, folder: Rows): void {
  for (const table of ['artifact_versions', 'files', 'links', 'feed_items', 'audit_events']) {
    const written = new Set(folder[table]!.map((row) => JSON.stringify(row)));
    expect(copy[table]!.length).toBeGreaterThan(0);
    expect(copy[table]!.filter((row) => !written.has(JSON.stringify(row)))).toEqual([]);
  }
}

interface Written {
  readonly artifactId: string;
  readonly content: string;
  readonly fileId: string;
  readonly bytes: Buffer;
}

async function writeUntil(writer: Writer, isOver: () => boolean, acknowledged: Written[]): Promise<void> {
  while (!isOver()) {
    const first = await writer.create('Meanwhile', 'first');
    const content = `second ${crypto.randomUUID()}`;
    await writer.update(first, content);
    await writer.attach(first.id, 'general');
    const bytes = Buffer.from(crypto.randomUUID());
    const file = await writer.upload('meanwhile.bin', bytes);
    acknowledged.push({ artifactId: first.id, content, fileId: file.id, bytes });
  }
}

describe('admin restore', () => {
  test('leaves no folder when it is killed, and its next run nothing beside it', async () => {
    const file = await backupOf(await largeFolder());
    const folder = join(await temporaryFolder(), 'restored');
    await killHalfway(dirname(folder), ['restore', file, '--data', folder]);
    expect(await beside(folder)).toEqual([expect.stringMatching(/^\.workspace-restore-/)]);
    expect(await restoreTo(folder, file)).toMatchObject({ status: 0, stderr: '' });
    expect(await beside(folder)).toEqual([basename(folder)]);
    await expectSound(folder);
  });

  test('needs nothing but the empty folder that it is given, such as a new disk', async () => {
    const file = await backupOf(original);
    const parent = await temporaryFolder();
    const folder = join(parent, 'disk');
    await mkdir(join(folder, 'lost+found'), { recursive: true });
    await mkdir(join(folder, `.workspace-restore-elsewhere-${process.pid}-killed`), { mode: 0o700 });
    const stamp = (await stat(parent)).mtimeMs;
    expect(await restoreTo(folder, file)).toMatchObject({ status: 0, stderr: '' });
    expect((await stat(parent)).mtimeMs).toBe(stamp);
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['blobs', 'lost+found', 'signing-key.json', 'workspace.db']),
    );
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await expectSound(folder);
    expect((await restoreTo(folder, file)).stderr).toMatch(/ is not an empty folder and stays as it is\. /);
    await expectSound(folder);
  });

  test('goes on where one was killed when all but the database had its place', async () => {
    const file = await backupOf(original);
    const folder = await temporaryFolder();
    await mkdir(join(folder, `.workspace-restore-${hostname()}-${noProcess}-killed`), { mode: 0o700 });
    await mkdir(join(folder, 'blobs', 'ab'), { recursive: true });
    await writeFile(join(folder, 'signing-key.json'), 'half');
    expect(await restoreTo(folder, file)).toMatchObject({ status: 0, stderr: '' });
    await expectSound(folder);
  });

  test('lets another into the same folder that is under way come to its end', async () => {
    const file = await backupOf(await largeFolder());
    const folder = await temporaryFolder();
    const { child, ended } = await startHalfway(folder, ['restore', file, '--data', folder]);
    child.kill('SIGSTOP');
    await mkdir(join(folder, 'blobs'));
    const { status, stderr } = await restoreTo(folder, await backupOf(original));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Another restore into \S+ is under way; /)]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.workspace-restore-/), 'blobs']);
    await rm(join(folder, 'blobs'), { recursive: true });
    child.kill('SIGCONT');
    expect(await ended).toEqual([0, null]);
    await expectSound(folder);
  });

  test('takes Data Sets with the indexes of their Views and the fields that were added later', async () => {
    const folder = await folderToChange();
    const { done } = accountAt((await startGateway(folder)).url, await accessToken(folder));
    const fields = [
      { key: 'city', label: 'City', type: 'text' },
      { key: 'paid', label: 'Paid', type: 'checkbox' },
    ] as const;
    const deals = await emptyDataSet(folder, 'general', { name: 'Deals', fields });
    await inStorage(folder, (tx) => addFields(tx, deals, [{ key: 'due', label: 'Due', type: 'date_time' }]));
    const sort = ['city', 'paid', 'updated_at', 'title'].map((fieldKey) => ({ fieldKey, direction: 'desc' }) as const);
    const view = { name: 'By city', objectTypeId: deals.id, renderer: 'table', columns: ['city'] } as const;
    for (const [index, key] of sort.entries())
      await done('POST /channels/general/views', { ...view, name: `By ${index}`, sort: [key] });
    const indexes = () => indexNames(folder);
    await expect.poll(indexes).toHaveLength(4);
    const copy = await restored(await backupOf(folder));
    expect(await indexNames(copy)).toEqual(await indexes());
    await expectSound(copy);
  });

  test('touches nothing that is there', async () => {
    const file = await backupOf(original);
    const folder = await temporaryFolder();
    const occupied = join(folder, 'occupied');
    await mkdir(occupied);
    await writeFile(join(occupied, 'mine'), 'mine');
    for (const target of [occupied, join(occupied, 'mine')]) {
      const { status, stderr } = await restoreTo(target, file);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+ is not an empty folder and stays as it is\. /)]);
    }
    expect([await readdir(folder), await readdir(occupied)]).toEqual([['occupied'], ['mine']]);
  });

  test('says that there is no backup', async () => {
    const file = join(await temporaryFolder(), 'none.tar');
    const folder = join(await temporaryFolder(), 'restored');
    const { status, stderr } = await restoreTo(folder, file);
    expect([status, stderr]).toEqual([1, `The backup ${file} cannot be read (ENOENT); nothing was kept of it.\n`]);
    expect((await restoreTo(folder, dirname(file))).stderr).toMatch(/ is not a file; name a backup\.\n$/);
    expect(await beside(folder)).toEqual([]);
  });
});

/** The indexes that Views of Data Sets are read by. */
const indexNames = (folder: string) =>
  inStorage(folder, async (db) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'index' and name like 'data!__!_of!_views!_%' escape '!' order by name`.execute(db);
    return rows.map(({ name }) => name);
  });
