import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { FieldInput } from '../../fields/field-input.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Choice, Form } from '../../ui/form.tsx';

interface ChangeSelectedProps {
  readonly fields: readonly Field[];
  readonly count: number;
  readonly change: (field: Field, value: unknown) => void;
}

/** Sets one field of all selected records. */
export function ChangeSelected({ fields, count, change }: ChangeSelectedProps) {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [value, setValue] = useState<unknown>(null);
  const field = fields.find((one) => one.key === key);
  const records = count === 1 ? '1 record' : `${count.toLocaleString()} records`;
  if (!field) return null;
  return (
    <Dialog
      title={`Change ${records}`}
      description="Undo takes all of it back."
      trigger={<Button icon="edit">Change {records}</Button>}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setValue(null);
      }}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          change(field, field.type === 'checkbox' ? (value ?? false) : value);
          setOpen(false);
        }}
      >
        <Choice
          label="Field"
          value={key}
          options={fields.map((one) => ({ value: one.key, label: one.label }))}
          onChange={({ target }) => {
            setKey(target.value);
            setValue(null);
          }}
        />
        <FieldInput key={key} field={{ ...field, label: 'New value', required: false }} value={value} set={setValue} />
        <Buttons>
          <Button look="primary" type="submit">
            {value === null && field.type !== 'checkbox' ? `Clear it in ${records}` : `Change ${records}`}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  );
}
