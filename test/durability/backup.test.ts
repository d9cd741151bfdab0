import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { addFields } from '../../src/workspace/data/data-set-changes.ts';
import { placesIn } from '../../src/folder/open.ts';
import { backupOf, beside, readArchive, restored, restoreTo, rowsOf } from '../support/backups.ts';
import { check, expectSound } from '../support/check.ts';
import { connectHost, startHost } from '../support/hosts.ts';
import { accessToken, executable, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { emptyDataSet } from '../support/records.ts';
import { blobsIn, inStorage } from '../support/storage.ts';
import { addedSource, listedSources } from '../support/sources.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

let original = '';
/** More than any system gives a process. */
const noProcess = 2 ** 30;
const large = Buffer.alloc(30_000_000, 'a large file\n');

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await runWorkspace('token', '--data', original);
  const host = await connectHost(original, []);
  const writer = hostWriter(host);
  const artifact = await writer.create('Plan', 'the plan');
  await writer.update(artifact, 'the changed plan');
  await writer.attach(artifact.id, 'general');
  for (const bytes of [Buffer.alloc(0), Buffer.from('the bytes'), Buffer.from('others')])
    await writer.attachFile((await writer.upload('plan.bin', bytes)).id, 'general');
  await writer.upload('again.bin', Buffer.from('the bytes'));
  await host.client.close();
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function folderToChange(): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  await cp(original, folder, { recursive: true });
  return folder;
}

/** The same with so much in it that writing it takes a while. */
async function largeFolder(): Promise<string> {
  const folder = await folderToChange();
  const gateway = await startGateway(folder);
  const writer = accountWriter(accountAt(gateway.url, await accessToken(folder)));
  for (let number = 0; number < 4; number += 1) await writer.upload('l.bin', Buffer.concat([Buffer.of(number), large]));
  return folder;
}

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

  test('has all that was acknowledged before the backup began, though two hosts and a gateway write on', {
    timeout: 60_000,
  }, async () => {
    const folder = await folderToChange();
    const token = await accessToken(folder);
    const gateway = await startGateway(folder);
    const hosts = [await startHost(folder), await startHost(folder)];
    const writers = [...hosts.map((host) => hostWriter(host)), accountWriter(accountAt(gateway.url, token))];
    const acknowledged: Written[] = [];
    let over = false;
    const writing = Promise.all(writers.map((writer) => writeUntil(writer, () => over, acknowledged)));
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20);
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
    expect((await restoreTo(copy, file)).stderr).toMatch(/ is not an empty folder and stays as it is; /);
    expectOnlyWhole(await rowsOf(copy), await rowsOf(folder));
    for (const { artifactId, content, fileId, bytes } of before) {
      const { artifact } = await done(`GET /artifacts/${artifactId}`);
      expect(artifact).toMatchObject({ content, links: [{ targetType: 'channel' }] });
      expect((await call(`GET /files/${fileId}/content`)).bytes.equals(bytes)).toBe(true);
    }
  });
});

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** Whatever never changes once it is written is in the copy as it is in the folder that was written on. */
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

describe('admin backup', () => {
  test('writes a tar file whose manifest says what it is', async () => {
    const file = join(await temporaryFolder(), 'backup.tar');
    const { stdout } = await runWorkspace('admin', 'backup', file, '--data', original, '--json');
    const entries = await readArchive(file);
    const blobs = [...new Set(await blobsIn(original))].sort().map((name) => `blobs/${name}`);
    expect(entries.map(({ header }) => header.name)).toEqual([
      'manifest.json',
      'workspace.db',
      'signing-key.json',
      ...blobs,
    ]);
    const { backup } = JSON.parse(stdout) as { backup: Record<string, unknown> };
    expect(backup).toEqual({
      file,
      size: (await stat(file)).size,
      createdAt: expect.any(String),
      blobs: blobs.length,
      lost: [],
    });
    expect(JSON.parse(entries[0]!.bytes.toString())).toMatchObject({
      format: 'workspace-backup',
      release: packageJson.version,
      createdAt: backup['createdAt'],
    });
  });

  test('leaves a file alone that is there', async () => {
    const file = join(await temporaryFolder(), 'backup.tar');
    await writeFile(file, 'mine');
    const { status, stderr } = await runWorkspace('admin', 'backup', file, '--data', original);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+ exists already and stays as it is; .*\n$/)]);
    expect([await readFile(file, 'utf8'), await beside(file)]).toEqual(['mine', [basename(file)]]);
  });

  test('says of a folder without a workspace that it is none, and of one that it cannot write why', async () => {
    const nowhere = join(await temporaryFolder(), 'none', 'backup.tar');
    const none = await runWorkspace('admin', 'backup', `${nowhere}.tar`, '--data', await temporaryFolder());
    expect(none).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no workspace in .*\n$/) });
    const unwritable = await runWorkspace('admin', 'backup', nowhere, '--data', original);
    expect(unwritable.stderr).toBe(`The backup ${nowhere} cannot be written (ENOENT); nothing was kept of it.\n`);
  });

  test.each<[what: string, damage: (folder: string) => Promise<unknown>, told: RegExp]>([
    [
      'a blob that is missing',
      async (folder) => rm(await blobPath(folder)),
      /the blob \w{64} of file_\w+ \(plan\.bin\) is missing\./,
    ],
    [
      'a blob that is cut short',
      async (folder) => truncate(await blobPath(folder), 1),
      /the blob \w{64} of file_\w+ \(plan\.bin\) has 1 bytes, not 6\./,
    ],
    [
      'a blob of other bytes',
      async (folder) => writeFile(await blobPath(folder), 'THERS'),
      /the blob \w{64} of file_\w+ \(plan\.bin\) .*\./,
    ],
    [
      'a blob with a byte that is another',
      async (folder) => {
        const path = await blobPath(folder);
        await writeFile(path, (await readFile(path, 'utf8')).toUpperCase());
      },
      /the blob \w{64} of file_\w+ \(plan\.bin\) is damaged\./,
    ],
  ])('names %s, and writes nothing', async (_what, damage, told) => {
    const folder = await folderToChange();
    await damage(folder);
    const file = join(await temporaryFolder(), 'backup.tar');
    const { status, stderr } = await runWorkspace('admin', 'backup', file, '--data', folder);
    expect([status, stderr]).toEqual([1, expect.stringMatching(told)]);
    expect(stderr).toMatch(/^Nothing was written, since bytes of files are damaged: .* --skip-damaged\.\n$/);
    expect(await beside(file)).toEqual([]);
  });

  test('says of a blob that was wrong for a moment only which it was, and to try again', {
    timeout: 60_000,
  }, async () => {
    const folder = await folderToChange();
    const path = await blobPath(folder);
    const [away, back] = [() => rename(path, `${path}.away`), () => rename(`${path}.away`, path)];
    const over = new AbortController();
    const turning = (async () => {
      while (!over.signal.aborted)
        for (const turn of [away, back]) {
          await turn();
          await sleep(600);
        }
    })();
    const refused = async () => {
      const file = join(await temporaryFolder(), 'backup.tar');
      return (await runWorkspace('admin', 'backup', file, '--data', folder)).stderr;
    };
    const told =
      /^Nothing was written, since bytes of files could not be read: the blob \w{64} is missing\. .* try again\.\n$/;
    await expect.poll(refused, { timeout: 50_000 }).toMatch(told);
    over.abort();
    await turning;
  });

  test('backs up the rest when it is told to, says what is missing, and so does the restore', async () => {
    const folder = await folderToChange();
    const [damaged, missing] = [await blobPath(folder), await blobPath(folder, 'the bytes')];
    await writeFile(damaged, 'OTHERS');
    await rm(missing);
    const file = join(await temporaryFolder(), 'backup.tar');
    const refused = await runWorkspace('admin', 'backup', file, '--data', folder);
    for (const path of [damaged, missing]) expect(refused.stderr).toContain(basename(path));
    const { status, stdout } = await runWorkspace('admin', 'backup', file, '--skip-damaged', '--data', folder);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^left out: the blob \w{64} of file_\w+ \(.*\) is damaged$/m),
    ]);
    expect(stdout).toMatch(
      new RegExp(`^left out: the blob ${basename(missing)} of file_\\w+ \\(.*\\) is missing$`, 'm'),
    );
    const target = join(await temporaryFolder(), 'restored');
    const restored = JSON.parse((await restoreTo(target, file)).stdout) as { restored: object };
    expect(restored).toMatchObject({ restored: { lost: [basename(damaged), basename(missing)].sort() } });
    const { problems } = await check(target);
    expect(problems).toHaveLength(3);
    for (const problem of problems!) expect(problem).toMatch(/^file_\w+: its bytes are missing/);
    expect(await rowsOf(target)).toEqual(await rowsOf(folder));
  });

  test('leaves nothing of its name when it is killed, and its next run nothing at all', {
    timeout: 60_000,
  }, async () => {
    const folder = await largeFolder();
    const file = join(await temporaryFolder(), 'backup.tar');
    await killHalfway(dirname(file), ['backup', file, '--data', folder]);
    expect(await beside(file)).toEqual([expect.stringMatching(/^\.workspace-backup-/)]);
    expect(await runWorkspace('admin', 'backup', file, '--data', folder)).toMatchObject({ status: 0, stderr: '' });
    expect(await beside(file)).toEqual([basename(file)]);
    await expectSound(await restored(file));
  });
});

describe('admin restore', () => {
  test('leaves no folder when it is killed, and its next run nothing beside it', { timeout: 60_000 }, async () => {
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
    expect((await restoreTo(folder, file)).stderr).toMatch(/ is not an empty folder and stays as it is; /);
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

  test('lets another into the same folder that is under way come to its end', { timeout: 60_000 }, async () => {
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
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+ is not an empty folder and stays as it is; /)]);
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

/** The blob of these bytes. */
async function blobPath(folder: string, bytes = 'others'): Promise<string> {
  for (const name of await blobsIn(folder)) {
    const path = join(placesIn(folder).blobs, name);
    if ((await readFile(path, 'utf8')) === bytes) return path;
  }
  throw new Error('no such blob');
}

async function killHalfway(folder: string, args: string[]): Promise<void> {
  const { child, ended } = await startHalfway(folder, args);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Runs an `admin` command until it has written more than one large file below a folder. */
async function startHalfway(folder: string, args: string[]) {
  const child = spawn(process.execPath, [executable, 'admin', ...args], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  while (child.exitCode === null && (await bytesBelow(folder)) < large.byteLength * 1.5);
  return { child, ended };
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** Of Data Sets, those that their Views are read by. */
const indexNames = (folder: string) =>
  inStorage(folder, async (db) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'index' and name like 'data!__!_of!_views!_%' escape '!' order by name`.execute(db);
    return rows.map(({ name }) => name);
  });
