import { typeidUnboxed } from 'typeid-js';

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
  | 'qry'
  | 'src'
  | 'aud'
  | 'ins';

/** `<prefix>_<26 characters>`: a UUIDv7 in Crockford base32. IDs of one process sort in the order of their making. */
export const newId = (prefix: IdPrefix): string => typeidUnboxed(prefix);
