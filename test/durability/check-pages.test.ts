import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { check } from '../support/check.ts';
import { foldersToDamage } from '../support/corruptions.ts';
import { runWorkspace } from '../support/product.ts';
import { inStorage } from '../support/storage.ts';

const folderToDamage = foldersToDamage();

describe('a damaged page of the database is told as a finding, whichever it is:', () => {
  const tables = ['artifact_versions', 'links', 'files_by_creator', 'users', 'installation', 'passage_words_data'];

  test.each([...tables, 'sqlite_schema'])('%s', async (name) => {
    const folder = await folderToDamage();
    const page = name === 'sqlite_schema' ? 1 : await firstPageOf(folder, name);
    await overwritePage(placesIn(folder).database, page);
    const { status, stdout, stderr } = await runWorkspace('admin', 'check', '--data', folder);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^database: ./m);
    expect(await check(folder)).toMatchObject({ status: 1, ok: false });
  });

  const firstPageOf = (folder: string, name: string) =>
    inStorage(folder, async (db) => {
      const { rows } = await sql<{
        page: number;
      }>`select rootpage as page from sqlite_schema where name = ${name}`.execute(db);
      return rows[0]!.page;
    });

  async function overwritePage(path: string, page: number): Promise<void> {
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(4_000, 0xa5), 0, 4_000, (page - 1) * 4_096 + 96);
    await file.close();
  }
});
