import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from './printing.ts';
import { visibleRows } from './visible.ts';

/** The height of a box until it is known. */
const usualHeight = 600;
/** Rows on paper at most, because a browser lays them out all at once. */
const mostPrinted = 2_000;

interface Table {
  readonly rows: number;
  readonly rowHeight: number;
}

/** The rows of a table that are in sight in a box below its header, or on paper. Draws anew only when they change. */
export function useScrolled(box: RefObject<HTMLElement | null>, { rows, rowHeight }: Table) {
  const [seen, setSeen] = useState(() => visibleRows({ rows, rowHeight, top: 0, height: usualHeight }));
  const isPrinting = usePrinting();
  useEffect(() => {
    const element = box.current!;
    const read = () => {
      const next = visibleRows({ rows, rowHeight, top: element.scrollTop, height: element.clientHeight - rowHeight });
      setSeen((last) => (isSame(last, next) ? last : next));
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box, rows, rowHeight]);
  if (isPrinting) return { from: 0, to: Math.min(rows, mostPrinted), before: 0, after: 0, isPrinting };
  return { ...seen, to: Math.min(seen.to, rows), isPrinting };
}

type Seen = ReturnType<typeof visibleRows>;

const isSame = (one: Seen, other: Seen): boolean =>
  one.from === other.from && one.to === other.to && one.before === other.before && one.after === other.after;
