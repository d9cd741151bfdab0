import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { check, sound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { freshDatabase } from '../support/postgres.ts';
import { postgresPrograms } from '../support/postgres-programs.ts';
import { expectProblem } from '../support/problems.ts';
import {
  folderOfItsOwn,
  type Gateway,
  printedToken,
  refusedServe,
  runWorkspace,
  startGateway,
  stop,
  temporaryFolder,
} from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';

let shared: string;
let dataFolder: string;
beforeEach(async () => {
  [shared, dataFolder] = [await folderOfItsOwn(), await temporaryFolder()];
});

const started = (folder = dataFolder, ...args: string[]) => startGateway(folder, '--blobs', shared, ...args);
const accountOf = async ({ url }: Gateway, folder = dataFolder) => accountAt(url, await printedToken(folder));

const upload = (account: Account, text: string) => account.call('POST /files', form(['file', textFile(text), 'a.txt']));
const download = async (account: Account, fileId: string) =>
  (await account.call(`GET /files/${fileId}/content`)).bytes.toString();

/** Digests of the blobs in the shared folder. */
const stored = async () => {
  const names = await readdir(shared, { recursive: true });
  return names.map((name) => name.split('/')[1] ?? '').filter((name) => /^[0-9a-f]{64}$/.test(name));
};

/** The hourly maintenance of a gateway. */
async function sweep(): Promise<void> {
  const config = await readConfig({ data: dataFolder, blobs: shared });
  const workspace = await openWorkspace({ ...config, asRecorded: true, onError: () => {} });
  try {
    await maintain(workspace);
  } finally {
    await workspace.close();
  }
}

/** The message of a `serve` that does not start. */
async function refusal(...args: string[]): Promise<string> {
  const { status, stderr } = await refusedServe('--port', '0', ...args);
  expect(status).toBe(1);
  return stderr;
}

test('files of a workspace are stored in a folder that is named, and only served from there', async () => {
  const gateway = await started();
  const admin = await accountOf(gateway);
  const { status, body } = await upload(admin, 'bytes that are shared');
  expect(status).toBe(201);
  expect(await stored()).toHaveLength(1);
  expect(await readdir(dataFolder)).not.toContain('blobs');
  expect(await download(admin, body.file.id)).toBe('bytes that are shared');
  await stop(gateway.process);
  expect(await refusal('--data', dataFolder)).toContain(`are in ${shared}, not in its data folder`);
  const other = await folderOfItsOwn();
  expect(await refusal('--data', dataFolder, '--blobs', other)).toContain(`are in ${shared}, not in ${other}`);
  expect(await check(dataFolder, '--blobs', shared)).toEqual(sound);
});

test('a folder whose disk is not mounted takes no bytes, and the gateway is not ready until it is back', async () => {
  const gateway = await started();
  const admin = await accountOf(gateway);
  const { body } = await upload(admin, 'on the disk');
  await rename(shared, `${shared}-away`);
  await mkdir(shared);
  expectProblem(await upload(admin, 'under the disk'), 'unavailable');
  expect(await readdir(shared)).toEqual([]);
  expect((await fetch(`${gateway.url}/ready`)).status).toBe(503);
  await stop(gateway.process);
  expect(await refusal('--data', dataFolder, '--blobs', shared)).toContain('Mount the disk that has it');
  await rm(shared, { recursive: true });
  expect(await refusal('--data', dataFolder, '--blobs', shared)).toContain(`There is no folder ${shared}.`);
  await rename(`${shared}-away`, shared);
  const again = await accountOf(await started());
  expect(await download(again, body.file.id)).toBe('on the disk');
});

test('a folder that holds the files of another workspace, or anything else, is refused, and not recorded', async () => {
  await stop((await started()).process);
  const second = await temporaryFolder();
  const used = await folderOfItsOwn();
  await mkdir(join(used, 'photographs'));
  for (const folder of [shared, used])
    expect(await refusal('--data', second, '--blobs', folder)).toContain('is not empty, so it cannot take the files');
  expect(await readdir(used)).toEqual(['photographs']);
  const missing = join(used, 'none');
  expect(await refusal('--data', second, '--blobs', missing)).toContain(`There is no folder ${missing}.`);
  await stop((await startGateway(second)).process);
});

test('nothing is swept from a folder with the files of another workspace', async () => {
  const gateway = await started();
  await upload(await accountOf(gateway), 'of a file');
  await stop(gateway.process);
  const [marker, blob] = [join(shared, '.workspace-mcp'), join(shared, 'ab', `ab${'0'.repeat(62)}`)];
  const own = await readFile(marker, 'utf8');
  await mkdir(dirname(blob));
  await writeFile(blob, 'of nobody');
  await utimes(blob, 0, 0);
  await writeFile(marker, 'ins_of_another\n');
  await sweep();
  expect(await stored()).toHaveLength(2);
  await writeFile(marker, own);
  await sweep();
  expect(await stored()).toHaveLength(1);
});

test('files move into such a folder and back', async () => {
  const gateway = await startGateway(dataFolder);
  const { body } = await upload(await accountOf(gateway), 'moves');
  await stop(gateway.process);
  const move = await runWorkspace('admin', 'move', '--data', dataFolder, '--blobs', shared);
  expect(move).toMatchObject({ status: 0, stdout: expect.stringContaining(`Start with --blobs ${shared}`) as string });
  const moved = await started();
  expect(await download(await accountOf(moved), body.file.id)).toBe('moves');
  await stop(moved.process);
  expect((await runWorkspace('admin', 'move', '--data', dataFolder, '--blobs', 'folder')).status).toBe(0);
  const back = await accountOf(await startGateway(dataFolder));
  expect(await download(back, body.file.id)).toBe('moves');
});

test('the path is absolute', async () => {
  expect(await refusal('--data', dataFolder, '--blobs', 'files')).toContain('or the absolute path of a folder');
});

describe.skipIf(postgresPrograms() === undefined)('gateways with one database on a server', () => {
  test('share the folder: a file that one stores is served by the other', async () => {
    vi.stubEnv('WORKSPACE_KEY', randomBytes(32).toString('base64'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = await freshDatabase();
    const [one, other] = [await folderOfItsOwn(), await folderOfItsOwn()];
    const first = await started(one, '--database', address);
    const second = await started(other, '--database', address);
    const admin = await accountOf(first, one);
    const { body } = await upload(admin, 'of both');
    expect(await download(await accountOf(second, other), body.file.id)).toBe('of both');
    expect(await stored()).toHaveLength(1);
  });
});
