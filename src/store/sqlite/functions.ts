import type { Database as Connection } from 'better-sqlite3';
import { countedTerms } from './text-index/counted-terms.ts';
import { localDay } from '../../time/days.ts';
import { tooManyItems, tooManyValues } from '../refusals.ts';
import { folded } from '../../text/folding.ts';
import { indexedBody, indexedTitle } from './text-index/indexed-terms.ts';
import { segmented } from '../../text/segmenting.ts';
import { holdsPhrases } from './text-index/title-phrases.ts';

/** Called before each piece of work with its text, and whether it is folded. Throwing ends the statement. */
export type Watch = (text: string, isFolded: boolean) => void;

/**
 * Adds SQL functions that the engine lacks. Every connection has them, because indexes use them. They give local days,
 * folded and segmented text, index terms, medians, and bounded distinct counts over JSON arrays.
 */
export function addFunctions(connection: Connection, watch: Watch = () => {}): void {
  const options = { deterministic: true };
  connection.function('local_day', options, (time: number | null, zone: string) => {
    if (time === null) return null;
    watch('', false);
    return localDay(time, zone);
  });
  connection.function('folded', options, (text: unknown) => {
    if (typeof text !== 'string') return text;
    watch(text, true);
    return folded(text);
  });
  connection.function('segmented', options, (text: string) => segmented(text));
  connection.function('indexed_title', options, indexedTitle as (...values: unknown[]) => string);
  connection.function('indexed_body', options, indexedBody as (...values: unknown[]) => string);
  connection.function('counted_terms', options, countedTerms as (...values: unknown[]) => string);
  connection.function('holds_phrases', options, holdsPhrases as (...values: unknown[]) => number);
  const addItems = (items: Set<unknown>, json: unknown, most: number) => {
    if (typeof json !== 'string') return items;
    watch(json, false);
    for (const item of JSON.parse(json) as unknown[]) items.add(item);
    if (items.size > most) throw tooManyItems(most);
    return items;
  };
  const addValue = (values: number[], value: unknown, most: number) => {
    if (typeof value !== 'number') return values;
    watch('', false);
    values.push(value);
    if (values.length > most) throw tooManyValues(most);
    return values;
  };
  connection.aggregate('median_of', {
    ...options,
    start: () => [] as number[],
    step: addValue as (values: number[], value: unknown) => number[],
    result: medianOf,
  });
  connection.aggregate('count_distinct_items', {
    ...options,
    start: () => new Set<unknown>(),
    // The declared type allows one argument, but the library passes any number.
    step: addItems as (items: Set<unknown>, json: unknown) => Set<unknown>,
    result: (items: Set<unknown>) => items.size,
  });
}

/** SQLite's own `median` overflows between two values far apart, and its recursion is as deep as values can make it. */
function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return low === high ? low : low / 2 + high / 2;
}
