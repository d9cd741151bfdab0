import { useEffect, useMemo, useState } from 'react';
import type { Editing } from '../../grid/editor/use-editing.ts';
import type { OwnDraft } from '../../shared/artifacts/own-draft.ts';
import { type DraftKeeper, keeperOf } from './draft-keeper.ts';
import type { Edits } from './edits.ts';
import type { SheetDraft, Version } from './opening.ts';

interface Drafted {
  readonly keeper: DraftKeeper;
  /** Whether this browser could keep the last edits. */
  readonly isKept: boolean;
}

/** Keeps unsaved edits in this browser as one goes on. */
export function useDraft(
  own: OwnDraft<SheetDraft>,
  { sheet, typed }: Pick<Editing, 'sheet' | 'typed'>,
  version: Version,
  title?: string,
): Drafted {
  const [isKept, setKept] = useState(true);
  const edits = useMemo(
    (): Edits => ({ version, sheet, typed, ...(title !== undefined && { title }) }),
    [version, sheet, typed, title],
  );
  const [keeper] = useState(() => keeperOf(own, edits));
  useEffect(() => keeper.show(edits), [keeper, edits]);
  useEffect(() => keeper.begin(setKept), [keeper]);
  return { keeper, isKept };
}
