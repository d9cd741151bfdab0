import { type KeyboardEvent, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { kindOf } from '../../fields/kinds.ts';
import { Button } from '../../ui/button.tsx';
import styles from './record-page.module.css';

interface FieldFormProps {
  readonly field: Field;
  readonly value: unknown;
  readonly mistake: string | undefined;
  readonly set: (value: unknown) => void;
  readonly leave: () => void;
}

/** Edits one field where it stands. Enter stores it, Ctrl Enter does where Enter begins a line, Escape leaves it. */
export function FieldForm({ field, value, mistake, set, leave }: FieldFormProps) {
  const [draft, setDraft] = useState<unknown>(value ?? null);
  const { Editor } = kindOf(field);
  const press = (event: KeyboardEvent) => {
    // A dialog to pick from takes its own keys.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) set(draft);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="presentation" onKeyDown={press}>
      <form
        className={styles.fieldForm}
        aria-label={`Edit ${field.label}`}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          set(draft);
        }}
      >
        <Editor
          field={field}
          value={value}
          set={setDraft}
          control={{ 'aria-label': field.label, 'aria-invalid': mistake !== undefined, autoFocus: true }}
        />
        {mistake !== undefined && <p className={styles.mistake}>{mistake}</p>}
        <p className={styles.ways}>
          <Button type="submit" look="primary">
            Save
          </Button>
          <Button onClick={leave}>Cancel</Button>
        </p>
      </form>
    </div>
  );
}
