import type { FieldType } from '../../schemas/fields.ts';
import { dayFirst, monthFirst, type Written, writtenDate } from './written-dates.ts';
import { duration, inches, secondsOfDay, writtenNumber } from './written-numbers.ts';

/** The values that the cells of a text column hold beside other text. */
export interface DecoratedKind {
  readonly type: Extract<FieldType, 'number' | 'date'>;
  /** The unit in words. */
  readonly unit: string;
  /** Null for a cell that holds none. */
  readonly valueOf: (cell: string) => string | number | null;
}

interface Reading extends Omit<DecoratedKind, 'valueOf'> {
  readonly read: (text: string) => Written | undefined;
}

/** In the order of their precedence. */
const readings: readonly Reading[] = [
  { type: 'date', unit: 'date', read: writtenDate },
  { type: 'date', unit: 'date', read: dayFirst },
  { type: 'date', unit: 'date', read: monthFirst },
  { type: 'number', unit: 'seconds after midnight', read: secondsOfDay },
  { type: 'number', unit: 'seconds', read: duration },
  { type: 'number', unit: 'inches', read: inches },
  { type: 'number', unit: 'number', read: writtenNumber },
];

/**
 * Finds whether most cells of a column begin with a number or a date and hold more text. Examples: `1,234 (3rd)`,
 * `$5.2m`, `12%`, `1:23.4`, `7:30 p.m.`, `6 ft 2 in`, `March 3, 1998[2]`, `1998–2003`. A range gives its beginning.
 * Footnote marks in brackets and a trailing part in parentheses are ignored. Months are English. The column decides
 * whether the day or the month comes first in figures.
 */
export class DecoratedInference {
  #filled = 0;
  readonly #counts = readings.map((reading) => ({ reading, read: 0, sure: 0 }));

  add(cell: string): void {
    if (cell === '') return;
    this.#filled += 1;
    const text = undecorated(cell);
    if (text === undefined) return;
    for (const count of this.#counts) {
      const value = count.reading.read(text);
      if (value) count.read += 1;
      if (value?.isSure) count.sure += 1;
    }
  }

  kind(): DecoratedKind | undefined {
    const found = this.#counts.find(({ read, sure }) => read * 2 > this.#filled && sure >= read * leastSure);
    if (!found) return undefined;
    const { type, unit, read } = found.reading;
    const valueOf = (cell: string) => {
      const text = undecorated(cell);
      return (text === undefined ? undefined : read(text)?.value) ?? null;
    };
    return { type, unit, valueOf };
  }
}

const leastSure = 0.1;
const mostCharacters = 200;

/** A cell without notes; undefined for what can hold no value. */
function undecorated(cell: string): string | undefined {
  if (cell.length > mostCharacters || !/\d/.test(cell)) return undefined;
  return cell
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/(?:\s*\([^()]*\))+\s*$/, '')
    .replace(/^["“”'‘’\s*†‡§^]+/, '')
    .replace(/["“”'‘’\s*†‡§^]+$/, '');
}
