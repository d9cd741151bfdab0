import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { isSameSecret } from '../../store/secrets.ts';
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
  /**
   * Drops the extra row and says where the next page begins. With `isCut`, more rows follow even when there are few or
   * none. `shortKeyOf` replaces a key that is too long for a cursor.
   */
  close<Row>(
    rows: readonly Row[],
    keyOf: (row: Row, place: number) => readonly Key[],
    isCut?: boolean,
    shortKeyOf?: (row: Row) => readonly Key[],
  ): { rows: readonly Row[]; nextCursor?: string };
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
    const cipher = createCipheriv(algorithm, cipherKey(context), nonceOf(signature));
    return `${cipher.update(key, 'utf8', 'base64url')}${cipher.final('base64url')}~${signature}`;
  };
  return {
    after: cursor === undefined ? undefined : readCursor(context, cursor, sign, parameter),
    take: limit + 1,
    cursorBehind: (key) => cursorOf(JSON.stringify(key)),
    close(rows, keyOf, isCut = false, shortKeyOf) {
      if (rows.length <= limit && !isCut) return { rows };
      const kept = rows.slice(0, limit);
      const last = kept.at(-1)!;
      const key = JSON.stringify(keyOf(last, kept.length - 1));
      const fitting = shortKeyOf && !fitsCursor(key) ? JSON.stringify(shortKeyOf(last)) : key;
      return { rows: kept, nextCursor: cursorOf(fitting) };
    },
  };
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
 * equal cursors, and no nonce serves two keys.
 */
const algorithm = 'aes-256-ctr';
const cipherKey = ({ cursorSecret }: Context): KeyObject => cipherKeys.memo(cursorSecret);
/** By the secret of a workspace. A cipher takes a key object in a quarter of the time that it takes bytes in. */
const cipherKeys = new LRUCache<string, KeyObject>({
  max: 10,
  memoMethod: (secret) => createSecretKey(hash('sha256', `cipher of cursors ${secret}`, 'buffer')),
});
const nonceOf = (signature: string) => Buffer.from(signature, 'base64url').subarray(0, 16);

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
  const key = isClear ? bytes.toString() : decrypted(context, bytes, signature);
  const isIssued = isSameSecret(signature, sign(isClear ? keys : `~${key}`)) && bytes.toString('base64url') === keys;
  if (!isIssued)
    throw invalidRequest(`/${parameter}`, 'was not issued for this list and these filters; start again without it');
  return JSON.parse(key) as Key[];
}

function decrypted(context: Context, bytes: Buffer, signature: string): string {
  const nonce = Buffer.concat([nonceOf(signature)], 16);
  const decipher = createDecipheriv(algorithm, cipherKey(context), nonce);
  return decipher.update(bytes, undefined, 'utf8') + decipher.final('utf8');
}
