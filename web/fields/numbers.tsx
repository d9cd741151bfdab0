import { shownNumber } from './format.ts';
import { Lines, textIn, Typed } from './inputs.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import { numberIn } from './reading.ts';
import styles from './value.module.css';

const several = (props: EditorProps) => <Lines {...props} write={textIn} read={numberIn} />;
const one = (props: EditorProps) => (
  <Typed {...props} type="text" inputMode="decimal" text={textIn(props.value)} read={numberIn} />
);

/** The three types of numbers differ in how they are written. */
export const numberKind: FieldKind = {
  Cell: ({ value, shape }) => (
    <span className={styles.number}>{typeof value === 'number' ? shownNumber(value, shape) : textIn(value)}</span>
  ),
  Editor: one,
  inTable: 'typed',
  filter: { one, several },
  write: textIn,
  read: numberIn,
};
