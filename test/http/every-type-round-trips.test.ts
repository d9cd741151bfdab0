import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { form } from '../support/forms.ts';
import { importCsv, recordsOf } from '../support/imports.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
const formats = ['csv', 'xlsx', 'jsonl'] as const;

/** Keys and labels that a cell could be taken for: lists, other choices, numbers, days. */
const choices = [
  { key: 'won' },
  { key: 'lost', label: 'Won' },
  { key: 'Lost', label: 'lost' },
  { key: 'a;b', label: 'a, b' },
  { key: '["x"]' },
  { key: ' blanks ', label: ' ' },
  { key: '1.50', label: '2026-03-01' },
  { key: '=1+1', label: '"quoted"' },
];

interface Things {
  readonly people: string[];
  readonly records: string[];
  readonly files: string[];
  readonly artifacts: string[];
  readonly sessions: string[];
}

let target: string;
let things: Things;

beforeAll(async () => {
  const { admin } = gateway;
  ({ objectTypeId: target } = (await importCsv(admin, 'general', 'Name\nHarbour\nQuay\nPier\n')).dataSet);
  things = {
    people: [(await admin.done('GET /me')).userId, gateway.idOf('mia@workspace.test')],
    records: await idsOf(target),
    files: await threeOf(async (name) => (await admin.done('POST /files', uploaded(Buffer.from(name), name))).file.id),
    artifacts: await threeOf(async (title) => {
      const document = { kind: 'markdown', title, content: 'x', idempotencyKey: title };
      return (await admin.done('POST /artifacts', document)).artifact.id;
    }),
    sessions: await threeOf(async (title) => (await admin.done('POST /sessions', { title })).session.id),
  };
});

const threeOf = (make: (name: string) => Promise<string>) => Promise.all(['one', 'two', 'three'].map(make));

const uploaded = (bytes: Buffer, name: string) => form(['file', new Blob([new Uint8Array(bytes)]), name]);

async function idsOf(objectTypeId: string): Promise<string[]> {
  const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId, limit: 1_000 };
  return (await gateway.admin.done('POST /queries', query)).data.rows!.map(({ id }) => String(id));
}

/** Characters that cells, files and readers of them treat in some way. */
const awkward = Array.from(' \t\r\n",;=[]\'\\_x0B\ufeff\u0007\u00a0');

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...awkward), minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      '00501',
      'true',
      'NA',
      '1e5',
      '2026-03-01',
      '€1',
      '_x0041_',
      '\u202eevil',
      'null',
      'x'.repeat(40_000),
    ),
  )
  .filter((value) => value.isWellFormed() && !value.includes('\0'));

const title = text.filter((value) => value.trim() !== '' && value.length < 100 && !/\p{Cc}/u.test(value));

const number = fc.oneof(
  fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(0, -0, 0.1, 1e-7, 5e-324, 1.005, -12.5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

const time = fc
  .tuple(
    fc.date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9998-12-31T23:59:59.999Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '+05:30', '-11:00', '+14:00'),
  )
  .map(([moment, offset]) => moment.toISOString().replace('Z', offset));

/** A field of every type, and one of several values where the type has them, with values that it takes. */
function columns({ people, records, files, artifacts, sessions }: Things): [FieldInput, fc.Arbitrary<unknown>][] {
  const several = (values: readonly string[]) => fc.shuffledSubarray([...values]);
  const record = { objectTypeId: target };
  const keys = choices.map(({ key }) => key);
  return [
    [{ key: 'text', type: 'text' }, text],
    [{ key: 'long', type: 'long_text' }, text],
    [{ key: 'number', type: 'number' }, number],
    [{ key: 'money', type: 'currency', options: { currencyCode: 'EUR', decimals: 2 } }, number],
    [{ key: 'percent', type: 'percent' }, number],
    [{ key: 'done', type: 'checkbox' }, fc.boolean()],
    [{ key: 'day', type: 'date' }, time.map((moment) => moment.slice(0, 10))],
    [{ key: 'at', type: 'date_time' }, time],
    [{ key: 'stage', type: 'select', options: { choices } }, fc.constantFrom(...keys)],
    [{ key: 'tags', type: 'multi_select', options: { choices } }, several(keys)],
    [{ key: 'owner', type: 'user' }, fc.constantFrom(...people)],
    [{ key: 'team', type: 'user', multiple: true }, several(people)],
    [{ key: 'url', type: 'url' }, fc.webUrl({ withQueryParameters: true, withFragments: true })],
    [{ key: 'email', type: 'email' }, fc.constantFrom('a@example.com', "o'x+y;z@bücher.example", '=a,b@example.com')],
    [{ key: 'phone', type: 'phone' }, fc.constantFrom('+49 30 1234', '00501', '-12', '1.50', '12/03')],
    [{ key: 'place', type: 'record', options: record }, fc.constantFrom(...records)],
    [{ key: 'places', type: 'record', multiple: true, options: record }, several(records)],
    [{ key: 'file', type: 'file' }, fc.constantFrom(...files)],
    [{ key: 'files', type: 'file', multiple: true }, several(files)],
    [{ key: 'plan', type: 'artifact' }, fc.constantFrom(...artifacts)],
    [{ key: 'plans', type: 'artifact', multiple: true }, several(artifacts)],
    [{ key: 'talk', type: 'session' }, fc.constantFrom(...sessions)],
  ];
}

async function importFrom(bytes: Buffer, format: string, into: string): Promise<void> {
  const path = `/channels/general/data-sets/${into}/import`;
  const reply = await gateway.admin.call(`POST ${path}`, uploaded(bytes, `again.${format}`));
  expect(`${reply.status} ${reply.status === 200 ? '' : reply.bytes.toString()}`).toBe('200 ');
}

test('any values of every type are exported, deleted and imported again equal', async () => {
  const { admin } = gateway;
  const batch = 'POST /channels/general/records/batch';
  const fields = columns(things);
  const values = fc.record(Object.fromEntries(fields.map(([{ key }, value]) => [key, value])), { requiredKeys: [] });
  const records = fc.array(fc.record({ title, values }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom(...formats), async (create, format) => {
      const named = { name: 'Every type', fields: fields.map(([field]) => field) };
      const { objectTypeId } = (await admin.done('POST /channels/general/data-sets', named)).dataSet;
      await admin.done(batch, { objectTypeId, create });
      const before = await recordsOf(admin, 'general', objectTypeId);
      expect(before).toHaveLength(create.length);
      const file = await admin.call(`GET /channels/general/data-sets/${objectTypeId}/export?format=${format}`);
      await admin.done(batch, { objectTypeId, delete: await idsOf(objectTypeId) });
      expect(await recordsOf(admin, 'general', objectTypeId)).toEqual([]);
      await importFrom(file.bytes, format, objectTypeId);
      expect(await recordsOf(admin, 'general', objectTypeId)).toEqual(before);
    }),
    { numRuns: 30 },
  );
});
