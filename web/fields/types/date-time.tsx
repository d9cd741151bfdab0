import { shownMoment } from '../format.ts';
import { textIn, Typed } from '../inputs.tsx';
import type { FieldKind } from '../kind.ts';
import { dayFilter } from '../moments.tsx';
import { TypedMoment } from '../typing/typing.tsx';
import { localMoment, momentIn } from '../dates.ts';

const written = (text: string): string => localMoment(text).replace('T', ' ') || text;

/** A moment, shown where the person is. */
export const dateTime: FieldKind = {
  Cell: ({ value }) => <time dateTime={textIn(value)}>{shownMoment(textIn(value))}</time>,
  Editor: (props) => <Typed {...props} type="datetime-local" text={localMoment(textIn(props.value))} read={momentIn} />,
  inTable: 'typed',
  Typing: (props) => (
    <TypedMoment
      {...props}
      type="datetime-local"
      text={written(textIn(props.value))}
      read={momentIn}
      native={localMoment}
    />
  ),
  filter: dayFilter,
  write: textIn,
  read: momentIn,
};
