import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field, Operator } from '../../../schemas/fields.ts';
import { FilterInput } from '../../fields/filter-input.tsx';
import { isWhole, operandOf } from '../../fields/operands.ts';
import { operatorWords } from '../../fields/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Choice, Form, Labelled } from '../../ui/form.tsx';
import type { Condition } from './asked.ts';

interface AddConditionProps {
  readonly dataSet: DataSet;
  readonly add: (condition: Condition) => void;
}

/** A dialog that makes one condition. The service says which operators the field takes. */
export function AddCondition({ dataSet, add }: AddConditionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Show only records where"
      trigger={
        <Button look="quiet" icon="plus">
          Add a condition
        </Button>
      }
      open={isOpen}
      onOpenChange={setOpen}
    >
      <ConditionForm
        fields={dataSet.fields.filter(({ queryable }) => queryable)}
        add={(condition) => {
          add(condition);
          setOpen(false);
        }}
      />
    </Dialog>
  );
}

function ConditionForm({ fields, add }: { fields: readonly Field[]; add: AddConditionProps['add'] }) {
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [chosen, setOperator] = useState<Operator>();
  const [value, setValue] = useState<unknown>();
  const field = fields.find((one) => one.key === key);
  if (!field) return null;
  const { operators } = field;
  const operator = chosen && operators.includes(chosen) ? chosen : operators[0]!;
  const isLone = operandOf(operator) === 'none';
  // A condition on yes or no begins with the one that its control shows.
  const given = value ?? (field.type === 'checkbox' ? false : undefined);
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        add({ field: key, operator, ...(!isLone && { value: given }) });
      }}
    >
      <Choice
        label="Field"
        value={key}
        options={fields.map((one) => ({ value: one.key, label: one.label }))}
        onChange={({ target }) => {
          setKey(target.value);
          setValue(undefined);
        }}
      />
      <Choice
        label="Condition"
        value={operator}
        options={operators.map((one) => ({ value: one, label: operatorWords(one, field.type) }))}
        onChange={({ target }) => {
          setOperator(target.value as Operator);
          setValue(undefined);
        }}
      />
      {!isLone && (
        <Labelled label="Value">
          {(ids) => (
            <FilterInput
              key={`${key} ${operator}`}
              field={field}
              operator={operator}
              value={given}
              set={setValue}
              control={ids}
            />
          )}
        </Labelled>
      )}
      <Buttons>
        <Button look="primary" type="submit" disabled={!isWhole(operator, given)}>
          Show these records
        </Button>
      </Buttons>
    </Form>
  );
}
