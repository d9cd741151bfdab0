import type { Fragment, Statement } from './fragment.ts';

/** The SQL of typed queries that each engine writes in its own way. Arguments are expressions over the columns. */
export interface Dialect {
  /** The statement to run, with parameters as the engine takes them. */
  statementOf(fragment: Fragment): Statement;
  /** A select whose order may compute with the names of its columns. */
  withNames(select: Fragment): Fragment;

  /** Whether there is no value, as 1 or 0. */
  absence(value: string): string;
  /** The terms that order texts: by the folded text, then exactly. */
  textOrder(text: string): readonly TextTerm[];
  /** Where the folded text first has a part; 0 if nowhere. */
  placeIn(text: Fragment, folded: string): Fragment;
  /** Whether the folded text begins or ends with a part. */
  startsWith(text: Fragment, folded: string): Fragment;
  endsWith(text: Fragment, folded: string): Fragment;

  /** Whether a value is in a list bound as JSON. */
  isListed(value: Fragment, json: string): Fragment;
  /** The same for an item of a stored list. */
  isListedItem(item: Fragment, json: string): Fragment;
  /** The same for ranges: pairs of the first value, and of the first value beyond. */
  isInListedRange(value: Fragment, json: string): Fragment;

  /** How many bytes all texts of one entry of an index may have. */
  readonly mostIndexedBytes: number;

  /** The items of a stored list as a table with the column `value`. */
  itemsOf(list: Fragment, alias: string): Fragment;
  /** Joins the items, which are all numbers or all texts, or one row without an item. */
  joinItems(list: string, alias: string, areNumbers: boolean): string;
  /** How many items, as a real number; 1 if there is no list. */
  itemCount(list: string): string;

  /** The day of a time in a zone, such as `2026-10-05`. */
  localDay(time: Fragment, timeZone: string): Fragment;
  /** The week of a day, such as `2026-W41`. */
  weekOf(day: Fragment): Fragment;

  /** The sum of a column, 0 without values. `tooLarge` if no number can hold it. */
  sum(value: Fragment): Fragment;
  /** The same for the average, null without values. */
  average(value: Fragment): Fragment;
  /**
   * The median of a column, null without values. An even number of values has the mean of its middle two. The statement
   * fails if they are more than `most`.
   */
  median(value: Fragment, most: number): Fragment;
  /** The different items of stored lists. The statement fails if they are more than `most`. */
  distinctItems(list: Fragment, most: number): Fragment;
  /** Which of these indexes there are, with the bytes of their pages; their names are a JSON array. */
  indexSizes(names: string): Statement;

  /** The sum of a number, 0 without rows. */
  total(number: string): string;
  /** The bytes of a text, 0 without one. */
  bytesOf(text: string): string;
}

interface TextTerm {
  readonly expression: string;
  /** The same of a text that has been read. */
  readonly of: (text: string) => string;
}

/** A figure beyond what a number can be has no value; JSON could not tell it from none. */
export const tooLarge = 'too large';
