import { describe, expect, test } from 'vitest';
import { limits, mistakeLimits } from '../../schemas/limits.ts';
import { importCsv, ownFields, recordsOf, refused, sendCsv } from '../support/imports.ts';
import { indexed } from '../support/index.ts';
import { gatewayWith, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
/** Its index is not written: the second large file would show nothing more by that. */
const idle = gatewayWith(() => ['--no-work']);
const send = (csv: string | Uint8Array<ArrayBuffer>, fields = {}) => sendCsv(gateway.admin, 'general', csv, fields);
const kept = (csv: string | Uint8Array<ArrayBuffer>, fields = {}) => importCsv(gateway.admin, 'general', csv, fields);
const refusal = async (
  csv: string | Uint8Array<ArrayBuffer>,
  fields: object,
  ...asked: [code: Parameters<typeof refused>[2], paths?: string[]]
) => refused(gateway.dataFolder, () => send(csv, fields), ...asked);
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

const most = 52_428_800;
const headersOf = (columns: number) => times(columns, (n) => `c${n}`).join(',');

describe('a file of 50 MiB', () => {
  /** Few cells, all of them long, in as few rows as may be or in some more. */
  const fileOf = (size: number, rows: number) => {
    const header = `${headersOf(200)}\n`;
    const cells = 200 * rows;
    const bytesOfCells = size - header.length - cells;
    const euros = Math.floor(bytesOfCells / cells / 3);
    const row = `${times(200, () => '€'.repeat(euros)).join(',')}\n`;
    const missing = bytesOfCells - 3 * euros * cells;
    return Buffer.from(header + row.repeat(rows - 1) + row.slice(0, -1) + 'x'.repeat(missing) + '\n');
  };

  test.each([
    ['of 53 lines', 53, gateway],
    ['of 200 lines', 200, idle],
  ])('%s is kept, of one byte more it is not', async (_what, rows, { admin, dataFolder }) => {
    const file = fileOf(most, rows);
    expect(file.byteLength).toBe(most);
    const tooLarge = () => sendCsv(admin, 'general', fileOf(most + 1, rows));
    expect((await refused(dataFolder, tooLarge, 'too_large')).maxBytes).toBe(most);
    expect((await importCsv(admin, 'general', file)).imported).toBe(rows);
  });

  test('is indexed', () => indexed(gateway.dataFolder));

  test('that is one header is refused for it', async () => {
    const { errors } = await refusal(Buffer.alloc(most, 'x'), {}, 'invalid_request');
    expect(errors).toMatchObject([{ path: '/file', message: expect.stringContaining('a line of more than') }]);
  });
});

test.each([
  [limits.csvLineBytes, 'row 1 has a cell of more than 100000 characters'],
  [limits.csvLineBytes + 1, 'row 1 has a line of more than 4194304 bytes'],
])('a line of %i bytes is refused for what it has too much of', async (bytes, told) => {
  const { errors } = await refusal(`a,b\n${'x'.repeat(bytes)}\n1,2\n`, {}, 'invalid_request');
  expect(errors).toMatchObject([{ path: '/file', message: expect.stringContaining(told) }]);
});

test('a field of the form may have 262,144 bytes', async () => {
  const types = (size: number) => `{"a":"number"${' '.repeat(size - 14)}}`;
  const { dataSet } = await kept('a\n1\n', { types: types(262_144) });
  expect(ownFields(dataSet)[0]!.type).toBe('number');
  const { errors } = await refusal('a\n1\n', { types: types(262_145) }, 'invalid_request', ['/types']);
  expect(errors![0]!.message).toBe('is too long');
});

describe('a cell', () => {
  test.each([';', ','])('of 500 values is kept, of one more it is not (%s)', async (separator) => {
    const cell = (count: number) => `m\n"${times(count, (n) => `v${n}`).join(separator)}"\n`;
    const types = { m: 'multi_select' };
    const { dataSet } = await kept(cell(500), { types });
    const [row] = await recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
    expect(row!.m).toEqual(times(500, (n) => `v${n}`));
    const { errors } = await refusal(cell(501), { types }, 'invalid_values');
    expect(errors).toEqual([{ path: '/file', message: 'row 1, "m": must have at most 500 values' }]);
  });

  test.each([
    ['plain', '😀', (text: string) => text],
    ['in quotes', '😀', (text: string) => `"${text}"`],
    ['behind one in quotes', '😀', (text: string) => `"x",${text}`],
    ['of quotes', '"', (text: string) => `"${text.replaceAll('"', '""')}"`],
  ])('of 100,000 characters is kept, of one more it is not (%s)', async (_what, letter, written) => {
    const csv = (count: number) => `a,b\n${written(letter.repeat(count))}\n`;
    const { dataSet } = await kept(csv(100_000));
    const [row] = await recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
    expect(Object.values(row!)).toContain(letter.repeat(100_000));
    const { errors } = await refusal(csv(100_001), {}, 'invalid_request');
    expect(errors![0]!.message).toContain('row 1 has a cell of more than 100000 characters');
  });
});

describe('mistakes', () => {
  test.each([
    [99, 'the mistakes are named'],
    [101, 'the first 100 mistakes are named'],
  ])('of %d, %s', async (count, words) => {
    const { errors, detail } = await refusal(`n\n${'x\n'.repeat(count)}`, { types: { n: 'number' } }, 'invalid_values');
    expect(errors).toHaveLength(Math.min(count, mistakeLimits.mistakes));
    expect(detail).toContain(words);
  });
});
