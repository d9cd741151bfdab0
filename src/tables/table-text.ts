import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import { charsetOf } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import { markedEncoding } from '../documents/encoding.ts';
import type { Outcome, Task } from '../documents/extraction.ts';
import { FairQueue } from '../turns/fair-queue.ts';

/** A file that may be a table. */
export interface TableSource {
  /** The parameter that names it. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly fileName: string;
  readonly sheet: string | undefined;
  /** Its first bytes. */
  readonly head: Uint8Array;
}

/**
 * How to read a file as a table; undefined for text in UTF-8, which is read as it stands. The first bytes decide. A
 * file that says it is a workbook or JSON lines must be.
 */
export function tableTask({ path, contentType = '', fileName, sheet, head }: TableSource): Task | undefined {
  if (beginsWith(head, compoundFile))
    throw invalidRequest(path, 'is an old or encrypted workbook; save it as XLSX without a password');
  if (beginsWith(head, archive)) return { format: 'xlsx_table', sheet };
  if (sheet !== undefined) throw invalidRequest('/sheet', 'goes with a workbook (XLSX); leave it out for other files');
  const isCsv = csvTypes.test(contentType);
  if (!isCsv && (workbookTypes.test(contentType) || workbookNames.test(fileName)))
    throw invalidRequest(path, 'is not the workbook that its name or type says; send XLSX, or name it .csv');
  if (!isCsv && (beginsJson(head) || jsonTypes.test(contentType) || jsonNames.test(fileName)))
    return { format: 'json_table' };
  const marked = markedEncoding(head);
  const charset = marked ?? charsetOf(contentType);
  return charset === undefined || utf8.test(charset) ? undefined : { format: 'text_table', charset };
}

/** Nothing of CSV begins like that, unless it is said to be CSV. */
const beginsJson = (head: Uint8Array) => /^\uFEFF?\s*\{\s*"/.test(Buffer.from(head).toString());

const csvTypes = /^text\/(csv|tab-separated-values)\b/i;
const jsonTypes = /^application\/(jsonl|x-ndjson)\b/i;
const jsonNames = /\.(jsonl|ndjson)$/i;
const workbookTypes = /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\./i;
const workbookNames = /\.xls[xm]$/i;

const archive = Buffer.from('PK\x03\x04');
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const utf8 = /^(utf-?8|us-ascii|ascii)$/i;

const beginsWith = (bytes: Uint8Array, signature: Buffer) => signature.equals(bytes.subarray(0, signature.length));

/** As many first bytes as tell how to read a file. */
export const signatureBytes = 16;

interface Extracted<Kept> {
  readonly kept: Kept;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[] | undefined;
}

/**
 * Extracts a table as CSV in UTF-8, in a process of its own, and hands its bytes to `keep`. A refused table is
 * discarded. Few processes run at once; users take turns.
 */
export async function extractedTable<Kept>(
  { task, path, subject, signal }: { task: Task; path: string; subject: string; signal: AbortSignal },
  bytes: AsyncIterable<Uint8Array>,
  keep: (text: AsyncIterable<Uint8Array>) => Promise<Kept>,
  discard: (kept: Kept) => Promise<void> = async () => {},
): Promise<Extracted<Kept>> {
  const done = await place(subject);
  try {
    const { extractText } = await import('../documents/extraction.ts');
    const { text, outcome } = extractText(task, bytes, signal);
    const kept = await keep(text);
    try {
      const ended = await outcome;
      refuseUnlessWhole(ended, task, path);
      return { kept, sheets: ended.sheets };
    } catch (error) {
      await discard(kept);
      throw error;
    }
  } finally {
    done();
  }
}

function refuseUnlessWhole(outcome: Outcome, { sheet }: Task, path: string): void {
  if ('isWhole' in outcome) {
    if (outcome.isWhole) return;
    throw invalidRequest(
      path,
      `has more text than the ${limits.tableBytes} bytes that a table may have; send it in parts`,
    );
  }
  const { reason, sheets = [], line } = outcome;
  if (reason === 'no_json_object')
    throw invalidRequest(path, `has no JSON object in line ${line}; JSON lines are one object a line`);
  if (reason === 'no_sheet') {
    const known = sheets.map((name) => `"${name}"`).join(', ');
    throw invalidRequest('/sheet', `names no sheet of the workbook: "${sheet}"; its sheets are ${known}`);
  }
  throw invalidRequest(path, refusals[reason]);
}

const refusals: Readonly<
  Record<Exclude<Extract<Outcome, { reason: unknown }>['reason'], 'no_sheet' | 'no_json_object'>, string>
> = {
  encrypted: 'is encrypted; save it without a password',
  damaged: 'is not a table that can be read; send CSV, TSV, XLSX or JSON lines',
  too_large: 'needs more room than one workbook may; send it in parts, or as CSV',
  too_slow: 'takes too long to read; send it in parts, or as CSV',
  no_text: 'holds an empty table; its first row must name the columns',
  too_many_columns: `has more than ${limits.fields} columns, the most that a Data Set has`,
  not_text: 'is not a table that can be read; send CSV, TSV, XLSX or JSON lines',
};

const waiting = new FairQueue<() => void>();
let free: number = limits.tablesAtOnce;

/** Resolves when a process may start; the result gives its place back. */
async function place(subject: string): Promise<() => void> {
  if (waiting.sizeOf(subject) >= limits.waitingQueriesEach)
    throw new WorkspaceError('unavailable', 'Too many workbooks of yours are waiting; try again when one is done.');
  await new Promise<void>((begin) => {
    waiting.add(subject, begin);
    beginNext();
  });
  return () => {
    free += 1;
    beginNext();
  };
}

function beginNext(): void {
  if (free === 0) return;
  const begin = waiting.next();
  if (!begin) return;
  free -= 1;
  begin();
}
