import fc from 'fast-check';
import { expect, test } from 'vitest';
import { form } from '../support/forms.ts';
import { importCsv, type Imported, ownFields, recordsOf } from '../support/imports.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

const formats = ['csv', 'xlsx', 'jsonl'] as const;

const amount = fc.integer({ min: -99_999_999, max: 99_999_999 });
const day = fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
const two = (part: number) => String(part).padStart(2, '0');

const english = (cents: number) =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const german = (cents: number) =>
  (cents / 100).toLocaleString('de', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Columns of one notation each, and some that have none in common. */
const cells = fc.oneof(
  ...[
    amount.map((cents) => `€${english(cents)}`),
    amount.map((cents) => `${german(cents)} EUR`),
    amount.map((cents) => `${cents / 10}%`),
    amount.map((cents) => `${german(cents)} %`),
    amount.map((cents) => cents.toLocaleString('en')),
    amount.map((cents) => String(cents / 1_000)),
    day.map((date) => `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`),
    day.map((date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`),
    day.map((date) => `${date.toISOString().slice(0, 10)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`),
    fc.constantFrom('yes', 'No', 'TRUE'),
    fc.constantFrom('open', 'won', 'lost at last'),
    fc.webUrl(),
    fc.emailAddress(),
    fc.constantFrom('€1', '$1', '12%', '7', '5/6/2025', 'n/a', ' x', '00501', '1e5', '-0'),
    fc.string({ maxLength: 6, unit: 'grapheme' }).filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text)),
  ].map((cell) => fc.array(fc.option(cell, { nil: '', freq: 6 }), { minLength: 9, maxLength: 9 })),
);

async function importedFrom(bytes: Buffer, format: string, into: string, fields: [string, string][]) {
  const path = `/channels/general/data-sets${into}/import`;
  const file: [string, Blob, string] = ['file', new Blob([new Uint8Array(bytes)]), `again.${format}`];
  const reply = await gateway.admin.call(`POST ${path}`, form(...fields, file));
  expect(`${reply.status} ${reply.bytes.toString()}`).toMatch(/^20[01] /);
  return JSON.parse(reply.bytes.toString()) as Imported;
}

const rowsOf = ({ dataSet }: Imported) => recordsOf(gateway.admin, 'general', dataSet.objectTypeId);

test('an import with suggestions is exported and imported again unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 6 }), async (columns) => {
      const headers = ['Key', ...columns.map((_cells, n) => `C${n}`)];
      const rows = columns[0]!.map((_cell, row) => [`row ${row}!`, ...columns.map((of) => of[row]!)]);
      const csv = [headers, ...rows]
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())
        .join('\n');
      const made = await importCsv(gateway.admin, 'general', csv, { types: 'suggested', titleColumn: 'Key' });
      const records = await rowsOf(made);
      const id = made.dataSet.objectTypeId;
      for (const format of formats) {
        const file = await gateway.admin.call(`GET /channels/general/data-sets/${id}/export?format=${format}`);
        const again = await importedFrom(file.bytes, format, '', [['types', 'suggested']]);
        expect((await rowsOf(again)).map(({ title_2: _title, ...values }) => values)).toEqual(records);
        const types = ownFields(made.dataSet).map(({ type }) => type);
        const empty = await gateway.admin.done('POST /channels/general/data-sets', {
          name: 'Same fields',
          fields: ownFields(made.dataSet).map(({ key, label, type, options }) => ({
            key,
            label,
            type,
            ...(options && { options }),
          })),
        });
        const same = await importedFrom(file.bytes, format, `/${empty.dataSet.objectTypeId}`, []);
        expect(ownFields(same.dataSet).map(({ type }) => type)).toEqual(types);
        expect(await rowsOf(same)).toEqual(records);
      }
    }),
    { numRuns: 8 },
  );
});
