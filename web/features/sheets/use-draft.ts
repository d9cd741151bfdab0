import { useEffect, useRef, useState } from 'react';
import { type DraftKey, drafts } from '../../data/drafts.ts';
import type { SheetDraft } from './opening.ts';

/** How soon edits are kept after the last one. */
const soonMs = 300;

interface KeptDraft {
  /** Whether this browser could keep the last edits. */
  readonly isKept: boolean;
  /** Keeps nothing more of these edits, because they are stored or dropped by now. */
  readonly stop: () => void;
}

/** Keeps unsaved edits in this browser as one goes on. */
export function useDraft(key: DraftKey, draft: SheetDraft | undefined): KeptDraft {
  const [isKept, setKept] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hadEdits = useRef(false);
  const { by, kind, of, base } = key;
  useEffect(() => {
    if (draft) hadEdits.current = true;
    // Another tab may keep edits of the same version: a page without any has nothing to drop.
    if (!hadEdits.current) return;
    const named = { by, kind, of, base };
    timer.current = setTimeout(() => {
      const work = draft ? drafts.keep(named, draft) : drafts.drop(named);
      work.then(
        () => setKept(true),
        () => setKept(draft === undefined),
      );
    }, soonMs);
    return () => clearTimeout(timer.current);
  }, [by, kind, of, base, draft]);
  return { isKept, stop: () => clearTimeout(timer.current) };
}
