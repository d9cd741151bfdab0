import { merged, mergedTitle, theirsThenMine } from '../../editor/merge.ts';

/** A document as its writer has it. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

/** A document as this browser keeps it. */
export interface KeptWords extends Words {
  /** The text on the right, beside a version that came first. */
  readonly beside?: { readonly versionId: string; readonly text: string };
}

/** The version that a writer began with. A new document has none yet. */
export interface Base extends Words {
  readonly versionId?: string;
  readonly versionNumber?: number;
}

export const isSame = (one: Words, other: Words): boolean => one.title === other.title && one.text === other.text;

interface Stored {
  readonly versionId: string;
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string;
}

export const baseOf = ({ versionId, versionNumber, title, content }: Stored): Base => ({
  versionId,
  versionNumber,
  title,
  text: content,
});

/** Both changes of a version together, unless both changed the same of it. */
export function fitting(base: Words, theirs: Words, mine: Words): Words | undefined {
  const isTitleTwice = theirs.title !== base.title && mine.title !== base.title && theirs.title !== mine.title;
  if (isTitleTwice) return;
  const { text, overlaps } = merged(base.text, theirs.text, mine.text);
  return overlaps.length === 0 ? { title: mergedTitle(base.title, theirs.title, mine.title), text } : undefined;
}

/** Brings words back that others took the place of. Words written since stay, beside them where both are in one line. */
export const withAgain = (before: Words, others: Words, now: Words): Words => ({
  title: mergedTitle(others.title, before.title, now.title),
  text: merged(others.text, before.text, now.text, theirsThenMine).text,
});

/** Takes a change out of the text again. Words written since stay. */
export const withoutChange = (after: Words, before: Words, now: Words): Words => ({
  title: mergedTitle(after.title, before.title, now.title),
  text: merged(after.text, before.text, now.text).text,
});
