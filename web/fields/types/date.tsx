import { shownDay } from '../format.ts';
import { textIn } from '../inputs.tsx';
import type { FieldKind } from '../kind.ts';
import { dayFilter } from '../moments.tsx';
import { dayIn } from '../dates.ts';

/** A day, without a time zone. */
export const date: FieldKind = {
  Cell: ({ value }) => <time dateTime={textIn(value)}>{shownDay(textIn(value))}</time>,
  Editor: dayFilter.one,
  inTable: 'typed',
  filter: dayFilter,
  write: textIn,
  read: dayIn,
};
