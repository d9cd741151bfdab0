import { readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { placesIn } from '../../src/folder/places/places.ts';
import { beside, copyOf, readArchive, restored, restoreTo, rowsOf, writtenFolder } from '../support/backups.ts';
import { check, expectSound } from '../support/check.ts';
import { killHalfway, largeCopyOf } from '../support/halfway.ts';
import { runWorkspace, temporaryFolder } from '../support/product.ts';
import { blobsIn } from '../support/storage.ts';

let original = '';
beforeAll(async () => {
  original = await writtenFolder();
});
afterAll(() => rm(original, { recursive: true, force: true }));
const folderToChange = () => copyOf(original);
const largeFolder = () => largeCopyOf(original);

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

  test('says of a blob that was wrong for a moment only which it was, and to try again', async () => {
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

  test('leaves nothing of its name when it is killed, and its next run nothing at all', async () => {
    const folder = await largeFolder();
    const file = join(await temporaryFolder(), 'backup.tar');
    await killHalfway(dirname(file), ['backup', file, '--data', folder]);
    expect(await beside(file)).toEqual([expect.stringMatching(/^\.workspace-backup-/)]);
    expect(await runWorkspace('admin', 'backup', file, '--data', folder)).toMatchObject({ status: 0, stderr: '' });
    expect(await beside(file)).toEqual([basename(file)]);
    await expectSound(await restored(file));
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
