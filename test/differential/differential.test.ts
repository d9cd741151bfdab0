import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chanceOf } from './chance.ts';
import { compare, type Findings, summary } from './comparing.ts';
import { gatewayIn, type ZonedGateway } from './gateway.ts';
import { imported } from './loading.ts';
import { whole } from './random-queries.ts';
import { csvSamples, typedSamples } from './samples.ts';
import type { Table } from './table.ts';

const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_005);

describe.each(['Europe/Berlin', 'America/Sao_Paulo'])('an organisation in %s', (timeZone) => {
  const chance = chanceOf(seed);
  const asked: { table: Table; findings: Findings }[] = [];
  let gateway: ZonedGateway;

  beforeAll(async () => {
    gateway = await gatewayIn(timeZone);
  });
  afterAll(() => gateway.close());

  async function agree(table: Table, queries: number): Promise<void> {
    const findings = await compare(gateway, table, { queries, seed, chance });
    asked.push({ table, findings });
    const said = summary([findings], seed);
    console.log(`${table.name}, ${timeZone}, ${said.slice(said.lastIndexOf('seed'))}`);
    expect(findings.disagreements.slice(0, 10).join('\n\n')).toBe('');
  }

  test('an imported CSV file answers as DuckDB does', async () => {
    for (const sample of csvSamples(chance, timeZone)) await agree(await imported(gateway, sample), 400);
  }, 120_000);

  test('a Data Set of every kind of field answers as DuckDB does', async () => {
    for (const table of await typedSamples(gateway, chance)) await agree(table, 600);
  }, 120_000);

  test('every operator, function and interval was asked', () => {
    const all = whole(asked.map(({ table }) => table));
    for (const name of ['operators', 'functions', 'intervals'] as const) {
      const missed = [...all[name]].filter((one) => !asked.some(({ findings }) => findings.coverage[name].has(one)));
      expect(missed).toEqual([]);
    }
  });
});
