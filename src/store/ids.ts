import { TypeID, typeidUnboxed } from 'typeid-js';

export type IdPrefix =
  | 'org'
  | 'usr'
  | 'ch'
  | 'ot'
  | 'rec'
  | 'view'
  | 'whk'
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
  | 'iss'
  | 'inv'
  | 'tok'
  | 'txt'
  | 'gone';

/** `<prefix>_<26 characters>`: a UUIDv7 in Crockford base32. IDs of one process sort by creation. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);

/** A new ID that sorts after `last`, even if another process made that one or this clock was set back. */
export function newIdAfter(last: string | null, prefix: IdPrefix): string {
  const id = newId(prefix);
  if (last === null || id > last) return id;
  const number = BigInt(`0x${Buffer.from(TypeID.fromString(last, prefix).toUUIDBytes()).toString('hex')}`);
  const next = (number + 1n).toString(16).padStart(32, '0');
  return TypeID.fromUUIDBytes(prefix, Buffer.from(next, 'hex')).toString();
}

/** An upper bound of the IDs created until `time`, in milliseconds since 1970. */
export function lastIdOf(prefix: IdPrefix, time: number): string {
  const bytes = Buffer.alloc(16, 0xff);
  bytes.writeUIntBE(time, 0, 6);
  return TypeID.fromUUIDBytes(prefix, bytes).toString();
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const endings = Array.from(alphabet, (first) => Array.from(alphabet, (last) => first + last)).flat();

/** IDs for many rows, in order. Any other ID sorts before `first` or after `last`. */
export interface IdBlock {
  readonly first: string;
  readonly last: string;
  readonly ids: Iterator<string, never>;
}

/** The IDs differ only in their last five characters. Calling `newId` for each would take as long as its insert. */
export function newIdBlock(prefix: IdPrefix): IdBlock {
  const stem = newId(prefix).slice(0, -5);
  return { first: `${stem}00000`, last: `${stem}zzzzz`, ids: idsFrom(stem) };
}

function* idsFrom(stem: string): Generator<string, never> {
  for (const first of alphabet)
    for (const middle of endings) for (const last of endings) yield stem + first + middle + last;
  throw new Error('A block of IDs has been used up');
}
