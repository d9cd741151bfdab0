import { shownDay } from '../format.ts';
import { textIn } from '../inputs.tsx';
import type { FieldKind } from '../kind.ts';
import { dayFilter } from '../moments.tsx';
import { TypedMoment } from '../typing/typing.tsx';
import { dayIn, isDay } from '../dates.ts';

const dayOrNone = (text: string): string => (isDay(text) ? text : '');

/** A day, without a time zone. */
export const date: FieldKind = {
  Cell: ({ value }) => <time dateTime={textIn(value)}>{shownDay(textIn(value))}</time>,
  Editor: dayFilter.one,
  inTable: 'typed',
  Typing: (props) => <TypedMoment {...props} type="date" text={textIn(props.value)} read={dayIn} native={dayOrNone} />,
  filter: dayFilter,
  write: textIn,
  read: dayIn,
};
