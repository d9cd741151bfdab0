import { Shown } from '../ui/shown.tsx';
import { Lines, textIn, Typed } from './inputs.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import { WebAddress } from './web-address.tsx';

const asText = (text: string) => text;

const several = (props: EditorProps) => <Lines {...props} write={textIn} read={asText} />;
const oneLine = (type: 'text' | 'url' | 'email' | 'tel') => (props: EditorProps) => (
  <Typed {...props} type={type} text={textIn(props.value)} read={asText} />
);

/** A part of an address is sought too, so a condition takes any text. */
const textFilter = { one: oneLine('text'), several };

export const plain = {
  Cell: ({ value }) => <Shown text={textIn(value)} />,
  Editor: oneLine('text'),
  inTable: 'typed',
  filter: textFilter,
  write: textIn,
  read: asText,
} satisfies FieldKind;

/** A text that is also an address to follow, write to or call. */
export const addressKind = (type: 'url' | 'email' | 'phone'): FieldKind => ({
  ...plain,
  Cell: ({ value }) => <WebAddress type={type} text={textIn(value)} />,
  Editor: oneLine(type === 'phone' ? 'tel' : type),
});
