import type { Database as Connection } from 'better-sqlite3';
import { localDay } from './days.ts';
import { folded } from './folding.ts';

/** What the engine lacks: calendar days of a time zone, and folded text (case and diacritics, by Unicode). */
export function addFunctions(connection: Connection): void {
  const options = { deterministic: true };
  connection.function('local_day', options, (time: number | null, zone: string) =>
    time === null ? null : localDay(time, zone),
  );
  connection.function('folded', options, (text: unknown) => (typeof text === 'string' ? folded(text) : text));
}
