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

test('an import names better types, a preview shows examples, and --types suggested takes them', async () => {
  const cli = await commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder),
  });
  await writeFile(join(cli.home, 'Offers.csv'), 'Client,Price,Due\nOslo,€13.50,5/6/2025\nRome,€7.00,6/7/2025\n');
  const words = ['Offers.csv', ...general];
  const plain = await cli.run('import', ...words, w);
  expect(plain.stdout).toMatch(
    /^2 records in Offers .*\nColumns could have better types: "Price" → currency EUR\. To take them/,
  );
  const shown = await cli.run('import', ...words, '--preview', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    preview: {
      namesake: { name: 'Offers', objectType: 'offer' },
      columns: [
        {},
        { suggestion: { type: 'currency', cell: '€13.50', becomes: 13.5 } },
        { suggestion: { reason: expect.stringMatching(/^5\/6\/2025 may be/) } },
      ],
    },
  });
  const read = await cli.run('import', ...words, '--preview', '--name', 'Other');
  expect(read.stdout).toMatch(/Price +price +text +currency EUR, €13\.50 as 13\.5/);
  expect(read.stdout).not.toContain('has a Data Set named');
  const { dataSet } = await cli.json('import', ...words, '--types', 'suggested', '--name', 'Other', w);
  expect(dataSet.fields.slice(0, 3)).toMatchObject([{ type: 'text' }, { type: 'currency' }, { type: 'text' }]);

  const wrong = Array.from({ length: 20 }, (_, n) => ['x,1,1.1.2026,yes', '1,soon,1', 'y,€1,'][n % 3]).join('\n');
  await writeFile(join(cli.home, 'wrong.csv'), `Client,Price,Due\n${wrong}\n`);
  const types = '{"Client":"number","Price":"currency","Due":"date"}';
  const { stderr } = await cli.run('import', 'wrong.csv', ...general, '--types', types, w);
  for (const label of ['Client', 'Price', 'Due']) expect(stderr).toContain(`"${label}"`);
  expect(stderr.match(/row \d+/g)?.length).toBeGreaterThanOrEqual(20);
});
