import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../schemas/limits.ts';
import { engineOf } from '../../../src/store/engine.ts';
import { newDataSet, savedView, viewData } from '../../support/data-sets.ts';
import { patience } from '../../support/patience.ts';
import { postgresPrograms } from '../../support/postgres-programs.ts';
import { sharedGateway } from '../../support/rest.ts';
import { addedSource, contentsOf, csvFile, synced } from '../../support/sources.ts';
import { inStorage } from '../../support/storage.ts';

/** A text that compresses badly, so that an index has to hold all of it. */
const noise = (seed: number, length: number): string => {
  let text = '';
  for (let part = 0; text.length < length; part += 1)
    text += createHash('sha256').update(`${seed} ${part}`).digest('base64');
  return text.slice(0, length);
};

/** An entry of an index of PostgreSQL has at most 2,704 bytes. */
describe.skipIf(postgresPrograms() === undefined)('long values on a server', () => {
  beforeAll(() => void vi.stubEnv('WORKSPACE_TEST_STORE', 'postgres'));
  afterAll(() => void vi.unstubAllEnvs());
  const gateway = sharedGateway();

  const note = { key: 'note', label: 'Note', type: 'text' } as const;
  const indexesOn = (number: number) =>
    inStorage(gateway.dataFolder, (tx) => engineOf(tx).indexNames(`data_${number}`, `data_${number}_of_views_`));

  test('are keys of a source as long as a cell, and look like no other', async () => {
    const [long, other] = [noise(1, 50_000), noise(2, 50_000)];
    const digested = `\u0001sha256:${createHash('sha256').update(long).digest('hex')}`;
    const { path, write } = await csvFile('Id,Name', `${long},Ada`, `${digested},Ben`);
    const source = await addedSource(gateway.dataFolder, '--name', 'Long', '--csv', path, '--key', 'Id');
    const names = async () => (await contentsOf(gateway.admin, source)).map((row) => (row as { name: string }).name);
    expect(await names()).toEqual(['Ada', 'Ben']);
    await write('Id,Name', `${long},Adele`, `${other},Cy`, `${digested},Ben`);
    expect(await synced(gateway.dataFolder, source)).toBe('+1 ~1 -0');
    await write('Id,Name', `${other},Cy`);
    expect(await synced(gateway.dataFolder, source)).toBe('+0 ~0 -2');
    expect(await names()).toEqual(['Cy']);
  });

  test('are written where a View had an index, which ends', async () => {
    const records = Array.from({ length: 50 }, (_, index) => ({
      title: `Row ${index}`,
      values: { note: `n${index}` },
    }));
    const dataSet = await newDataSet(gateway.dataFolder, 'general', 'Notes', [note], records);
    const view = await savedView(gateway.admin, 'general', {
      name: 'By note',
      objectTypeId: dataSet.id,
      renderer: 'table',
      sort: [{ fieldKey: 'note', direction: 'asc' }],
    });
    await expect.poll(() => indexesOn(dataSet.number), patience).toHaveLength(1);
    const long = `n2 ${noise(3, 60_000)}`;
    const { record } = await gateway.admin.done('POST /channels/general/records', {
      objectTypeId: dataSet.id,
      title: 'Long',
      values: { note: long },
    });
    await expect.poll(() => indexesOn(dataSet.number), patience).toEqual([]);
    const { records: shown = [] } = await viewData(gateway.admin, 'general', view.id, { limit: 20 });
    expect(shown.map(({ id }) => id).indexOf(record.id)).toBe(13);
  });

  test('leave out an index that has no room for its texts together', async () => {
    const half = limits.indexedText;
    const records = Array.from({ length: 20 }, (_, index) => ({
      title: noise(index, 250),
      values: { note: noise(index, half), second: noise(index + 100, half) },
    }));
    const fields = [note, { ...note, key: 'second', label: 'Second' }];
    const dataSet = await newDataSet(gateway.dataFolder, 'general', 'Halves', fields, records);
    const sort = ['note', 'second'].map((fieldKey) => ({ fieldKey, direction: 'asc' }));
    const view = await savedView(gateway.admin, 'general', {
      name: 'Both',
      objectTypeId: dataSet.id,
      renderer: 'table',
      sort,
    });
    expect((await viewData(gateway.admin, 'general', view.id)).records).toHaveLength(20);
    expect(await indexesOn(dataSet.number)).toEqual([]);
  });
});
