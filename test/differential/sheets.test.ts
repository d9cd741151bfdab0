import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../schemas/queries.ts';
import { isOnServer } from '../support/of-the-folder.ts';
import { newSheet, type QueryResult, queryResult } from '../support/sheets.ts';
import { Random } from '../support/random.ts';
import { gatewayIn, type ZonedGateway } from './gateway.ts';
import { imported } from './loading.ts';
import { wellTyped } from './random-queries.ts';
import { rounded } from './rounded.ts';
import { csvSamples } from './samples.ts';
import type { Table } from './table.ts';

const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_005);
const queries = 300;
const patience = 120_000;
const timeZone = 'America/Sao_Paulo';
const chance = new Random(seed);
/** As an import types them by itself. */
const samples = csvSamples(chance, timeZone).map(({ name, csv }) => ({ name, csv }));

let gateway: ZonedGateway;
beforeAll(async () => {
  gateway = await gatewayIn(timeZone);
}, patience);
afterAll(() => gateway.close());

test.each(samples)(
  'a sheet of $name answers as the Data Set of its import does',
  async (sample) => {
    const table = await imported(gateway, sample);
    const sheet = await newSheet(gateway.account, sample.csv);
    let asked = 0;
    for (const query of wellTyped(shared(table), chance)) {
      if (asked === queries) break;
      asked += 1;
      const { channelId: _channel, objectTypeId: _dataSet, ...question } = query;
      const [expected, found] = [
        await queryResult(gateway.account, query),
        await queryResult(gateway.account, { ...question, artifactId: sheet.id }),
      ];
      const told = JSON.stringify({ seed, question });
      expect([told, withoutIds(found)]).toEqual([told, withoutIds(expected)]);
    }
  },
  patience,
);

/** The fields that both have: a sheet's rows have no times and no authors. */
function shared(table: Table): Table {
  const ofDataSets = new Set(['created_at', 'updated_at', 'created_by']);
  return { ...table, fields: table.fields.filter(({ key }) => !ofDataSets.has(key)) };
}

/** Rows have IDs of their own. */
const withoutIds = ({ columns, rows, completeness }: QueryResult) => ({
  columns,
  rows: (columns[0]?.type === 'id' ? rows.map(({ id: _id, ...row }) => row) : rows).map(comparable),
  completeness,
});

/** A sheet is computed in the gateway, also where its Data Set is on a server. */
const comparable = (row: Row): Row => {
  if (!isOnServer) return row;
  const figures = Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? rounded(value) : value]);
  return Object.fromEntries(figures) as Row;
};
