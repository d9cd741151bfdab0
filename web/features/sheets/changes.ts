import { limits } from '../../../schemas/limits.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { inBytes, type Splice, spliced, splicesOf } from '../../grid/model/splices.ts';

/** Whether a sheet differs from the version that it began with. */
export const isChanged = (sheet: Sheet): boolean => splicesOf(sheet).length > 0;

/** The part of an update: the bytes that differ, or the whole text where they are too many. */
export function changesOf(sheet: Sheet): { readonly splices: Splice[] } | { readonly content: string } {
  const { text } = sheet.base;
  const splices = splicesOf(sheet);
  return splices.length <= limits.splices ? { splices: inBytes(text, splices) } : { content: spliced(text, splices) };
}
