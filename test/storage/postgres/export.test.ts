import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placesIn } from '../../../src/folder/places/places.ts';
import { check, sound } from '../../support/check.ts';
import { answersIn } from '../../support/crawling.ts';
import { form, textFile } from '../../support/forms.ts';
import { folderOfEverything, moved, served } from '../../support/moving.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { folderOfItsOwn, printedToken, runWorkspace, startGateway, stop } from '../../support/product.ts';
import { accountAt } from '../../support/rest.ts';
import { placedDataSet } from './elsewhere.ts';

const eve = 'eve@elsewhere.test';

/** A workspace of two organizations. */
async function folderOfTwo(): Promise<string> {
  const folder = await folderOfEverything();
  const added = async (...args: string[]) => {
    const { status, stderr } = await runWorkspace('admin', ...args, '--data', folder);
    if (status !== 0) throw new Error(stderr);
  };
  await added('organizations', 'add', '--name', 'Elsewhere');
  await added('users', 'add', '--email', eve, '--name', 'Eve', '--role', 'admin', '--organization', 'Elsewhere');
  await added('users', 'add', '--email', 'kim@elsewhere.test', '--name', 'Kim', '--organization', 'Elsewhere');
  const token = await printedToken(folder, '--user', eve);
  const gateway = await startGateway(folder);
  const account = accountAt(gateway.url, token);
  await placedDataSet(account);
  const file = form(['channelId', 'general'], ['file', textFile('cobalt in a file'), 'cobalt.txt']);
  await account.done('POST /files', file);
  await stop(gateway.process);
  return folder;
}

async function exported(folder: string, organization: string) {
  const to = join(await folderOfItsOwn(), 'exported');
  const asked = ['admin', 'export', to, '--organization', organization, '--data', folder, '--json'];
  const { status, stdout, stderr } = await runWorkspace(...asked);
  if (status !== 0) throw new Error(stderr);
  return { to, ...(JSON.parse(stdout) as { exported: { rows: number; tables: number; blobs: number } }), stderr };
}

/** The answers to a reader, without signed values and without the settings that are not exported. */
async function told(folder: string): Promise<Map<string, string>> {
  const answers = await served(folder, answersIn);
  return new Map(
    [...answers]
      .filter(([path]) => !/webhooks|sign-ins|admin\/(clients|organizations|issuers)/.test(path))
      .map(([path, answer]) => [path, answer.replace(/^(\d+) \S+/, '$1').replaceAll(/"nextCursor":"[^"]+"/g, '')]),
  );
}

/** All bytes of a data folder. */
async function bytesOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1'));
  return (await Promise.all(read)).join('\n');
}

/** Needs a server; `npm run storage` says so where there is none. */
describe.skipIf(postgresPrograms() === undefined)('an organisation that is exported', () => {
  test.each(['a folder', 'a server'])(
    'from %s is a workspace of its own, and holds nothing of others',
    async (place) => {
      const folder = await folderOfTwo();
      await served(folder, answersIn);
      const before = await told(folder);
      if (place === 'a server') await moved(folder, await freshDatabase());

      const { organization } = await served(folder, (account) => account.done('GET /me'));
      const first = await exported(folder, organization.id);
      expect(first.stderr).toMatch(/^records: \d+ rows, equal on both sides$/m);
      expect(await check(first.to)).toEqual(sound);
      expect(await told(first.to)).toEqual(before);
      expect(await bytesOf(first.to)).not.toMatch(/cobalt|Elsewhere|eve@/);

      const second = await exported(folder, 'Elsewhere');
      expect(await check(second.to)).toEqual(sound);
      const bytes = await bytesOf(second.to);
      expect(bytes).toMatch(/cobalt/);
      expect(bytes).not.toMatch(/walrus|Ångström|said in a file/);
      expect((await told(second.to)).get('/people')).toContain('Eve');
      expect(await told(folder)).toEqual(before);

      const own = ['admin', 'export', join(folder, 'exported'), '--organization', 'Elsewhere', '--data', folder];
      expect((await runWorkspace(...own)).stderr).toContain('is in the data folder of this workspace.');
    },
  );

  test('goes only into a free folder, by a name that there is', async () => {
    const folder = await folderOfItsOwn();
    await printedToken(folder);
    const refused = async (to: string, organization: string) => {
      const asked = ['admin', 'export', to, '--organization', organization, '--data', folder];
      const { status, stderr } = await runWorkspace(...asked);
      expect(status).toBe(1);
      return stderr;
    };
    for (const own of [folder, join(folder, 'exported'), join(folder, 'of', 'ours')])
      expect(await refused(own, 'Workspace')).toMatch(/is in the data folder of this workspace. Name a folder outside/);
    const full = await folderOfItsOwn();
    await writeFile(join(full, 'notes.txt'), '');
    expect(await refused(full, 'Workspace')).toMatch(/is not an empty folder and stays as it is/);
    const to = join(await folderOfItsOwn(), 'exported');
    expect(await refused(to, 'Nowhere')).toMatch(/There is no organisation Nowhere/);
    await expect(readdir(to)).rejects.toThrow('ENOENT');
    expect((await readdir(folder)).includes(placesIn('').database)).toBe(true);
  });
});
