import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestSchema } from '../../src/store/sqlite/migrations.ts';
import { check, expectSound } from './check.ts';
import { fillFolder } from './older-folders.ts';
import { accessToken, temporaryFolder } from './product.ts';
import { withDatabase } from './sqlite.ts';

export type Plant = (folder: string) => unknown;

/** A damage, how to plant it, and the problems that `admin check` must tell. */
export type Corruption = readonly [what: string, plant: Plant, told: readonly (string | RegExp)[]];

/** Past every key, constraint and trigger. */
export const inDatabase =
  (...statements: string[]): Plant =>
  (folder) =>
    withDatabase(folder, (connection) => {
      connection.pragma('foreign_keys = OFF');
      connection.pragma('ignore_check_constraints = ON');
      for (const statement of statements) connection.exec(statement);
    });

/** Copies of a data folder with rows of every kind, one for each corruption. */
export function foldersToDamage(): () => Promise<string> {
  let original = '';
  beforeAll(async () => {
    original = await mkdtemp(join(tmpdir(), 'workspace-test-'));
    await fillFolder(original, newestSchema);
    await accessToken(original);
  });
  afterAll(() => rm(original, { recursive: true, force: true }));
  test('admin check finds nothing wrong with what the corruptions are planted into', async () => {
    await expectSound(original);
  });
  return async () => {
    const folder = await temporaryFolder();
    await cp(original, folder, { recursive: true });
    return folder;
  };
}

export function expectFound(folderToDamage: () => Promise<string>, corruptions: readonly Corruption[]): void {
  test.each(corruptions)('admin check finds that %s', async (_what, plant, told) => {
    const folder = await folderToDamage();
    await plant(folder);
    const { status, stderr, ok, problems, advice } = await check(folder);
    expect([status, stderr, ok]).toEqual([1, '', false]);
    for (const sentence of told)
      expect(problems).toContainEqual(
        typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
      );
    expect(advice).toEqual(problems!.length > 0 ? expect.arrayContaining([expect.stringMatching(/^[A-Z].*\.$/)]) : []);
  });
}
