import type { CompareHandle } from '../../editor/compare.tsx';
import type { EditorHandle } from '../../editor/editor.tsx';
import { type Merged, merged, mergedTitle } from '../../editor/merge.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Opening } from './opening.ts';
import { type Base, baseOf, isSame, type Words } from './words.ts';

/** Mine and a version that came first, side by side. */
export interface Beside {
  readonly mine: Words;
  readonly theirs: Artifact;
  readonly both: Merged;
  /** The text on the right at first: both together, or what was written there before. */
  readonly right: string;
  /** A version that came after theirs, while the writer chose. */
  readonly newer?: Artifact | undefined;
}

/** A document that is being written, as the page shows it. */
export interface Shown {
  /** Undefined as long as it is a new document. */
  readonly artifactId: string | undefined;
  readonly base: Base;
  readonly title: string;
  readonly isChanged: boolean;
  /** When the draft was kept that this visit began with. */
  readonly foundAt?: number | undefined;
  readonly savedAt?: number | undefined;
  /** This browser keeps no draft. */
  readonly isUnkept?: boolean;
  /** Why it was not saved. */
  readonly refusal?: string | undefined;
  /** Another tab of this browser writes the same. */
  readonly isElsewhere?: boolean;
  /** Another save follows the one under way. */
  readonly wantsMore?: boolean;
  /** A version of others that came into the text by itself, and how it leaves it again. */
  readonly joined?: { readonly theirs: Artifact; readonly from: string; readonly undo: () => void } | undefined;
  readonly conflict?: Beside | undefined;
}

export type Desk = ReturnType<typeof deskOf>;

/** The text in front of the writer, and what the page shows of it. */
export function deskOf({ base, draft, beside, isElsewhere = false }: Opening, artifactId: string | undefined) {
  const start: Words = draft?.content ?? base;
  const conflict = beside && besideOf(base, start, beside.theirs, beside.right);
  let editor: EditorHandle | undefined;
  let right: CompareHandle | undefined;
  let shown: Shown = {
    artifactId,
    base,
    title: start.title,
    isChanged: !isSame(start, base),
    foundAt: draft?.at,
    isElsewhere,
    conflict,
  };
  const listeners = new Set<() => void>();

  const show = (changes: Partial<Shown>): void => {
    if ('conflict' in changes && changes.conflict?.theirs !== shown.conflict?.theirs) right = undefined;
    shown = { ...shown, ...changes };
    for (const listener of listeners) listener();
  };
  const textOnTheRight = (conflict: Beside): string => right?.text() ?? conflict.right;
  const words = (): Words => ({ title: shown.title, text: editor?.text() ?? start.text });
  /** Both, as the writer has them by now. */
  const both = (conflict: Beside): Words => ({
    title: mergedTitle(shown.base.title, conflict.theirs.title, shown.title),
    text: textOnTheRight(conflict),
  });

  return {
    get: (): Shown => shown,
    show,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A page that is left still gives its last text. One that follows takes over what was written until then. */
    mount: (handle: EditorHandle | null): void => {
      const text = editor?.text();
      editor = handle ?? editor;
      if (text !== undefined) editor?.join(text);
    },
    mountRight: (handle: CompareHandle | null): void => {
      right = handle ?? right;
    },
    words,
    /** The words in sight, and the version that they change. */
    inSight: (): { readonly now: Words; readonly on: Base } => {
      const { conflict, base } = shown;
      return conflict ? { now: both(conflict), on: baseOf(conflict.theirs) } : { now: words(), on: base };
    },
    /** The text on the right, if anything was written there. */
    written: (): string | undefined => {
      const { conflict } = shown;
      if (!conflict) return undefined;
      const text = textOnTheRight(conflict);
      return text === conflict.both.text ? undefined : text;
    },
    put: (text: string, how: 'replace' | 'join'): void => editor?.[how](text),
    cursor: (): number => right?.cursor() ?? editor?.cursor() ?? 0,
    goTo: (cursor: number): void => editor?.focus(cursor),
    takeKeys: (): void => editor?.takeKeys(),
    isWriting: (): boolean => editor?.hasFocus() ?? false,
  };
}

export function besideOf(base: Base, mine: Words, theirs: Artifact, right?: string): Beside {
  const both = merged(base.text, theirs.content, mine.text);
  return { mine, theirs, both, right: right ?? both.text };
}
