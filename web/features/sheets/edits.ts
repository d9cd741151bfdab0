import { limits } from '../../../schemas/limits.ts';
import { type Typed, withTyped } from '../../grid/editor/use-editing.ts';
import { keptOf } from '../../grid/model/kept.ts';
import type { Sheet } from '../../grid/model/sheet.ts';
import { inBytes, type Splice, spliced, splicesOf } from '../../grid/model/splices.ts';
import type { SheetDraft, Version } from './opening.ts';

/** Edits as they stand on a page. */
export interface Edits {
  readonly version: Version;
  readonly sheet: Sheet;
  /** The cell that is typed into, which the sheet does not hold yet. */
  readonly typed?: Typed | undefined;
  /** A sheet that is not stored yet has a title of its own. */
  readonly title?: string;
}

/** The same edits, with what is typed into a cell. */
export const settled = ({ typed, ...edits }: Edits): Edits => ({ ...edits, sheet: withTyped(edits.sheet, typed) });

/** The draft of edits without an open cell; nothing where nothing is edited. */
export function draftOf({ sheet, version, title }: Edits): SheetDraft | undefined {
  if (!title && !isChanged(sheet)) return undefined;
  const { versionNumber } = version;
  return { kept: keptOf(sheet), columns: sheet.columns, versionNumber, ...(title !== undefined && { title }) };
}

/** Whether a sheet differs from the version that it began with. */
export const isChanged = (sheet: Sheet): boolean => splicesOf(sheet).length > 0;

/** The part of an update: the bytes that differ, or the whole text where they are too many. */
export function changesOf(sheet: Sheet): { readonly splices: Splice[] } | { readonly content: string } {
  const { text } = sheet.base;
  const splices = splicesOf(sheet);
  return splices.length <= limits.splices ? { splices: inBytes(text, splices) } : { content: spliced(text, splices) };
}
