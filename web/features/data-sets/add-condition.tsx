import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field, Operator } from '../../../schemas/fields.ts';
import { operatorWords } from '../../fields/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Choice, Form } from '../../ui/form.tsx';
import type { Condition } from './asked.ts';
import { Operand } from './operand.tsx';

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

/** These take a list or two values, which a single control cannot give. */
const forOthers: ReadonlySet<Operator> = new Set(['in', 'not_in', 'between']);

function ConditionForm({ fields, add }: { fields: readonly Field[]; add: AddConditionProps['add'] }) {
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [chosen, setOperator] = useState<Operator>();
  const [value, setValue] = useState<unknown>();
  const field = fields.find((one) => one.key === key);
  if (!field) return null;
  const operators = field.operators.filter((operator) => !forOthers.has(operator));
  const operator = chosen && operators.includes(chosen) ? chosen : operators[0]!;
  const isLone = operator === 'is_empty' || operator === 'is_not_empty';
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        add({ field: key, operator, ...(!isLone && { value }) });
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
      {!isLone && <Operand key={`${key} ${operator}`} field={field} operator={operator} set={setValue} />}
      <Buttons>
        <Button look="primary" type="submit" disabled={!isLone && (value === undefined || value === '')}>
          Show these records
        </Button>
      </Buttons>
    </Form>
  );
}
