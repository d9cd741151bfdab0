import { Labelled } from '../ui/form.tsx';
import { kindOf } from './kinds.ts';
import type { EditedField } from './kind.ts';

interface FieldInputProps {
  readonly field: EditedField & { readonly required?: boolean };
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  readonly mistake?: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A field of a form: its label, the editor of its type, and what is wrong with the value. */
export function FieldInput({ field, value, set, mistake, autoFocus }: FieldInputProps) {
  const { Editor } = kindOf(field);
  return (
    <Labelled label={field.label} hint={field.required ? 'Required' : undefined} mistake={mistake}>
      {(ids) => <Editor field={field} value={value} set={set} control={{ ...ids, autoFocus }} />}
    </Labelled>
  );
}
