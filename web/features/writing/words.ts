import { merged, mergedTitle } from '../../editor/merge.ts';

/** A document as its writer has it. */
export interface Words {
  readonly title: string;
  readonly text: string;
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
  return overlaps === 0 ? { title: mergedTitle(base.title, theirs.title, mine.title), text } : undefined;
}

/** Takes the words of others out of the text again. Words written since stay. */
export const withoutTheirs = (both: Words, mine: Words, now: Words): Words => ({
  title: mergedTitle(both.title, mine.title, now.title),
  text: merged(both.text, mine.text, now.text).text,
});
