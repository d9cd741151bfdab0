import { type Cipheriv, createCipheriv, hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { isSameSecret } from '../../store/secrets.ts';
import { Turn } from '../../turns/turn.ts';
import type { Context } from './context.ts';

/** Null where the item has no value to be sorted by. */
type Key = string | number | null;

interface PageInput {
  readonly [filter: string]: unknown;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface Page {
  /** The sort key of the last item of the page before; a page begins behind it. */
  readonly after: readonly Key[] | undefined;
  /** How many rows to read: one more than are returned, to know whether another page exists. */
  readonly take: number;
  /** The cursor of a page that begins behind this key. */
  cursorBehind(key: readonly Key[]): string;
  /** Drops the extra row and says where the next page begins. */
  close<Row>(
    rows: readonly Row[],
    keyOf: (row: Row, place: number) => readonly Key[],
    more?: More<Row>,
  ): { rows: readonly Row[]; nextCursor?: string };
}

interface More<Row> {
  /** More rows follow even when there are few. */
  readonly isCut?: boolean | undefined;
  /** Where the search for rows stopped. The next page begins behind it, unless rows are left over. */
  readonly end?: readonly Key[] | undefined;
  /** Replaces a key that is too long for a cursor. */
  readonly shortKeyOf?: (row: Row) => readonly Key[];
}

/**
 * Paging by key. A cursor is valid only for the caller, operation and filters that it was issued for. Callers must name
 * a channel by its ID here.
 */
export function openPage(context: Context, input: PageInput, parameter = 'cursor'): Page {
  const { limit = limits.pageDefault, cursor, ...filters } = input;
  const scope = JSON.stringify([context.caller.userId, context.operation, filters]);
  // A secret prefix signs safely, because SHA-512/256 resists length extension, unlike SHA-256.
  const sign = (keys: string) => hash('sha512-256', context.cursorSecret + scope + keys, 'base64url').slice(0, 22);
  const cursorOf = (key: string) => {
    const signature = sign(`~${key}`);
    return `${ciphered(context, Buffer.from(key), signature).toString('base64url')}~${signature}`;
  };
  return {
    after: cursor === undefined ? undefined : readCursor(context, cursor, sign, parameter),
    take: limit + 1,
    cursorBehind: (key) => cursorOf(JSON.stringify(key)),
    close(rows, keyOf, { isCut = false, end, shortKeyOf } = {}) {
      if (rows.length <= limit && !isCut) return { rows, ...(end && { nextCursor: cursorOf(JSON.stringify(end)) }) };
      const kept = rows.slice(0, limit);
      const last = kept.at(-1)!;
      const text = JSON.stringify(keyOf(last, kept.length - 1));
      if (shortKeyOf && !fitsCursor(text))
        return { rows: kept, nextCursor: cursorOf(JSON.stringify(shortKeyOf(last))) };
      return { rows: kept, nextCursor: cursorOf(text) };
    },
  };
}

/** The most rows that one statement takes. */
const mostAtOnce = 1_000;

/**
 * Enough rows that are shown to fill a page. `end` is where the search stopped after the most rows that one page may
 * look at. Others have their turns meanwhile.
 */
export async function shownRows<Row extends { readonly is_shown: 0 | 1 }>(
  { caller }: Context,
  { after, take }: Page,
  find: (behind: readonly Key[] | undefined, most: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => readonly Key[],
  stretch: number = limits.listStretch,
): Promise<{ readonly shown: readonly Row[]; readonly end?: readonly Key[] | undefined }> {
  const turn = new Turn({ subject: caller.userId });
  const shown: Row[] = [];
  let [behind, left] = [after, stretch];
  for (let next = take; left > 0; next *= 2) {
    const most = Math.min(next, mostAtOnce, left);
    const rows = await find(behind, most);
    shown.push(...rows.filter((row) => row.is_shown === 1));
    if (shown.length >= take || rows.length < most) return { shown };
    behind = keyOf(rows.at(-1)!);
    left -= most;
    await turn.yield();
  }
  return { shown, end: behind };
}

interface OfLongText {
  /** The length of its texts, which are not read yet; null where it has none. */
  readonly bytes: number | null;
}

/** The rows for whose texts one answer has room, and the one with which it ends. */
export function withinRoom<Row extends OfLongText>(found: readonly Row[]): { rows: readonly Row[]; isCut: boolean } {
  let left: number = limits.answerBytes;
  let end = 0;
  for (; end < found.length && left >= 0; end += 1) left -= found[end]!.bytes ?? 0;
  return { rows: found.slice(0, end), isCut: end < found.length };
}

/** Whether a cursor of this key is one that is taken back. */
function fitsCursor(key: string): boolean {
  const signature = 23;
  const mostBytes = 3 * key.length;
  const fits = (bytes: number) => (bytes * 4) / 3 + signature < limits.cursor;
  return fits(mostBytes) || fits(Buffer.byteLength(key));
}

/**
 * A key may tell how much others do, so that a cursor hides it. The signature of a key is its nonce: equal pages have
 * equal cursors, and no nonce serves two keys. This is AES-256-CTR, whose blocks one cipher makes for all cursors. A
 * cipher of its own takes ten times as long as a short key.
 */
function ciphered({ cursorSecret }: Context, bytes: Buffer, signature: string): Buffer {
  const counters = Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes);
  const counter = Buffer.alloc(blockBytes);
  counter.write(signature, 'base64url');
  for (let start = 0; start < counters.length; start += blockBytes) {
    counter.copy(counters, start);
    countUp(counter);
  }
  const stream = blockCiphers.memo(cursorSecret).update(counters);
  for (let place = 0; place < bytes.length; place += 1) bytes[place]! ^= stream[place]!;
  return bytes;
}

const blockBytes = 16;

function countUp(counter: Buffer): void {
  for (let place = blockBytes - 1; place >= 0; place -= 1) {
    counter[place] = (counter[place]! + 1) & 255;
    if (counter[place] !== 0) return;
  }
}

/** By the secret of a workspace. Each enciphers a block alone, so that none depends on those before it. */
const blockCiphers = new LRUCache<string, Cipheriv>({
  max: 10,
  memoMethod: (secret) =>
    createCipheriv('aes-256-ecb', hash('sha256', `cipher of cursors ${secret}`, 'buffer'), null).setAutoPadding(false),
});

function readCursor(
  context: Context,
  cursor: string,
  sign: (keys: string) => string,
  parameter: string,
): readonly Key[] {
  const at = Math.max(cursor.lastIndexOf('~'), cursor.lastIndexOf('.'));
  const [keys, signature] = [cursor.slice(0, at), cursor.slice(at + 1)];
  // A cursor of an earlier release holds its key in clear, and has no other sign.
  const isClear = cursor[at] === '.' && /^[\w-]+$/.test(keys);
  const bytes = Buffer.from(keys, 'base64url');
  const key = isClear ? bytes.toString() : ciphered(context, Buffer.from(bytes), signature).toString();
  const isIssued = isSameSecret(signature, sign(isClear ? keys : `~${key}`)) && bytes.toString('base64url') === keys;
  if (!isIssued)
    throw invalidRequest(`/${parameter}`, 'was not issued for this list and these filters; start again without it');
  return JSON.parse(key) as Key[];
}
