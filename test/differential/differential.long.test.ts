import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { compare, type Findings, refusals, summary } from './comparing.ts';
import { gatewayIn, type ZonedGateway } from './gateway.ts';
import { imported } from './loading.ts';
import { whole } from './random-queries.ts';
import { csvSamples, typedSamples } from './samples.ts';
import type { Table } from './table.ts';

const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? 20_261_005);
const patience = 120_000;

describe.each(['Europe/Berlin', 'America/Sao_Paulo'])('an organisation in %s', (timeZone) => {
  const chance = new Random(seed);
  const run = { seed, chance };
  const asked: Findings[] = [];
  const tables: Table[] = [];
  let gateway: ZonedGateway;

  beforeAll(async () => {
    gateway = await gatewayIn(timeZone);
    for (const sample of csvSamples(chance, timeZone)) tables.push(await imported(gateway, sample));
    tables.push(...(await typedSamples(gateway, chance)));
  }, patience);
  afterAll(() => gateway.close());

  const tableNamed = (name: string): Table => tables.find((table) => table.name === name)!;

  function expectNone(table: Table, findings: Findings): void {
    console.log(`${table.name}, ${timeZone}: ${summary([{ ...findings, disagreements: [] }], seed)}`);
    expect(findings.disagreements.slice(0, 10).join('\n\n')).toBe('');
  }

  test.each([
    ['Sales', 300],
    ['Awkward', 300],
    ['Tasks', 450],
  ])(
    '%s answers as DuckDB does',
    async (name, queries) => {
      const findings = await compare(gateway, tableNamed(name), { ...run, queries });
      asked.push(findings);
      expectNone(tableNamed(name), findings);
    },
    patience,
  );

  test('every operator, function and interval was asked', () => {
    const all = whole(tables);
    for (const name of ['operators', 'functions', 'intervals'] as const) {
      expect([...all[name]].filter((one) => !asked.some(({ coverage }) => coverage[name].has(one)))).toEqual([]);
    }
  });

  test(
    'a mistaken query is refused where the mistake is',
    async () => expectNone(tableNamed('Tasks'), await refusals(gateway, tableNamed('Tasks'), run)),
    patience,
  );

  test('a column of an import has a type only when all its cells read so', () => {
    const typesOf = (table: Table) => Object.fromEntries(table.fields.map(({ label, type }) => [label, type]));
    expect(typesOf(tableNamed('Sales'))).toMatchObject({
      'Order no': 'text',
      Customer: expect.stringMatching(/text$/),
      Stage: 'select',
      Units: 'number',
      Quarters: 'number',
      Amount: 'number',
      Ratio: 'percent',
      'Very large': 'number',
      Due: 'date',
      'Closed at': 'date_time',
      Paid: 'checkbox',
      Site: 'url',
      Mail: 'email',
      Notes: 'long_text',
      'Mostly empty': 'text',
    });
    expect(typesOf(tableNamed('Awkward'))).toMatchObject({
      id: 'number',
      title: expect.stringMatching(/text$/),
      created_at: 'date',
      'Prozent %': 'number',
      'select from "x"': expect.stringMatching(/text$/),
      'Größe (m²)': 'number',
      Zip: 'text',
      Ids: 'text',
      'Not available': 'text',
      Negative: 'number',
    });
    expect(
      tableNamed('Awkward')
        .fields.slice(0, 3)
        .map(({ key }) => key),
    ).toEqual(['id_2', 'title_2', 'created_at_2']);
  });

  test('the first column of text gives the titles, and an empty cell the number of its row', () => {
    const titles = tableNamed('Awkward').rows.map(({ values }, index) => [
      values['title_2'] ?? `Row ${index + 1}`,
      values['title'],
    ]);
    const oneLine = titles.filter(([cell]) => !/\n|^ /.test(String(cell)));
    expect(oneLine.map(([, title]) => title)).toEqual(oneLine.map(([cell]) => cell));
  });
});
