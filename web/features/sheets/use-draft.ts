import { useEffect, useState } from 'react';
import { type DraftKey, drafts } from '../../data/drafts.ts';
import type { SheetDraft } from './opening.ts';

/** How soon edits are kept after the last one. */
const soonMs = 300;

/** Keeps unsaved edits in this browser as one goes on. Says whether it could. */
export function useDraft(key: DraftKey, draft: SheetDraft | undefined): boolean {
  const [isKept, setKept] = useState(true);
  const { by, kind, of, base } = key;
  useEffect(() => {
    const named = { by, kind, of, base };
    const timer = setTimeout(() => {
      const work = draft ? drafts.keep(named, draft) : drafts.drop(named);
      work.then(
        () => setKept(true),
        () => setKept(draft === undefined),
      );
    }, soonMs);
    return () => clearTimeout(timer);
  }, [by, kind, of, base, draft]);
  return isKept;
}
