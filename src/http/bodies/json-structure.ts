import { isUtf8 } from 'node:buffer';
import { limits } from '../../../schemas/limits.ts';

/** Why JSON from an untrusted sender is not parsed. A parser would build all of it before it answers. */
export function structureRefusal(body: Buffer): string | undefined {
  if (!isUtf8(body)) return 'The body is not UTF-8; send JSON in UTF-8.';
  const { values, depth, objectKeys, keyBytes } = structureOf(body);
  if (objectKeys > limits.jsonObjectKeys)
    return `An object in a JSON body has at most ${limits.jsonObjectKeys} keys; send it in parts.`;
  if (keyBytes > limits.jsonKeyBytes)
    return `The keys in a JSON body come to at most ${limits.jsonKeyBytes} bytes; send it in parts.`;
  if (values > limits.jsonValues) return `A JSON body holds at most ${limits.jsonValues} values; send it in parts.`;
  return depth > limits.jsonDepth ? `A JSON body nests at most ${limits.jsonDepth} deep.` : undefined;
}

/** The call that a JSON-RPC message makes, as far as its outermost members tell. */
export interface Called {
  readonly id?: string | number;
  readonly method?: string;
}

/** Reads the outermost `id` and `method` of JSON that is not parsed, so that its refusal can name the call. */
export function calledIn(body: Buffer): Called {
  if (!isUtf8(body)) return {};
  const found: Record<string, unknown> = {};
  let depth = 0;
  let key: string | undefined;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    if (byte === openArray || byte === openObject) depth += 1;
    else if (byte === closeArray || byte === closeObject) depth -= 1;
    else if (depth === 1 && byte === comma) key = undefined;
    if (byte !== quote && !(depth === 1 && key === 'id' && isDigit(byte))) continue;
    const end = byte === quote ? endOfString(body, at + 1) + 1 : endOfNumber(body, at);
    if (depth === 1 && isKey(body, end))
      key = end - at <= mostNameBytes ? body.toString('latin1', at + 1, end - 1) : '';
    else if (depth === 1 && (key === 'id' || key === 'method') && end - at <= mostCalledBytes)
      found[key] = valueOf(body.toString('utf8', at, end));
    at = end - 1;
  }
  const { id, method } = found;
  return {
    ...((typeof id === 'string' || Number.isSafeInteger(id)) && { id: id as string | number }),
    ...(typeof method === 'string' && { method }),
  };
}

/** Other names are not read, because a body may have thousands of them. */
const mostNameBytes = '"method"'.length;
const mostCalledBytes = 300;

/** Whether a byte begins a number or stands in one. */
const isDigit = (byte: number | undefined): boolean => byte === 0x2d || (byte! >= 0x30 && byte! <= 0x39);

function endOfNumber(body: Buffer, start: number): number {
  let end = start;
  while (isDigit(body[end])) end += 1;
  return end;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const byteOf = (character: string) => character.charCodeAt(0);
const quote = byteOf('"');
const backslash = byteOf('\\');
const comma = byteOf(',');
const colon = byteOf(':');
const spaces = new Set([' ', '\t', '\n', '\r'].map(byteOf));
const [openArray, closeArray] = [byteOf('['), byteOf(']')];
const [openObject, closeObject] = [byteOf('{'), byteOf('}')];

interface Structure {
  values: number;
  depth: number;
  /** The most keys in one object. */
  objectKeys: number;
  keyBytes: number;
}

/** Measures JSON without parsing it: values, depth and keys. Stops at the first limit exceeded. */
function structureOf(body: Buffer): Structure {
  const found: Structure = { values: 1, depth: 0, objectKeys: 0, keyBytes: 0 };
  /** Keys seen so far in each open array or object, by depth. */
  const keysAt: number[] = [0];
  let open = 0;
  for (let at = 0; at < body.length && !isTooMuch(found); at += 1) {
    const byte = body[at];
    if (byte === quote) {
      const end = endOfString(body, at + 1);
      if (isKey(body, end + 1)) {
        found.keyBytes += end - at - 1;
        keysAt[open]! += 1;
        found.objectKeys = Math.max(found.objectKeys, keysAt[open]!);
      }
      at = end;
    } else if (byte === comma) found.values += 1;
    else if (byte === openArray || byte === openObject) {
      found.values += 1;
      open += 1;
      keysAt[open] = 0;
      found.depth = Math.max(found.depth, open);
    } else if (byte === closeArray || byte === closeObject) open = Math.max(0, open - 1);
  }
  return found;
}

const isTooMuch = ({ values, depth, objectKeys, keyBytes }: Structure): boolean =>
  values > limits.jsonValues ||
  depth > limits.jsonDepth ||
  objectKeys > limits.jsonObjectKeys ||
  keyBytes > limits.jsonKeyBytes;

/** Whether a colon follows, after whitespace. */
function isKey(body: Buffer, start: number): boolean {
  let at = start;
  while (spaces.has(body[at]!)) at += 1;
  return body[at] === colon;
}

/** Bytes of a string that are walked one by one. After them `indexOf`, which costs more to start, finds the end. */
const walkedBytes = 64;

/** The index of the quote that ends a string. */
function endOfString(body: Buffer, start: number): number {
  let jumpAt = start + walkedBytes;
  for (let at = start; at < body.length; at += 1) {
    if (body[at] === quote) return at;
    if (body[at] === backslash) at += 1;
    else if (at >= jumpAt) {
      const next = body.indexOf(quote, at);
      if (next === -1 || body[next - 1] !== backslash) return next === -1 ? body.length : next;
      jumpAt = Infinity;
    }
  }
  return body.length;
}
