import { shownMoment } from '../format.ts';
import { textIn, Typed } from '../inputs.tsx';
import type { FieldKind } from '../kind.ts';
import { dayFilter } from '../moments.tsx';
import { localMoment, momentIn } from '../dates.ts';

/** A moment, shown where the person is. */
export const dateTime: FieldKind = {
  Cell: ({ value }) => <time dateTime={textIn(value)}>{shownMoment(textIn(value))}</time>,
  Editor: (props) => <Typed {...props} type="datetime-local" text={localMoment(textIn(props.value))} read={momentIn} />,
  inTable: 'typed',
  filter: dayFilter,
  write: textIn,
  read: momentIn,
};
