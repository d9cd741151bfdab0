import type { Database as Connection } from 'better-sqlite3';
import { localDay } from './days.ts';
import { folded } from './folding.ts';
import { segmented } from './segmenting.ts';

/**
 * What the engine lacks, on every connection, for indexes use it too: calendar days of a time zone, text folded by Unicode
 * or segmented for the full-text index, and how many different items the JSON arrays of a group hold. `beforeFolding` may end
 * a statement by throwing.
 */
export function addFunctions(connection: Connection, beforeFolding?: (text: string) => void): void {
  const options = { deterministic: true };
  connection.function('local_day', options, (time: number | null, zone: string) =>
    time === null ? null : localDay(time, zone),
  );
  connection.function('folded', options, (text: unknown) => {
    if (typeof text !== 'string') return text;
    beforeFolding?.(text);
    return folded(text);
  });
  connection.function('segmented', options, (text: string) => segmented(text));
  connection.aggregate('count_distinct_items', {
    ...options,
    start: () => new Set<unknown>(),
    step: (items: Set<unknown>, json: unknown) => {
      if (typeof json === 'string') for (const item of JSON.parse(json) as unknown[]) items.add(item);
      return items;
    },
    result: (items: Set<unknown>) => items.size,
  });
}
