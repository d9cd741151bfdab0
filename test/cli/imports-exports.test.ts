import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const general = ['--channel', 'general'];
const w = '--allow-write';
const csv = 'Name,Amount\nCrane,12.50\n"Lift; two",3.00\n';

test.each([
  ['a gateway', async () => ({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: await accessToken(gateway.dataFolder) })],
  ['a data folder', async () => ({ WORKSPACE_DATA: await temporaryFolder() })],
])('on %s a table becomes a Data Set of its name, and a file again', async (_where, environment) => {
  const cli = await commandLine(await environment());
  await writeFile(join(cli.home, 'Our deals.csv'), csv);
  const { dataSet } = await cli.json('import', 'Our deals.csv', ...general, w);
  expect(dataSet.name).toBe('Our deals');
  const named = ['--data-set', 'Our deals'];
  const shown = await cli.run('import', 'Our deals.csv', ...general, '--preview', '--types', '{"Name":"number"}');
  expect(shown.stdout).toMatch(/Amount +amount +number[^]*0 of 2 rows fit[^]*2 +Name +Crane +must be a number/);

  expect((await cli.run('export', '-', ...general, ...named)).stdout).toBe(csv);
  const { stderr, status } = await cli.run('export', ...general, ...named);
  expect([status, stderr]).toEqual([6, expect.stringContaining('nothing is overwritten')]);
  expect(await cli.json('export', 'deals.xlsx', ...general, ...named)).toMatchObject({
    path: 'deals.xlsx',
    file: { fileName: 'Our deals.xlsx' },
  });
  expect((await readFile(join(cli.home, 'deals.xlsx'))).subarray(0, 2).toString()).toBe('PK');

  const { file } = await cli.json('files', '--upload', 'deals.xlsx', w);
  const again = await cli.json('import', '--file', file.id, ...general, w);
  expect(again).toMatchObject({ imported: 2, dataSet: { name: 'deals' } });
  const query = JSON.stringify({ operation: 'records', fields: ['amount'] });
  const { data } = await cli.json('query', 'run', query, '--file', file.id);
  expect(data.rows).toMatchObject([{ amount: 12.5 }, { amount: 3 }]);

  await cli.json('export', 'all.zip', ...general);
  expect((await readFile(join(cli.home, 'all.zip'))).subarray(0, 2).toString()).toBe('PK');
});

test.each([
  [['import', ...general, w], 'Name one source'],
  [['import', 'a.csv', '--file', 'file_1', ...general, w], 'Name one source'],
  [['import', 'a.csv', '--name', 'N', '--data-set', 'D', ...general, w], '--name or --data-set, not both'],
  [['export', ...general, '--format', 'csv'], '--format goes with --data-set'],
])('%j is refused', async (words, told) => {
  const cli = await commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder),
  });
  await writeFile(join(cli.home, 'a.csv'), csv);
  const [command, ...more] = words as [string, ...string[]];
  const { status, stderr } = await cli.run(command, ...more);
  expect([status, stderr]).toEqual([2, expect.stringContaining(told)]);
});
