import { Lines, textIn, Typed } from './inputs.tsx';
import type { EditorProps } from './kind.ts';
import { dayIn } from './dates.ts';

/** Conditions compare days, also with moments. */
export const dayFilter = {
  one: (props: EditorProps) => <Typed {...props} type="date" text={textIn(props.value).slice(0, 10)} read={dayIn} />,
  several: (props: EditorProps) => <Lines {...props} write={textIn} read={dayIn} />,
};
