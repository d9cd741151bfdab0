import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { expectSound } from '../support/check.ts';
import { form } from '../support/forms.ts';
import { csvForm } from '../support/imports.ts';
import { isOnServer } from '../support/of-the-folder.ts';
import { patience } from '../support/patience.ts';
import { accessToken, executable, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { addedSource, csvFile, listedSources, synced } from '../support/sources.ts';
import { recordRowsIn, traces } from '../support/storage.ts';

/** Much is written and searched through. */
const MiB = 1024 * 1024;
/** Far more than a transaction keeps in memory, in few rows and words: each costs more than its bytes. */
const rowCount = 12_000;
const long = `x${'-'.repeat(2_399)}`;
const row = (number: number) => `k${number},${long}`;
const rows = (count: number) => Array.from({ length: count }, (_, number) => row(number));

const csv = ['Key,Text', ...rows(rowCount), ''].join('\n');
const importInto = (url: string, token: string) =>
  accountAt(url, token).call('POST /channels/general/data-sets/import', csvForm(csv, { name: 'Rows' }), {
    'idempotency-key': 'import',
  });

const logBytes = async (dataFolder: string) => (await stat(`${placesIn(dataFolder).database}-wal`)).size;

/** Waits until bytes lie beside the database, because the transaction under way no longer fits into memory. */
const isStoring = (dataFolder: string) =>
  vi.waitFor(async () => expect(await bytesStored(dataFolder)).toBeGreaterThan(4 * MiB), {
    ...patience,
    interval: 5,
  });

/** A server has committed some of them before. */
const bytesStored = async (dataFolder: string) =>
  isOnServer ? (await recordRowsIn(dataFolder)) * long.length : logBytes(dataFolder);

/** Another process takes over the work of a dead one once its claim has expired. */
const patientlyTakenBack = { timeout: 60_000, interval: 500 };

/** The same by reference to a file that was stored before. */
async function storedImport(url: string, token: string) {
  const account = accountAt(url, token);
  const sent = form(['file', new Blob([csv], { type: 'text/csv' }), 'rows.csv']);
  const { file } = JSON.parse((await account.call('POST /files', sent)).bytes.toString()) as { file: { id: string } };
  return (to: string, by: string) =>
    accountAt(to, by).call(
      'POST /channels/general/data-sets/import',
      { fileId: file.id, name: 'Rows' },
      { 'idempotency-key': 'import' },
    );
}

test.each([
  ['of a form', async () => importInto],
  ['of a stored file', storedImport],
])('an import %s during which the gateway is killed leaves nothing, and its retry succeeds', async (_of, prepared) => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  const importInto = await prepared(gateway.url, token);
  const before = await traces(dataFolder);
  const answer = importInto(gateway.url, token).catch((error: unknown) => error);
  await isStoring(dataFolder);
  gateway.process.kill('SIGKILL');
  expect(await answer).toBeInstanceOf(Error);

  await expectSound(dataFolder);
  const again = await startGateway(dataFolder);
  const { status, headers, body } = await importInto(again.url, token);
  expect([status, headers.get('idempotency-replayed'), body]).toMatchObject([201, null, { imported: rowCount }]);
  const rows = async () => (await traces(dataFolder)).rows;
  const added = { data_sets: 1, data_set_fields: 2, records: rowCount, audit_events: 1, idempotency_keys: 1 };
  const imported = Object.entries(added).map(([table, count]) => [table, before.rows[table]! + count]);
  await expect.poll(rows, patientlyTakenBack).toMatchObject(Object.fromEntries(imported));
  const newTables = async () =>
    Object.keys(await rows()).filter((table) => /^data_\d/.test(table) && !(table in before.rows));
  await expect.poll(newTables, patientlyTakenBack).toHaveLength(1);
  await expectSound(dataFolder);
});

test('a synchronisation that is killed is completed by the next one', async () => {
  const dataFolder = await temporaryFolder();
  const file = await csvFile('Key,Text', 'k0,first', 'gone,second');
  const source = await addedSource(dataFolder, '--name', 'Rows', '--csv', file.path, '--key', 'Key');
  await file.write('Key,Text', ...rows(rowCount));
  const command = [executable, 'admin', 'sources', 'sync', '--data', dataFolder];
  const process_ = spawn(process.execPath, command, { stdio: 'ignore' });
  const exit = once(process_, 'exit');
  await isStoring(dataFolder);
  process_.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);

  const [left] = await listedSources(dataFolder);
  expect(left).toMatchObject({ records: 2, synchronizedAt: source.synchronizedAt });
  await expectSound(dataFolder);
  expect(await synced(dataFolder, source)).toMatch(new RegExp(`^\\+${rowCount - 1} ~[01] -1$`));
  expect(await listedSources(dataFolder)).toMatchObject([{ records: rowCount }]);
  await expectSound(dataFolder);
});

test('an import that was answered before the gateway is killed is there', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  const { body } = await importInto(gateway.url, token);
  gateway.process.kill('SIGKILL');
  expect(body).toMatchObject({ imported: rowCount });
  expect((await traces(dataFolder)).rows).toMatchObject({ data_sets: 1, records: rowCount, idempotency_keys: 1 });
  await expectSound(dataFolder);
});

test('the log of a large import is emptied beside the writes that follow, and cut', async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const gateway = await startGateway(dataFolder);
  await importInto(gateway.url, token);
  const writeOnce = () => accountAt(gateway.url, token).done('POST /sessions', {});
  await expect.poll(async () => writeOnce().then(() => logBytes(dataFolder)), patience).toBeLessThanOrEqual(16 * MiB);
  await expectSound(dataFolder);
});
