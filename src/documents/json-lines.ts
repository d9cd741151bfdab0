import { limits } from '../../schemas/limits.ts';
import { csvRow } from './csv-row.ts';
import { type Extract, type ExtractedText, Unreadable } from './extracted-text.ts';

/**
 * JSON lines as CSV: an object a line, `{title?, values}` as an export writes it, or the values alone. The keys are the
 * headers, in the order of their appearance. Lists are cells of JSON.
 */
export const extractJsonLines: Extract = async ({ bytes }, text) => {
  const keys = new Set<string>();
  for (const record of recordsOf(bytes)) {
    for (const key of Object.keys(record)) keys.add(key);
    if (keys.size > limits.fields + 1) throw new Unreadable('too_many_columns');
  }
  const headers = [...keys];
  await writeRow(text, headers);
  for (const record of recordsOf(bytes)) {
    const cells = headers.map((key) => (Object.hasOwn(record, key) ? cellOf(record[key]) : ''));
    await writeRow(text, cells);
  }
};

type Values = Readonly<Record<string, unknown>>;

function* recordsOf(bytes: Buffer): Generator<Values> {
  let line = 0;
  for (let start = bytes.indexOf('\uFEFF') === 0 ? 3 : 0; start < bytes.byteLength; ) {
    const end = bytes.indexOf(0x0a, start);
    const json = bytes.toString('utf8', start, end < 0 ? bytes.byteLength : end).trim();
    start = end < 0 ? bytes.byteLength : end + 1;
    line += 1;
    if (json === '') continue;
    const record = parsed(json);
    if (!isObject(record)) throw new Unreadable('no_json_object', { line });
    yield isObject(record.values) ? { ...titleIn(record), ...record.values } : record;
  }
}

/** No field has the key `title`, so that it is the record's own. An import takes keys before labels. */
const titleIn = ({ title }: Values): Values => (typeof title === 'string' ? { title } : {});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function writeRow(text: ExtractedText, cells: readonly string[]): Promise<void> {
  text.write(csvRow(cells));
  await text.drain();
}
