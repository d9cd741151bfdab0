import { useRef, useState } from 'react';
import { workspace } from '../../data/client.ts';
import type { Editing } from '../../grid/editor/use-editing.ts';
import { type Merged, merged } from '../../grid/model/merge.ts';
import type { RowOf, Sheet } from '../../grid/model/sheet.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { sheetIn } from './opening.ts';

/** A version of somebody else that came first. */
export interface First {
  readonly theirs: Artifact;
  readonly theirSheet: Sheet;
  /** Whether it has other values in cells that I changed too. Until a cell is left, that is not known. */
  readonly clashes?: boolean;
}

/** Mine and a version of somebody else, side by side. */
export interface Conflict extends First {
  readonly mine: Sheet;
  /** Nothing where the rows or columns cannot be matched. */
  readonly merged: Merged | undefined;
}

type Take = (mine: Sheet, theirs: Artifact, rowOf?: RowOf) => void | Promise<void>;

interface Meeting {
  readonly artifact: Artifact;
  readonly editing: Editing;
  /** Goes on with the cells of both, and saves them. */
  readonly take: Take;
  readonly failed: (error: unknown) => void;
}

/**
 * Puts mine and versions of others together. Cells never change under somebody who types: both meet when no cell is open.
 * Where they clash, the sheet stays open to edits until the person asks to compare.
 */
export function useMeeting({ artifact, editing, take, failed }: Meeting) {
  const [first, setFirst] = useState<First>();
  const [conflict, setConflict] = useState<Conflict>();
  const isMeeting = useRef(false);
  const isHearing = useRef(false);

  const latest = async (): Promise<First> => {
    const { artifact: theirs } = await workspace.artifacts.get({ artifactId: artifact.id });
    return { theirs, theirSheet: await sheetIn(theirs.content) };
  };
  const end = (): void => {
    setFirst(undefined);
    setConflict(undefined);
  };
  /** Goes on with both where they fit together. Otherwise it says what stands side by side. */
  const join = (found: First, mine: Sheet, go: Take): Conflict | undefined | Promise<undefined> => {
    const { conflict, both } = compared(found, mine);
    if (conflict) return conflict;
    end();
    return Promise.resolve(go(both.sheet, found.theirs, both.rowOf)).then(() => undefined);
  };
  const meet = async (): Promise<void> => {
    if (isMeeting.current) return;
    isMeeting.current = true;
    try {
      const found = await latest();
      const clashing = { ...found, clashes: true };
      const isClear = compared(found, editing.sheetNow()).conflict === undefined;
      setFirst(isClear ? found : clashing);
      if (isClear && (await editing.idle((mine) => join(found, mine, take)))) setFirst(clashing);
    } catch (error) {
      failed(error);
    } finally {
      isMeeting.current = false;
    }
  };
  /** Goes on with a newer version that nobody asked for, if it fits. A save that begins meanwhile meets it by itself. */
  const hear = async (go: Take, mayGo: (theirs: Artifact) => boolean): Promise<void> => {
    if (isHearing.current || isMeeting.current || conflict) return;
    isHearing.current = true;
    try {
      const found = await latest();
      const may = (): boolean => !isMeeting.current && mayGo(found.theirs);
      if (!may()) return;
      const clashing = { ...found, clashes: true };
      const isClear = compared(found, editing.sheetNow()).conflict === undefined;
      setFirst(isClear ? found : clashing);
      if (isClear && (await editing.idle((mine) => (may() ? join(found, mine, go) : undefined)))) setFirst(clashing);
    } catch {
      // The next save meets it, or says why it cannot.
    } finally {
      isHearing.current = false;
    }
  };
  return {
    meet,
    hear,
    first,
    conflict,
    isBusy: (): boolean => isMeeting.current || conflict !== undefined,
    compare: async (): Promise<void> => {
      if (!first) return;
      setConflict(await join(first, await editing.settle(), take));
    },
    goOnEditing: (): void => setConflict(undefined),
    /** Goes on with what the person chose. */
    choose: (...[mine, theirs]: Parameters<Take>) => {
      end();
      return take(mine, theirs);
    },
    /** Edits of an earlier visit are stored. Later edits go on from there, if they fit. */
    catchUp: async (goOn: Take): Promise<void> => {
      const found = await latest();
      await editing.idle((mine) => join(found, mine, goOn));
    },
  };
}

type Compared =
  | { readonly conflict: Conflict; readonly both?: undefined }
  | { readonly conflict?: undefined; readonly both: Merged };

function compared(found: First, mine: Sheet): Compared {
  const both = merged(mine, found.theirSheet.base);
  return both?.clashes.length === 0 ? { both } : { conflict: { ...found, clashes: true, mine, merged: both } };
}
