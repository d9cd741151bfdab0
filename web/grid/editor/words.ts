import { heightOf, type Range, widthOf } from '../model/selection.ts';

const figure = new Intl.NumberFormat();

export const counted = (count: number, what: string): string =>
  `${figure.format(count)} ${what}${count === 1 ? '' : 's'}`;

/** How many cells a range has, such as "3 rows and 2 columns". */
export const sizeOf = (range: Range): string =>
  `${counted(heightOf(range), 'row')} and ${counted(widthOf(range), 'column')}`;

/** Rows as their numbers show them. */
export const rowsNamed = ({ top, bottom }: Range): string =>
  top === bottom ? `row ${figure.format(top)}` : `rows ${figure.format(top)} to ${figure.format(bottom)}`;
