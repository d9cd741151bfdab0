import { useEffect, useMemo, useState } from 'react';
import type { History } from '../model/history.ts';
import { isPlain, type Look, renumbered, rowsShown } from '../model/order.ts';
import { inSlices } from '../model/slices.ts';
import type { RowAt } from './values.ts';

interface Shown {
  /** How many rows are shown, the header and the empty ones included. */
  readonly rows: number;
  readonly rowAt: RowAt;
  /** Where a row is shown; nothing where it is left out. */
  readonly placeOf: (row: number) => number | undefined;
  /** How many rows a filter leaves; without one, nothing. */
  readonly left: number | undefined;
}

interface Ordered {
  readonly look: Look;
  readonly order: readonly number[];
  /** How its rows were numbered last. */
  readonly rowOf: History['rowOf'];
}

/** The rows of a sheet as a person looks at them. Without sorting and filtering, empty rows follow to write into. */
export function useShownRows({ sheet, moves, rowOf }: History, look: Look, least: number): Shown {
  const [ordered, setOrdered] = useState<Ordered>();
  if (ordered && ordered.rowOf !== rowOf) {
    setOrdered({ ...ordered, rowOf, order: rowOf ? renumbered(ordered.order, rowOf, sheet, look) : ordered.order });
  }
  useEffect(() => {
    if (isPlain(look)) return;
    const stopping = new AbortController();
    inSlices(rowsShown(sheet, look), stopping.signal).then(
      (order) => setOrdered({ look, order, rowOf }),
      () => {},
    );
    return () => stopping.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- A changed cell does not move its row.
  }, [look, moves]);
  const order = isPlain(look) ? undefined : ordered?.order;
  return useMemo(() => {
    const stored = sheet.rows.length;
    if (!order) {
      return { rows: Math.max(stored + 1, least + 1), rowAt: (row) => row, placeOf: (row) => row, left: undefined };
    }
    return {
      rows: order.length + 1,
      rowAt: (row) => (row === 0 ? 0 : (order[row - 1] ?? stored + row - 1 - order.length)),
      placeOf: (row) => (row === 0 ? 0 : order.indexOf(row) + 1 || undefined),
      left: order.length,
    };
  }, [order, sheet.rows.length, least]);
}
