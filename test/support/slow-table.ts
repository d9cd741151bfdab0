import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueDataSet } from '../../src/query/catalogue.ts';
import { newDataSet } from './data-sets.ts';
import { accessToken, type Gateway, listening, spawnGateway, startGateway, stop, newDataFolder } from './product.ts';
import { type Account, accountAt } from './rest.ts';

/** More records than are read in the gateway's own process, with texts that take long to fold. */
export const recordCount = 6_000;
export const slowText = 'Größe Ångström naïve façade señor Übermaß '.repeat(30);
export const fields: FieldInput[] = [
  { key: 'kind', type: 'text' },
  { key: 'amount', type: 'number' },
  { key: 'note', type: 'long_text' },
];

/** A Data Set of such records in a channel. */
export function addSlowTable(dataFolder: string, channelSlug: string): Promise<CatalogueDataSet> {
  const records = Array.from({ length: recordCount }, (_, index) => ({
    title: `Row ${index}`,
    values: { kind: String(index % 3), amount: 1, note: slowText },
  }));
  return newDataSet(dataFolder, channelSlug, 'Measurements', fields, records);
}

/** The rows that `count` is answered with. */
export const expectedCount = ['0', '1', '2'].map((kind) => ({ kind, number: recordCount / 3, total: recordCount / 3 }));

export const notThere = [
  {
    or: Array.from({ length: limits.conditions }, (_, index) => ({
      field: 'note',
      operator: 'contains',
      value: `not there ${index}`,
    })),
  },
];

/** The rows of an answer that must not be refused. */
export async function rowsOf(account: Account, asked: object) {
  const answer: unknown = await account.done('POST /queries', asked);
  return (answer as Awaited<ReturnType<Workspace['queries']['run']>>).data.rows;
}

/** A folder with such a table for all tests of a file, and ways to serve and ask it. */
export function slowTable() {
  let dataFolder = '';
  let token = '';
  let channelId = '';
  let objectTypeId = '';

  beforeAll(async () => {
    dataFolder = await newDataFolder();
    const gateway = await listening(spawnGateway(dataFolder));
    token = await accessToken(dataFolder);
    channelId = (await accountAt(gateway.url, token).done('GET /channels')).channels[0]!.id;
    objectTypeId = (await addSlowTable(dataFolder, 'general')).id;
    await stop(gateway.process);
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  const query = (asked: object) => ({
    mode: 'deterministic',
    operation: 'aggregate',
    channelId,
    objectTypeId,
    ...asked,
  });
  return {
    /** Where the table is, and who may read it; known once the hooks have run. */
    place: () => ({ dataFolder, token, channelId, objectTypeId }),
    async start(...flags: string[]): Promise<{ gateway: Gateway; account: Account }> {
      const gateway = await startGateway(dataFolder, ...flags);
      return { gateway, account: accountAt(gateway.url, token) };
    },
    query,
    count: () =>
      query({
        groupBy: ['kind'],
        metrics: [
          { alias: 'number', function: 'count_rows' },
          { alias: 'total', function: 'sum', field: 'amount' },
        ],
      }),
    /** Folds 6,000 long texts fifty times, which takes far longer than a second. */
    heavy: () => query({ metrics: [{ alias: 'number', function: 'count_rows' }], filters: notThere }),
  };
}
