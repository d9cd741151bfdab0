import { expect, test } from 'vitest';
import { maintain } from '../../src/folder/maintenance.ts';
import { openWorkspace } from '../../src/folder/open.ts';
import { expectSound } from '../support/check.ts';
import { type Find, everyResult, routeSearch } from '../support/finding.ts';
import { sharedGateway } from '../support/rest.ts';
import { withDatabase } from '../support/sqlite.ts';
import { accountWriter } from '../support/writers.ts';

const gateway = sharedGateway();
const find: Find = (search) => routeSearch(gateway.admin)(search);

const parts = () =>
  withDatabase(
    gateway.dataFolder,
    (connection) => connection.prepare('select count(distinct segid) from passage_words_idx').pluck().get() as number,
  );

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

  const workspace = await openWorkspace({ dataFolder: gateway.dataFolder, userName: 'local', onError: () => {} });
  await maintain(workspace);
  await workspace.close();
  expect(parts()).toBeLessThanOrEqual(2);
  expect(await answers()).toEqual(before);
  await expectSound(gateway.dataFolder);
});
