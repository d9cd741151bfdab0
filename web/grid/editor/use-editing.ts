import { useCallback, useMemo, useRef, useState } from 'react';
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

/** When a person is told that something takes a while. */
const longMs = 150;

/** How another page left the sheet: what can be undone, and how it was seen. */
export interface Begun {
  readonly history: History;
  readonly look: Look;
  readonly selection: Selection | undefined;
}

/** A sheet that is edited: all changes go through here, one after the other. */
export function useEditing(initial: Sheet, begun?: Begun) {
  const [history, setHistory] = useState<History>(() => begun?.history ?? began(initial));
  const [look, drawLook] = useState<Look>(begun?.look ?? {});
  const [selection, setSelection] = useState(begun?.selection);
  const [typed, setTyped] = useState<Typed>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef({ history, look, typed, queue: Promise.resolve(), left: () => {} });

  const acts = useMemo(() => {
    const show = (next: History) => {
      latest.current.history = next;
      setHistory(next);
    };
    const setLook = (part: Look) => {
      latest.current.look = { ...latest.current.look, ...part };
      drawLook(latest.current.look);
    };
    /** Changes come one after the other, so that none is lost while a long one goes on. */
    const change = async (work: (sheet: Sheet) => Work<Change>, place: CellPlace): Promise<void> => {
      const before = latest.current.queue;
      const run = async () => {
        await before;
        const timer = setTimeout(() => setBusy(true), longMs);
        try {
          const change = await inSlices(work(latest.current.history.sheet));
          show(edited(latest.current.history, change, place));
        } finally {
          clearTimeout(timer);
          setBusy(false);
        }
      };
      latest.current.queue = run();
      await latest.current.queue;
    };
    const write = (values: readonly CellValue[], place: CellPlace): Promise<void> =>
      change((sheet) => writing(sheet, values), place);
    const type = (next: Typed | undefined) => {
      latest.current.typed = next;
      setTyped(next);
      if (!next) latest.current.left();
    };
    /** Takes over what is typed so far. The cell stays open. */
    const written = async (): Promise<Sheet> => {
      const { typed } = latest.current;
      if (typed) await write([{ ...typed, value: typed.text }], typed);
      await latest.current.queue;
      return latest.current.history.sheet;
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
          const { queue } = latest.current;
          await queue;
          if (latest.current.typed) await new Promise<void>((resolve) => (latest.current.left = resolve));
          else if (latest.current.queue === queue) return work(latest.current.history.sheet);
        }
      },
      setLook,
      /** Shows rows otherwise. Undo brings back how they were shown. */
      showAs(part: Look): void {
        const { history, look } = latest.current;
        const from = { ...('sort' in part && { sort: look.sort }), ...('filter' in part && { filter: look.filter }) };
        show(looked(history, from, part));
        setLook(part);
      },
      /** Takes the last change back. Answers how rows are shown again, if only that had changed. */
      undo: (): Look | undefined => {
        const looks = latest.current.history.past.at(-1)?.looks;
        show(undone(latest.current.history));
        if (looks) setLook(looks.from);
        return looks?.from;
      },
      redo: (): Look | undefined => {
        const looks = latest.current.history.future.at(-1)?.looks;
        show(redone(latest.current.history));
        if (looks) setLook(looks.to);
        return looks?.to;
      },
      /** The stored text is the base from now on. Returns the sheet over it, with what was written since. */
      rebase: (base: CsvText, stored: Sheet): Sheet => {
        show(rebased(latest.current.history, base, stored));
        return latest.current.history.sheet;
      },
      /** Whether nothing was written since the sheet was like this. */
      isStill: (sheet: Sheet): boolean => !latest.current.typed && latest.current.history.sheet === sheet,
      /** The history by now, with all changes since the last drawing. */
      historyNow: (): History => latest.current.history,
      /** Another sheet stands in its place. With the new numbers of its rows, the same cells stay selected. */
      replace: (sheet: Sheet, rowOf?: RowOf): void => {
        const { history, look } = latest.current;
        show(replaced(history, sheet, rowOf));
        if (rowOf && isPlain(look)) setSelection((now) => now && moved(now, rowOf));
      },
    };
  }, []);
  const place = useCallback(() => latest.current.history.place, []);
  const seen = { look, selection, setSelection };
  return { ...acts, ...seen, history, sheet: history.sheet, typed, isBusy, place };
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
