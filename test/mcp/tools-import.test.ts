import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getEncoding } from 'js-tiktoken';
import { expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';
import { temporaryFolder } from '../support/product.ts';
import { expectToldInReadme } from '../support/task.ts';
import { feesByBerth, harbourFees } from '../support/working-day.ts';

const host = sharedHost();
const encoding = getEncoding('o200k_base');
const tokensOf = (value: unknown) => encoding.encode(JSON.stringify(value)).length;

/** Records the arguments and the answer of each call. */
function talk() {
  const calls: unknown[] = [];
  return {
    calls,
    tokens: () => calls.reduce<number>((sum, call) => sum + tokensOf(call), 0),
    async tool(name: string, input: object) {
      const answer = await host.done(name, input as Parameters<typeof host.done>[1]);
      calls.push([name, input, answer]);
      return answer;
    },
    async shell(command: string) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command]);
      calls.push([command, stdout]);
      return JSON.parse(stdout) as { file: { id: string }; hint: string };
    },
  };
}

test('a table of 3,376 rows comes from disk to figures in 4 calls and 3,000 tokens', async () => {
  const path = join(await temporaryFolder(), 'Harbour fees.csv');
  await writeFile(path, harbourFees);

  const { tool, shell, calls, tokens } = talk();
  const { example, hint } = await tool('workspace_file_upload_prepare', { fileName: path, channelId: 'general' });
  expect(hint).toContain('workspace_data_set_import');
  const uploaded = await shell(example);
  expect(uploaded.hint).toBe(hint);
  const { dataSet, imported } = await tool('workspace_data_set_import', {
    channelId: 'general',
    fileId: uploaded.file.id,
    types: { Berth: 'select' },
  });
  expect(imported).toBe(3_376);
  expect(dataSet).toEqual({
    objectTypeId: expect.any(String),
    name: 'Harbour fees',
    fields: { day: 'date', ship: 'text', berth: 'select', fee: 'number' },
  });
  const { data } = await tool('workspace_query_run', {
    channelId: 'general',
    objectTypeId: dataSet.objectTypeId,
    ...feesByBerth,
  });
  expect(data.rows).toHaveLength(7);
  expect(calls).toHaveLength(4);
  expect(tokens()).toBeLessThan(3_000);
  await expectToldInReadme('a CSV of 3,376 rows, from disk to figures', { calls: calls.length - 1, tokens: tokens() });
});

test('rows of another file are added to it, and a sheet becomes one', async () => {
  const content = 'Name,Age\nAda,36\n';
  const made = { kind: 'csv', title: 'Team list', content };
  const { artifact } = await host.done('workspace_artifact_create', made);
  const first = await host.done('workspace_data_set_import', { channelId: 'general', artifactId: artifact.id });
  expect(first).toMatchObject({ imported: 1, dataSet: { name: 'Team list', fields: { name: 'text', age: 'number' } } });
  const { objectTypeId } = first.dataSet;
  const { file, hint } = await host.done('workspace_file_upload', {
    fileName: 'more.csv',
    contentType: 'text/csv',
    contentBase64: Buffer.from('Name;Age\nBob;41\nCy;2\n').toString('base64'),
  });
  expect(hint).toContain('workspace_query_run');
  const added = { channelId: 'general', objectTypeId, fileId: file.id };
  expect(await host.done('workspace_data_set_import', added)).toMatchObject({ imported: 2 });
});

test('an import tells which columns could have better types, and another takes them', async () => {
  const content = 'Client,Price,Due\nOslo,€13.50,5.10.2026\nBergen,€7.00,1.2.2026\n';
  const { artifact } = await host.done('workspace_artifact_create', { kind: 'csv', title: 'Offers', content });
  const from = { channelId: 'general', artifactId: artifact.id };
  const { hint } = await host.done('workspace_data_set_import', from);
  expect(hint).toBe(
    'Columns could have better types: "Price" → currency EUR, "Due" → date. To take them, delete this Data Set, then import the file with `types: "suggested"`. A preview shows them first.',
  );
  const taken = await host.done('workspace_data_set_import', { ...from, types: 'suggested' });
  expect(taken).toMatchObject({
    hint: 'This channel has another Data Set named "Offers". This one has the key offer_2.',
    dataSet: { fields: { client: 'text', price: 'currency', due: 'date' } },
  });
  const text = 'Client;Price\nRome;$5\nParis;x\n';
  const { artifact: wrong } = await host.done('workspace_artifact_create', {
    kind: 'csv',
    title: 'More',
    content: text,
  });
  const added = { ...from, artifactId: wrong.id, objectTypeId: taken.dataSet.objectTypeId };
  const refused = await host.call('workspace_data_set_import', added);
  expect(JSON.stringify(refused)).toMatch(/row 1.*EUR.*row 2.*EUR/);
});
