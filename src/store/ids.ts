import { TypeID, typeidUnboxed } from 'typeid-js';

export type IdPrefix =
  | 'org'
  | 'usr'
  | 'ch'
  | 'ot'
  | 'rec'
  | 'view'
  | 'viewv'
  | 'file'
  | 'art'
  | 'artv'
  | 'ses'
  | 'msg'
  | 'post'
  | 'cmt'
  | 'feed'
  | 'fdb'
  | 'qry'
  | 'src'
  | 'aud'
  | 'ins'
  | 'client'
  | 'iss';

/** `<prefix>_<26 characters>`: a UUIDv7 in Crockford base32. IDs of one process sort in the order of their making. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);

/** One that sorts behind `last` too, which another process may have made, or this one before its clock was put back. */
export function newIdAfter(last: string | null, prefix: IdPrefix): string {
  const id = newId(prefix);
  if (last === null || id > last) return id;
  const number = BigInt(`0x${Buffer.from(TypeID.fromString(last, prefix).toUUIDBytes()).toString('hex')}`);
  const next = (number + 1n).toString(16).padStart(32, '0');
  return TypeID.fromUUIDBytes(prefix, Buffer.from(next, 'hex')).toString();
}

/** No ID that was made until then, in milliseconds since 1970, sorts behind it. */
export function lastIdOf(prefix: IdPrefix, time: number): string {
  const bytes = Buffer.alloc(16, 0xff);
  bytes.writeUIntBE(time, 0, 6);
  return TypeID.fromUUIDBytes(prefix, bytes).toString();
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const endings = Array.from(alphabet, (first) => Array.from(alphabet, (last) => first + last)).flat();

/** IDs for very many rows, in order. Only each thousandth is made by `newId`, which takes as long as an insert does; the others differ in its last two characters, which are random. */
export function* newIds(prefix: IdPrefix): Generator<string, never> {
  for (;;) {
    const stem = newId(prefix).slice(0, -2);
    for (const ending of endings) yield stem + ending;
  }
}
