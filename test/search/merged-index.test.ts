import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { expectSound } from '../support/check.ts';
import { type Find, everyResult, routeSearch } from '../support/finding.ts';
import { folderWithTables } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { withDatabase } from '../support/sqlite.ts';
import { accountWriter } from '../support/writers.ts';

const gateway = sharedGateway();
const find: Find = (search) => routeSearch(gateway.admin)(search);

const partsIn = (dataFolder: string) =>
  withDatabase(
    dataFolder,
    (connection) => connection.prepare('select count(distinct segid) from passage_words_idx').pluck().get() as number,
  );
const bytesIn = (dataFolder: string) =>
  withDatabase(
    dataFolder,
    (connection) => connection.prepare('select sum(length(block)) from passage_words_data').pluck().get() as number,
  );
const parts = () => partsIn(gateway.dataFolder);

async function maintained(dataFolder: string): Promise<void> {
  const workspace = await openWorkspace({ dataFolder, userName: 'local', onError: () => {} });
  await maintain(workspace);
  await workspace.close();
}

test('the hourly upkeep merges what each change left in the index, and every text is found as before', async () => {
  const writer = accountWriter(gateway.admin);
  for (let number = 0; number < 30; number += 1)
    await writer.create(`Plan ${number}`, `The harbour crane, number ${number}.`);
  const plan = await writer.create('Plan of old', 'A lighthouse.');
  await writer.update(plan, 'A windmill.');
  const asked = ['harbour crane', 'plan', '"harbour crane"', 'lighthouse', 'windmill'];
  const answers = () => Promise.all(asked.map(async (q) => (await everyResult(find, { q })).map(({ id }) => id)));
  const before = await answers();
  expect(before.map(({ length }) => length)).toEqual([30, 31, 30, 0, 1]);
  expect(parts()).toBeGreaterThan(2);

  await maintained(gateway.dataFolder);
  expect(parts()).toBeLessThanOrEqual(2);
  expect(await answers()).toEqual(before);
  await expectSound(gateway.dataFolder);
});

test('an index of more than 16 MiB is merged as far as it can be, too', async () => {
  const dataFolder = await folderWithTables();
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  withDatabase(dataFolder, (connection) =>
    connection.exec(`with recursive number(n) as (select 1 union all select n + 1 from number where n < 2600)
      insert into passages (resource_type, resource_id, version_id, home, title, body)
      select 'artifact', 'art_' || n, 'v', 1, n, replace(hex(randomblob(3000)), '0', ' ') from number`),
  );
  expect(partsIn(dataFolder)).toBeGreaterThan(2);
  expect(bytesIn(dataFolder)).toBeGreaterThan(16 * 1024 * 1024);
  await maintained(dataFolder);
  const after = partsIn(dataFolder);
  await maintained(dataFolder);
  expect(partsIn(dataFolder)).toBe(after);
});
