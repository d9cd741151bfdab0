import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { temporaryFolder } from '../support/product.ts';

test('a pivot table by year has its rows first, then the years, then the totals', async () => {
  const cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  const general = ['--channel', 'general'];
  const year = new Date().getUTCFullYear() - 1;
  const csv = `Name,Stage,Close\nCrane,won,${year}-02-03\nLift,won,${year}-05-06\nRamp,,${year}-07-08\n`;
  await writeFile(join(cli.home, 'deals.csv'), csv);
  const types = '{"Stage": "select", "Close": "date"}';
  const imported = ['import', 'deals.csv', ...general, '--name', 'Deals', '--types', types, '--allow-write'];
  const { dataSet } = await cli.json(...imported);
  const view = {
    name: 'By year',
    renderer: 'pivot_table',
    objectTypeId: dataSet.objectTypeId,
    rowFieldKeys: ['stage'],
    period: { fieldKey: 'close', interval: 'year', count: 3 },
    metric: { function: 'count_rows' },
    totals: { rows: true, columns: true },
  };
  await writeFile(join(cli.home, 'view.json'), JSON.stringify(view));
  await cli.json('views', ...general, '--file', 'view.json', '--allow-write');
  const { stdout } = await cli.run('views', ...general, '--view', 'by-year');
  const [headings, won, none, totals] = stdout.split('\n').map((line) => line.trim().split(/ +/));
  expect(headings).toEqual(['stage', `${year - 1}`, `${year}`, `${year + 1}`, 'Total']);
  expect(won).toEqual(['won', '0', '2', '0', '2']);
  expect(none).toEqual(['–', '0', '1', '0', '1']);
  expect(totals).toEqual(['Total', '0', '3', '0', '3']);
  const ahead = { ...view, name: 'Ahead', period: { ...view.period, from: `${year + 1}-01-01` } };
  await writeFile(join(cli.home, 'view.json'), JSON.stringify(ahead));
  await cli.json('views', ...general, '--file', 'view.json', '--allow-write');
  const { stdout: later } = await cli.run('views', ...general, '--view', 'ahead');
  expect(later).toContain(`Not shown: 3 before ${year + 1}.`);

  const grouped = { operation: 'aggregate', groupBy: ['stage'], metrics: [{ alias: 'deals', function: 'count_rows' }] };
  const query = ['query', 'run', JSON.stringify(grouped), ...general, '--data-set', 'deal'];
  const rows = (await cli.run(...query)).stdout.trimEnd().split('\n');
  expect(rows.map((line) => line.split(/ +/))).toEqual([
    ['stage', 'deals'],
    ['won', '2'],
    ['–', '1'],
  ]);
});
