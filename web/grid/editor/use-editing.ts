import { useSyncExternalStore } from 'react';
import type { CsvText } from '../csv.ts';
import { type CellValue, setCells } from '../model/edits.ts';
import {
  began,
  type Change,
  edited,
  type History,
  looked,
  rebased,
  redone,
  replaced,
  undone,
} from '../model/history.ts';
import { isPlain, type Look } from '../model/order.ts';
import type { CellPlace } from '../moves.ts';
import { patched, type RowOf, type Sheet } from '../model/sheet.ts';
import { atOnce, inSlices, type Work } from '../model/slices.ts';
import { moved, type Selection } from '../model/selection.ts';

/** A cell that is being typed into. Its row is one of the sheet. */
export interface Typed {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** A sheet as it is written and seen at this moment. */
interface Shown {
  readonly history: History;
  readonly look: Look;
  readonly selection: Selection | undefined;
  readonly typed: Typed | undefined;
  readonly isBusy: boolean;
}

/** When a person is told that something takes a while. */
const longMs = 150;

/** A sheet that is edited. It is apart from its page, so another page can go on with it between two keys. */
export type Edited = ReturnType<typeof editedFrom>;

export function editedFrom(initial: Sheet) {
  let now: Shown = { history: began(initial), look: {}, selection: undefined, typed: undefined, isBusy: false };
  const listeners = new Set<() => void>();
  const get = () => now;
  const show = (part: Partial<Shown>): void => {
    now = { ...now, ...part };
    for (const listener of listeners) listener();
  };
  return {
    get,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    acts: { ...writingOf({ get, show }), ...lookingOf({ get, show }), ...storingOf({ get, show }) },
  };
}

interface Store {
  readonly get: () => Shown;
  readonly show: (part: Partial<Shown>) => void;
}

/** All changes go through here, one after the other, so that none is lost while a long one goes on. */
function writingOf({ get, show }: Store) {
  let queue = Promise.resolve();
  let left = (): void => {};

  const change = async (work: (sheet: Sheet) => Work<Change>, place: CellPlace): Promise<void> => {
    const before = queue;
    const run = async () => {
      await before;
      const timer = setTimeout(() => show({ isBusy: true }), longMs);
      try {
        const change = await inSlices(work(get().history.sheet));
        show({ history: edited(get().history, change, place) });
      } finally {
        clearTimeout(timer);
        if (get().isBusy) show({ isBusy: false });
      }
    };
    queue = run();
    await queue;
  };
  const write = (values: readonly CellValue[], place: CellPlace): Promise<void> =>
    change((sheet) => writing(sheet, values), place);
  const type = (typed: Typed | undefined): void => {
    if (typed !== get().typed) show({ typed });
    if (!typed) left();
  };
  /** Takes over what is typed so far. The cell stays open. */
  const written = async (): Promise<Sheet> => {
    const { typed } = get();
    if (typed) await write([{ ...typed, value: typed.text }], typed);
    await queue;
    return get().history.sheet;
  };
  return {
    change,
    write,
    type,
    written,
    /** Takes over what is being typed, and closes the cell. */
    settle(): Promise<Sheet> {
      const work = written();
      type(undefined);
      return work;
    },
    /** Does something to the sheet in one go, once no cell is open and no change is under way. */
    async idle<Result>(work: (sheet: Sheet) => Result): Promise<Result> {
      for (;;) {
        const current = queue;
        await current;
        if (get().typed) await new Promise<void>((resolve) => (left = resolve));
        else if (queue === current) return work(get().history.sheet);
      }
    },
  };
}

/** How the sheet is seen, which can be undone like a change. */
function lookingOf({ get, show }: Store) {
  const setLook = (part: Look): void => show({ look: { ...get().look, ...part } });
  return {
    setLook,
    select: (selection: Selection): void => show({ selection }),
    /** Shows rows otherwise. Undo brings back how they were shown. */
    showAs(part: Look): void {
      const { history, look } = get();
      const from = { ...('sort' in part && { sort: look.sort }), ...('filter' in part && { filter: look.filter }) };
      show({ history: looked(history, from, part) });
      setLook(part);
    },
    /** Takes the last change back. Answers how rows are shown again, if only that had changed. */
    undo: (): Look | undefined => {
      const looks = get().history.past.at(-1)?.looks;
      show({ history: undone(get().history) });
      if (looks) setLook(looks.from);
      return looks?.from;
    },
    redo: (): Look | undefined => {
      const looks = get().history.future.at(-1)?.looks;
      show({ history: redone(get().history) });
      if (looks) setLook(looks.to);
      return looks?.to;
    },
    place: (): CellPlace | undefined => get().history.place,
  };
}

/** A version is stored, of this page or of others. */
function storingOf({ get, show }: Store) {
  return {
    /** The stored text is the base from now on. Returns the sheet over it, with what was written since. */
    rebase: (base: CsvText, stored: Sheet): Sheet => {
      show({ history: rebased(get().history, base, stored) });
      return get().history.sheet;
    },
    /** Whether nothing was written since the sheet was like this. */
    isStill: (sheet: Sheet): boolean => !get().typed && get().history.sheet === sheet,
    /** The sheet by now, with all changes since the last drawing. */
    sheetNow: (): Sheet => get().history.sheet,
    /** Another sheet stands in its place. With the new numbers of its rows, the same cells stay selected. */
    replace: (sheet: Sheet, rowOf?: RowOf): void => {
      const { history, look, selection } = get();
      const isMoved = selection !== undefined && rowOf !== undefined && isPlain(look);
      show({
        history: replaced(history, sheet, rowOf),
        ...(isMoved && { selection: moved(selection, rowOf) }),
      });
    },
  };
}

/** Shows a sheet that is edited, and does what a person does to it. */
export function useEditing({ acts, subscribe, get }: Edited) {
  const shown = useSyncExternalStore(subscribe, get);
  return { ...acts, ...shown, sheet: shown.history.sheet };
}

export type Editing = ReturnType<typeof useEditing>;

/** A sheet with the cell that is typed into. */
export function withTyped(sheet: Sheet, typed: Typed | undefined): Sheet {
  if (!typed) return sheet;
  const { patches, columns } = atOnce(writing(sheet, [{ ...typed, value: typed.text }]));
  return patches.length === 0 ? sheet : patched(sheet, patches, columns);
}

function* writing(sheet: Sheet, values: readonly CellValue[]): Work<Change> {
  const patches = yield* setCells(sheet, values);
  const columns = values.reduce((most, { column }) => Math.max(most, column + 1), sheet.columns);
  return { patches, columns };
}
