import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/folder/open.ts';
import { SourceComparison } from '../../src/store/data-tables/source-rows.ts';
import { runWorkspace, temporaryFolder } from '../support/product.ts';

test('others may go on while the rows of a large source are looked through for those that are gone', async () => {
  const dataFolder = await temporaryFolder();
  const keys = Array.from({ length: 2_500 }, (_, index) => `k${index}`);
  const csv = join(await temporaryFolder(), 'rows.csv');
  await writeFile(csv, ['Key', ...keys].join('\n'));
  const source = ['--channel', 'general', '--name', 'Rows', '--csv', csv, '--key', 'Key'];
  expect(await runWorkspace('admin', 'sources', 'add', '--data', dataFolder, ...source)).toMatchObject({ status: 0 });
  const database = await openStore(dataFolder);
  onTestFinished(() => database.close());
  const batches = await database.readAtOneMoment(
    async (db) => {
      const { data_set } = await db.selectFrom('sources').select('data_set').executeTakeFirstOrThrow();
      const comparison = await SourceComparison.begin(db, data_set, []);
      for (const [row, key] of keys.slice(1).entries()) await comparison.meet(key, row + 1);
      return comparison;
    },
    (comparison) => Array.fromAsync(comparison.unmet()),
  );
  expect(batches.length).toBeGreaterThanOrEqual(3);
  expect(batches.flat()).toMatchObject([{ key: 'k0' }]);
});
