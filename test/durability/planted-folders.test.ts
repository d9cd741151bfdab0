import { chmod, chown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupOf, beside, restoreTo } from '../support/backups.ts';
import { expectSound } from '../support/check.ts';
import { accessToken, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { newSheet, rowsOf } from '../support/sheets.ts';

/** More than any system gives a process. */
const noProcess = 2 ** 30;
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Plants folders with names as a killed process leaves them. Only the first also has the content of such a folder. */
async function plant(parent: string, prefix: string): Promise<string[]> {
  const named = (name: string) => join(parent, `${prefix}${noProcess}-${name}`);
  const kinds = ['left', 'open', ...(isRoot ? ['foreign'] : [])];
  for (const kind of kinds) {
    await mkdir(named(kind), { mode: 0o700 });
    await writeFile(join(named(kind), 'file'), 'kept');
  }
  await chmod(named('open'), 0o777);
  if (isRoot) await chown(named('foreign'), nobody, nobody);
  const elsewhere = await temporaryFolder();
  await writeFile(join(elsewhere, 'file'), 'kept');
  await symlink(elsewhere, named('link'));
  onTestFinished(async () => expect(await readdir(elsewhere)).toEqual(['file']));
  return [...kinds.slice(1), 'link'].sort();
}

const plantedIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).flatMap((name) => name.split(`${noProcess}-`)[1] ?? []).sort();

/** A gateway with its temporary files there, which has been asked for a sheet. */
async function askSheet(temporary: string): Promise<void> {
  const dataFolder = await temporaryFolder();
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = temporary;
  const gateway = await startGateway(dataFolder).finally(() => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  });
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const { id } = await newSheet(account, 'name\nAda\n');
  const metrics = [{ alias: 'n', function: 'count_rows' }];
  expect(await rowsOf(account, { artifactId: id, operation: 'aggregate', metrics })).toEqual([{ n: 1 }]);
}

test('a folder for sheets that somebody else may have made stays, whatever its name says', async () => {
  const temporary = await temporaryFolder();
  const planted = await plant(temporary, 'workspace-sheets-');
  await askSheet(temporary);
  expect(await plantedIn(temporary)).toEqual(planted);
});

test.each([
  [0o777, ['left']],
  [0o1777, []],
])(
  'in a temporary folder of mode %o, which others may write, one of ours goes only if it keeps its entries',
  async (mode, left) => {
    const temporary = await temporaryFolder();
    await chmod(temporary, mode);
    await mkdir(join(temporary, `workspace-sheets-${noProcess}-left`), { mode: 0o700 });
    await askSheet(temporary);
    expect(await plantedIn(temporary)).toEqual(left);
  },
);

test('so does a folder beside a backup, and one beside what is restored', async () => {
  const dataFolder = await temporaryFolder();
  await accessToken(dataFolder);
  const file = join(await temporaryFolder(), 'backup.tar');
  const parent = join(file, '..');
  const planted = await plant(parent, `.workspace-backup-${hostname()}-`);
  expect(await runWorkspace('admin', 'backup', file, '--data', dataFolder)).toMatchObject({ status: 0, stderr: '' });
  expect(await plantedIn(parent)).toEqual(planted);

  const target = join(await temporaryFolder(), 'restored');
  const besideTarget = await plant(join(target, '..'), `.workspace-restore-${hostname()}-`);
  expect(await restoreTo(target, file)).toMatchObject({ status: 0, stderr: '' });
  expect(await plantedIn(join(target, '..'))).toEqual(besideTarget);
  expect(await beside(target)).toHaveLength(besideTarget.length + 1);
  await expectSound(target);
});

test('and a folder that somebody else put into the one to restore into makes nothing there a leftover', async () => {
  const dataFolder = await temporaryFolder();
  await accessToken(dataFolder);
  const file = await backupOf(dataFolder);
  const target = await temporaryFolder();
  const begun = join(target, `.workspace-restore-${hostname()}-${noProcess}-begun`);
  await mkdir(begun, { mode: 0o700 });
  await chmod(begun, 0o777);
  await mkdir(join(target, 'blobs'));
  await writeFile(join(target, 'blobs', 'file'), 'kept');
  const { status, stderr } = await restoreTo(target, file);
  expect([status, stderr]).toEqual([1, expect.stringContaining('is not an empty folder and stays as it is')]);
  expect(await readdir(join(target, 'blobs'))).toEqual(['file']);
  await chmod(begun, 0o700);
  expect(await restoreTo(target, file)).toMatchObject({ status: 0, stderr: '' });
  await expectSound(target);
});
