import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { limits } from '../../../schemas/limits.ts';
import { ensure } from './judging.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import { text } from './strings.ts';
import { wireForm } from './forms.ts';

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lineEnd: string;
  readonly hasMark: boolean;
  readonly quotesAll: boolean;
}

const cells = fc.oneof(
  { weight: 3, arbitrary: text.map((one) => one.replaceAll('\0', '').slice(0, limits.cell).toWellFormed()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '"', '""', ',', '\n', '\r', '\r\n', '","', ' ', '\ufeff', 'a"b', ' "a"'),
  },
);

const tables: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 6 }).chain((columns) =>
  fc.record({
    headers: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/), { minLength: columns, maxLength: columns }),
    rows: fc.array(fc.array(cells, { minLength: columns, maxLength: columns }), { maxLength: 12 }),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    hasMark: fc.boolean(),
    quotesAll: fc.boolean(),
  }),
);

/** A table as RFC 4180 writes it. A lone empty cell is quoted, because a reader skips a blank line. */
function writtenTable({ headers, rows, lineEnd, hasMark, quotesAll }: Table): string {
  const cell = (value: string, isOnly: boolean) =>
    quotesAll || /[",\r\n]/.test(value) || (isOnly && value === '') ? `"${value.replaceAll('"', '""')}"` : value;
  const line = (row: readonly string[]) => row.map((value) => cell(value, row.length === 1)).join(',');
  return (hasMark ? '\ufeff' : '') + [headers, ...rows].map(line).join(lineEnd) + lineEnd;
}

const carriageReturn = 0x0d;

/**
 * The rows that an independent reader finds, or undefined where it finds none. Half a line end at the end is not
 * compared.
 */
function referenceRows(bytes: Uint8Array): string[][] | undefined {
  try {
    return parse(withoutBigEndian(bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes), {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
    });
  } catch {
    return undefined;
  }
}

/** The reader knows the mark of UTF-8 and of UTF-16 in little endian, and no other. */
const withoutBigEndian = (bytes: Uint8Array): Buffer =>
  bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(new TextDecoder('utf-16be').decode(bytes)) : Buffer.from(bytes);

type Damage = (bytes: Buffer) => Buffer;
const damage: fc.Arbitrary<Damage> = fc
  .array(
    fc.tuple(
      fc.nat(),
      fc.oneof(
        fc
          .constantFrom('"', ',', '\n', '\r', ';', '\t', '\0', '""', '",', '\u2028', ',,,,,,', '\ufeff')
          .map(Buffer.from),
        fc.constantFrom([0xff], [0xc3], [0xed, 0xa0, 0x80], [0xfe, 0xff], [0]).map((bytes) => Buffer.from(bytes)),
        fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom(200, 250).map((columns) => Buffer.from(','.repeat(columns))),
        fc.constant(Buffer.from('x'.repeat(limits.cell + 1))),
      ),
      fc.nat(3),
    ),
    { maxLength: 3 },
  )
  .map(
    (changes): Damage =>
      (bytes) =>
        changes.reduce((done, [place, inserted, left]) => {
          const at = place % (done.byteLength + 1);
          return Buffer.concat([done.subarray(0, at), inserted, done.subarray(at + left)]);
        }, bytes),
  );

const randomBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
const anyFile = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(tables, damage).map(([table, hurt]) => hurt(Buffer.from(writtenTable(table)))) },
  { weight: 1, arbitrary: randomBytes },
  { weight: 1, arbitrary: tables.map((table) => Buffer.from(`\ufeff${writtenTable(table)}`, 'utf16le')) },
  { weight: 1, arbitrary: tables.map((table) => Buffer.from(writtenTable(table), 'latin1')) },
);

/** Imports: of tables every cell comes back, of anything else as many rows as another reader sees, or a refusal. */
export function csvParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const send = async (bytes: Uint8Array, fields: readonly (readonly [string, string])[], address: string) => {
    const route = `POST /api/workspace/channels/{channelId}/data-sets${address === '' ? '' : '/{objectTypeId}'}/import`;
    const path = `/api/workspace/channels/${lab.first('ch', 0)}/data-sets${address}/import`;
    const file = { fileName: 'rows.csv', contentType: 'text/csv', bytes };
    const reply = await line.ask({ method: 'POST', path, ...wireForm([...fields, ['file', file]]) });
    judge.ofOperation(route, Buffer.from(bytes).toString(), reply);
    return reply;
  };
  const rowsOf = async (objectTypeId: string) => {
    const query = {
      mode: 'deterministic',
      operation: 'records',
      channelId: lab.first('ch', 0),
      objectTypeId,
      limit: 1_000,
    };
    const headers = { 'content-type': 'application/json' };
    const path = '/api/workspace/queries';
    const { body } = await line.ask({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify(query)) });
    return body.data.rows as unknown as Record<string, string>[];
  };
  const prepare = () => lab.renew();
  return [
    {
      name: 'import of a table',
      kind: 'CSV files',
      runs: Math.ceil(runs * 0.3),
      prepare,
      property: promise(tables, async (table) => {
        const types = JSON.stringify(Object.fromEntries(table.headers.map((header) => [header, 'long_text'])));
        const bytes = Buffer.from(writtenTable(table));
        const reply = await send(
          bytes,
          [
            ['name', 'Rows'],
            ['types', types],
          ],
          '',
        );
        ensure(reply.status === 201, `${reply.status} ${reply.bytes.toString()}`);
        const { dataSet } = reply.body;
        const keys = dataSet.fields.slice(0, table.headers.length).map(({ key }) => key);
        const stored = (await rowsOf(dataSet.objectTypeId)).map((row) => keys.map((key) => row[key] ?? ''));
        ensure(JSON.stringify(stored) === JSON.stringify(table.rows), `stored ${JSON.stringify(stored)}`);
        ensure(
          JSON.stringify(referenceRows(bytes)?.slice(1)) === JSON.stringify(table.rows),
          'the reference reads otherwise',
        );
      }),
    },
    {
      name: 'import of any file',
      kind: 'CSV files',
      runs: Math.ceil(runs * 0.3),
      prepare,
      property: promise(anyFile, async (bytes) => {
        const reply = await send(bytes, [['name', 'Rows']], '');
        const reference = referenceRows(bytes);
        if (reply.status !== 201 || !reference) return;
        const { imported } = JSON.parse(reply.bytes.toString()) as { imported: number };
        ensure(imported === reference.length - 1, `${imported} rows, and ${reference.length - 1} by the reference`);
      }),
    },
    {
      name: 'rows added to a Data Set',
      kind: 'CSV files',
      runs: Math.ceil(runs * 0.4),
      prepare,
      property: promise(
        fc.tuple(
          fc.subarray(['Title', 'note', 'amount', 'day', 'done', 'stage', 'tags', 'nothing'], { minLength: 1 }),
          fc.array(fc.array(cells, { maxLength: 8 }), { maxLength: 5 }),
          damage,
        ),
        async ([headers, rows, hurt]) => {
          const table = {
            headers,
            rows: rows.map((row) => headers.map((_header, at) => row[at] ?? '')),
            lineEnd: '\n',
            hasMark: false,
            quotesAll: false,
          };
          await send(hurt(Buffer.from(writtenTable(table))), [], `/${lab.first('ot', 0)}`);
        },
      ),
    },
  ];
}
