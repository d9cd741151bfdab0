import type { DataSet } from '../../schemas/data-sets.ts';
import type { FieldInput } from '../../schemas/fields.ts';
import { dayIn, plusDays } from './calendar.ts';
import type { Random } from '../support/random.ts';
import { form, textFile } from '../support/forms.ts';
import type { ZonedGateway } from './gateway.ts';
import { channel, type CsvSample, systemValues, tableOf } from './loading.ts';
import type { Table, Value } from './table.ts';

type Cell = (index: number) => string;

const quotedCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(quotedCell).join(',')}\n`).join('');

function csvFrom(columns: Readonly<Record<string, Cell>>, rows: number): string {
  const cells = Array.from({ length: rows }, (_, index) => Object.values(columns).map((cell) => cell(index)));
  return csvOf([Object.keys(columns), ...cells]);
}

/** Words in which case, marks, signs and scripts matter to comparison, folding and order. */
const words = [
  'Café',
  'café',
  'CAFE\u0301',
  'cafe',
  'Straße',
  'STRASSE',
  'ﬁnance',
  'Finance',
  'Ångström',
  'angstrom',
  'Ｆｕｌｌ',
  'İstanbul',
  'istanbul',
  'ΟΔΟΣ',
  'οδός',
  '100%',
  '100',
  'a_b',
  'a*b',
  'aXb',
  '[x]',
  "O'Brien",
  '"quoted"',
  'back\\slash',
  'Zoë',
  'zebra',
  'Änderung',
  '日本',
  '日本語',
  '😀 smile',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\uffee wide',
  'مرحبا',
  ' led by a blank',
  'two  blanks',
  'a, b',
  'line\nbreak',
  'NULL',
  'NaN',
  'true?',
];

/**
 * Days near today and far from it, ends of months and leap days. Also years that begin in the last week of the year
 * before.
 */
function dayNear(chance: Random, timeZone: string): string {
  const today = dayIn(timeZone, new Date());
  const odd = [
    '2024-02-29',
    '2024-12-30',
    '2026-01-01',
    '2021-01-03',
    '2020-12-31',
    '1969-12-31',
    '1900-01-01',
    '0001-01-02',
    '9999-12-30',
  ];
  if (chance.happens(0.1)) return chance.pick(odd);
  return plusDays(today, chance.pick([chance.below(15) - 7, chance.below(120) - 60, chance.below(1200) - 900]));
}

/** Times in UTC, many of them beside the midnights and the clock changes of the zones. */
function timeNear(chance: Random, timeZone: string): string {
  const odd = [
    '2026-03-29T00:59:59.999Z',
    '2026-03-29T01:00:00.000Z',
    '2025-10-26T00:30:00.000Z',
    '2025-10-26T01:30:00.000Z',
    '2018-11-04T03:00:00.000Z',
    '1850-06-01T23:10:00.000Z',
    '1913-12-31T03:06:27.000Z',
    '0001-01-02T12:00:00.000Z',
    '9999-12-30T12:00:00.000Z',
    '2018-11-04T02:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '2025-12-31T23:30:00.000Z',
    '2026-01-01T02:30:00.000Z',
  ];
  if (chance.happens(0.1)) return chance.pick(odd);
  const hour = chance.pick([21, 22, 23, 0, 1, 2, 3, chance.below(24)]);
  const clock = [hour, chance.pick([0, 30, 59]), chance.pick([0, 59])]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${dayNear(chance, timeZone)}T${clock}.${chance.pick(['000', '999', '123'])}Z`;
}

/**
 * CSV files as people bring them. One is of sales, with every kind of number and date. The other is a sheet with
 * awkward headers and cells.
 */
export function csvSamples(chance: Random, timeZone: string): CsvSample[] {
  const sparse =
    (cell: Cell, empty = 0.15): Cell =>
    (index) =>
      chance.happens(empty) ? '' : cell(index);
  const cents = () => (chance.below(2_000_000) / 100 - 5_000).toFixed(2);
  const sales: Record<string, Cell> = {
    'Order no': (index) => `O-${String(index).padStart(4, '0')}`,
    Customer: sparse(() => chance.pick(words)),
    Stage: sparse(() => chance.pick(['won', 'lost', 'open', 'Negotiation'])),
    Units: sparse(() => String(chance.below(40) - 5)),
    Quarters: sparse(() => String((chance.below(4000) - 500) / 4)),
    Amount: sparse(cents),
    Ratio: sparse(() => String(chance.below(1_000_000) / 7_000_000)),
    'Very large': sparse(() => String(2 ** 40 + chance.below(1000))),
    Due: sparse(() => dayNear(chance, timeZone)),
    'Closed at': sparse(() => timeNear(chance, timeZone)),
    Paid: sparse(() => chance.pick(['true', 'false'])),
    Site: sparse(() => `https://example.com/${chance.pick(['a', 'B', 'ü'])}`),
    Mail: sparse(() => `${chance.pick(['ann', 'Bob', 'zoe'])}@example.com`),
    Notes: sparse(() => `${chance.pick(words)} and ${chance.pick(words)}`, 0.5),
    'Mostly empty': sparse(() => 'something', 0.95),
  };
  const awkward: Record<string, Cell> = {
    id: (index) => String(index),
    title: sparse(() => chance.pick(words), 0.3),
    created_at: sparse(() => dayNear(chance, timeZone)),
    'Prozent %': sparse(() => String(chance.below(100))),
    'select from "x"': sparse(() => chance.pick(words)),
    'Größe (m²)': sparse(() => String(chance.below(300) / 8)),
    Zip: sparse(() => chance.pick(['00501', '10115', '99950'])),
    Ids: sparse(() => `1234567890123456789${chance.below(10)}`),
    'Not available': () => chance.pick(['1', '2', 'NA']),
    Negative: sparse(() => String(-chance.below(5))),
  };
  return [
    {
      name: 'Sales',
      csv: csvFrom(sales, 300),
      types: { Stage: 'select', Ratio: 'percent', Notes: 'long_text', Site: 'url', Mail: 'email' },
    },
    { name: 'Awkward', csv: csvFrom(awkward, 120) },
  ];
}

const choices = (...keys: string[]) => ({ choices: keys.map((key) => ({ key, label: `${key.toUpperCase()}!` })) });

/** Data Sets with the kinds of fields that no import makes, and records in them. */
export async function typedSamples(gateway: ZonedGateway, chance: Random): Promise<Table[]> {
  const projects = await declared(gateway, 'Projects', [{ key: 'code', type: 'text' }]);
  const projectTable = await filled(gateway, projects, 12, (index) => ({ code: `P${index}` }));
  const projectIds = projectTable.rows.map(({ id }) => id);
  const { files, artifacts, sessions } = await things(gateway);
  const tasks = await declared(gateway, 'Tasks', [
    { key: 'labels', type: 'multi_select', options: choices('zeta', 'alpha', 'Middle', "it's", 'émile') },
    { key: 'priority', type: 'select', options: choices('urgent', 'normal', 'low', 'Backlog') },
    { key: 'owner', type: 'user' },
    { key: 'watchers', type: 'user', multiple: true },
    { key: 'done', type: 'checkbox' },
    { key: 'project', type: 'record', options: { objectTypeId: projects.objectTypeId } },
    { key: 'related', type: 'record', multiple: true, options: { objectTypeId: projects.objectTypeId } },
    { key: 'starts', type: 'date_time' },
    { key: 'due', type: 'date' },
    { key: 'cost', type: 'currency', options: { currencyCode: 'EUR' } },
    { key: 'progress', type: 'percent' },
    { key: 'hours', type: 'number' },
    { key: 'summary', type: 'text' },
    { key: 'body', type: 'long_text' },
    { key: 'link', type: 'url' },
    { key: 'contact', type: 'email' },
    { key: 'phone', type: 'phone' },
    { key: 'paper', type: 'file' },
    { key: 'papers', type: 'file', multiple: true },
    { key: 'sheet', type: 'artifact' },
    { key: 'sheets', type: 'artifact', multiple: true },
    { key: 'talk', type: 'session' },
  ]);
  const { timeZone, users } = gateway;
  const table = await filled(gateway, tasks, 150, () => {
    const values: Record<string, Value> = {
      labels: chance.some(['zeta', 'alpha', 'Middle', "it's", 'émile'], chance.below(4)),
      priority: chance.pick(['urgent', 'normal', 'low', 'Backlog']),
      owner: chance.pick(users),
      watchers: chance.some(users, chance.below(3)),
      done: chance.happens(0.5),
      project: chance.pick(projectIds),
      related: chance.some(projectIds, chance.below(4)),
      starts: timeNear(chance, timeZone),
      due: dayNear(chance, timeZone),
      cost: chance.below(100_000) / 100,
      progress: chance.below(101) / 4,
      hours: chance.below(50),
      summary: chance.pick(words),
      body: `${chance.pick(words)}\n\n${chance.pick(words)}`,
      link: `https://example.com/${chance.below(5)}?q=a%20b`,
      contact: `${chance.pick(['ann', 'Bob', 'zoe'])}@example.com`,
      phone: `+49 30 ${1000 + chance.below(20)}`,
      paper: chance.pick(files),
      papers: chance.some(files, chance.below(3)),
      sheet: chance.pick(artifacts),
      sheets: chance.some(artifacts, chance.below(3)),
      talk: chance.pick(sessions),
    };
    const kept = Object.entries(values).filter(
      ([, value]) => !chance.happens(0.2) && !(Array.isArray(value) && value.length === 0),
    );
    return Object.fromEntries(kept);
  });
  return [projectTable, table];
}

async function declared(gateway: ZonedGateway, name: string, fields: FieldInput[]): Promise<DataSet> {
  const answer = await gateway.account.done(`POST /channels/${channel}/data-sets`, { name, fields });
  return (answer as unknown as { dataSet: DataSet }).dataSet;
}

/** Makes records, each with the values that are made for it. */
async function filled(
  gateway: ZonedGateway,
  { objectTypeId }: DataSet,
  count: number,
  valuesOf: (index: number) => Record<string, Value>,
): Promise<Table> {
  const made = Array.from({ length: count }, (_, index) => valuesOf(index));
  for (const [index, values] of made.entries()) {
    const title = words[index % words.length]!.replaceAll('\n', ' ');
    await gateway.account.done(`POST /channels/${channel}/records`, { objectTypeId, title, values });
  }
  const rows = await systemValues(gateway, objectTypeId);
  return tableOf(gateway, objectTypeId, () =>
    rows.map((row, index) => ({ id: row.id, values: { ...row.values, ...made[index] } })),
  );
}

/** Files, artifacts and sessions for records to point to. */
async function things({ account }: ZonedGateway) {
  const each = <Made>(make: (name: string) => Promise<Made>) => Promise.all(['one', 'two', 'three'].map(make));
  return {
    files: await each(
      async (name) => (await account.done('POST /files', form(['file', textFile(name), `${name}.txt`]))).file.id,
    ),
    artifacts: await each(async (name) => {
      const body = { kind: 'markdown', title: name, content: name, idempotencyKey: name };
      return (await account.done('POST /artifacts', body)).artifact.id;
    }),
    sessions: await each(async (name) => (await account.done('POST /sessions', { title: name })).session.id),
  };
}
