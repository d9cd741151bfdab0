import { useEffect, useState } from 'react';
import { inSlices } from '../model/slices.ts';
import { type Totals as Found, totalsIn } from '../model/totals.ts';
import styles from './editor.module.css';
import { isOneCell } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';

const figure = new Intl.NumberFormat(undefined, { maximumFractionDigits: 10 });

/** The sum, average and count of the numbers that are selected, where there are two or more. */
export function Totals({ desk: { sheet, shown, range } }: { readonly desk: Desk }) {
  const [found, setFound] = useState<Found>();
  const { top, bottom, left, right } = range;
  useEffect(() => {
    const selected = { top, bottom, left, right };
    const stopping = new AbortController();
    const work = isOneCell(selected) ? undefined : inSlices(totalsIn(sheet, selected, shown.rowAt), stopping.signal);
    Promise.resolve(work).then(
      (totals) => !stopping.signal.aborted && setFound(totals),
      () => {},
    );
    return () => stopping.abort();
  }, [sheet, shown, top, bottom, left, right]);
  const { count = 0, sum = 0 } = found ?? {};
  return (
    <p className={styles.totals} role="status">
      {count > 1 && `Sum ${figure.format(sum)}, average ${figure.format(sum / count)}, ${figure.format(count)} numbers`}
    </p>
  );
}
