import { useEffect, useRef, useState } from 'react';
import type { OwnDraft } from '../../shared/artifacts/own-draft.ts';
import type { SheetDraft } from './opening.ts';

/** How soon edits are kept after the last one. */
const soonMs = 300;

interface KeptDraft {
  /** Whether this browser could keep the last edits. */
  readonly isKept: boolean;
  /** Keeps nothing more of these edits, because they are stored or dropped by now. */
  readonly stop: () => void;
}

/** Keeps unsaved edits in this browser as one goes on, also when another tab has replaced or dropped them. */
export function useDraft(own: OwnDraft<SheetDraft>, version: string, draft: SheetDraft | undefined): KeptDraft {
  const [isKept, setKept] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef(draft);
  useEffect(() => {
    const look = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const work = draft ? own.keep(version, draft) : own.drop(version);
        work.then(
          () => setKept(true),
          () => setKept(draft === undefined),
        );
      }, soonMs);
    };
    // A draft that is only shown stays as it was kept. Kept anew, it would go before newer edits of another tab.
    if (own.hasKept() || draft !== opened.current) look();
    const stopFollowing = own.follow({ lost: look });
    return () => {
      stopFollowing();
      clearTimeout(timer.current);
    };
  }, [own, version, draft]);
  return { isKept, stop: () => clearTimeout(timer.current) };
}
