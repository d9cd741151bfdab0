import { useEffect, useMemo, useState } from 'react';
import type { Editing } from '../../grid/editor/use-editing.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { Edits } from './edits.ts';
import type { Version } from './opening.ts';

/** Keeps unsaved edits in this browser as one goes on. Says whether it could keep the last ones. */
export function useDraft(
  keeper: DraftKeeper,
  { sheet, typed }: Pick<Editing, 'sheet' | 'typed'>,
  version: Version,
  title?: string,
): boolean {
  const [isKept, setKept] = useState(true);
  const edits = useMemo(
    (): Edits => ({ version, sheet, typed, ...(title !== undefined && { title }) }),
    [version, sheet, typed, title],
  );
  useEffect(() => keeper.show(edits), [keeper, edits]);
  useEffect(() => keeper.begin(setKept), [keeper]);
  return isKept;
}
