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

/** Says why a save is refused. */
export const cameFirst = 'Another version came first.';

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

type Titled = Pick<Words, 'title'>;

export const isTitleTwice = (base: Titled, theirs: Titled, mine: Titled): boolean =>
  theirs.title !== base.title && mine.title !== base.title && theirs.title !== mine.title;

/** Both changes of a version together, unless both changed the same of it. */
export function fitting(base: Words, theirs: Words, mine: Words): Words | undefined {
  if (isTitleTwice(base, theirs, mine)) return;
  const { text, overlaps } = merged(base.text, theirs.text, mine.text);
  return overlaps.length === 0 ? { title: mergedTitle(base.title, theirs.title, mine.title), text } : undefined;
}

/** Names what both changed. Nothing if both fit together. */
export function clashOf(base: Words, theirs: Words, mine: Words): string | undefined {
  if (isTitleTwice(base, theirs, mine)) return 'the title too';
  return fitting(base, theirs, mine) ? undefined : 'the same lines';
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
