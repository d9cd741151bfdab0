import { CellInput } from './cell-input.tsx';
import { at } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';
import type { Typed } from './use-editing.ts';

const ways = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

/**
 * The cell that is typed into. Its text is taken over by Enter or Tab, and the selection moves on. Enter after Tabs goes
 * to the next row where they began.
 */
export function TypedCell({ desk, typed }: { desk: Desk; typed: Typed }) {
  const { editing, selection, select, shown, columns, tabbedFrom } = desk;
  const place = selection?.to ?? { row: 1, column: 0 };
  const settle = (way: keyof typeof ways) => {
    const [down, right] = ways[way];
    void editing.settle();
    if (way === 'stay') return;
    const begun = tabbedFrom() ?? place.column;
    const row = Math.max(0, Math.min(place.row + down, shown.rows - 1));
    const column = way === 'down' ? begun : Math.max(0, Math.min(place.column + right, columns.length - 1));
    select(at({ row, column }), true, right === 0 ? undefined : begun);
  };
  return (
    <CellInput
      label={`${desk.nameOf(typed.column)}, ${typed.row === 0 ? 'header' : `row ${typed.row}`}`}
      text={typed.text}
      type={(text) => editing.type({ ...typed, text })}
      settle={settle}
      leave={() => {
        editing.type(undefined);
        select(at(place));
      }}
    />
  );
}
