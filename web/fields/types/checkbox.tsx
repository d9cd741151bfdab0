import { Options } from '../inputs.tsx';
import type { EditorProps, FieldKind } from '../kind.ts';
import { truthIn } from '../reading.ts';

const truths = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const yesOrNo = (props: EditorProps) => (
  <Options {...props} value={props.value ?? false} options={truths} read={(text) => text === 'true'} />
);

/** Yes or no. Without a value it is no. */
export const checkbox: FieldKind = {
  Cell: ({ value }) => (value === true ? 'Yes' : 'No'),
  Editor: yesOrNo,
  inTable: 'turned',
  filter: { one: yesOrNo, several: yesOrNo },
  write: (value) => (value === true ? 'TRUE' : 'FALSE'),
  read: truthIn,
};
