import type { Field } from '../../../schemas/fields.ts';
import { fieldNamed } from '../../fields/words.ts';
import { Choice } from '../../ui/form.tsx';

interface FieldChoiceProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly value: string | undefined;
  readonly choose: (key: string | undefined) => void;
  /** The words for no field, where none may be chosen. */
  readonly none?: string | undefined;
  readonly mistake?: string | undefined;
}

/** One field of a Data Set. */
export const FieldChoice = ({ label, fields, value, choose, none, mistake }: FieldChoiceProps) => (
  <Choice
    label={label}
    mistake={mistake}
    value={value === undefined ? '' : (fieldNamed(fields, value)?.key ?? value)}
    options={[
      ...(none === undefined ? [] : [{ value: '', label: none }]),
      ...fields.map(({ key, label: name }) => ({ value: key, label: name })),
    ]}
    onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
  />
);
