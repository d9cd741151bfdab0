import type { Progress } from '../../folder/databases/move.ts';
import { complain } from './administration.ts';

const everyMs = 2_000;

/** Tells of each table once it is equal, and of a long copy meanwhile. */
export function progressLines(): (progress: Progress) => void {
  let last: number | undefined;
  return ({ doing, table, rows }) => {
    last ??= performance.now();
    const isDue = performance.now() - last > everyMs;
    if (doing === 'begun anew') complain('The workspace was changed since the last run, so the copy begins anew.');
    else if (doing === 'compared' && rows > 0) complain(`${table}: ${rows} rows, equal on both sides`);
    else if (doing === 'copied' && isDue) complain(`${table}: ${rows} rows copied so far`);
    else return;
    last = performance.now();
  };
}
