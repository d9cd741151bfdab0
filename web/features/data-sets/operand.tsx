import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Field, Operator } from '../../../schemas/fields.ts';
import { periods } from '../../../schemas/periods.ts';
import { peopleQuery } from '../../shared/people-query.ts';
import { Choice, TextField } from '../../ui/form.tsx';

interface OperandProps {
  readonly field: Field;
  readonly operator: Operator;
  readonly set: (value: unknown) => void;
}

/** The value that a field is compared with, by the field's type. */
export function Operand({ field, operator, set }: OperandProps) {
  const asList = operator.startsWith('has_') ? (value: string) => set([value]) : set;
  if (operator === 'within') {
    return <Chosen options={periods.map((key) => ({ value: key, label: key.replaceAll('_', ' ') }))} set={set} />;
  }
  switch (field.type) {
    case 'select':
    case 'multi_select':
      return (
        <Chosen
          options={(field.options?.choices ?? []).map(({ key, label }) => ({ value: key, label }))}
          set={asList}
        />
      );
    case 'checkbox':
      return <Chosen options={truths} set={(value) => set(value === 'true')} />;
    case 'user':
      return <PersonChosen set={asList} />;
    case 'number':
    case 'currency':
    case 'percent':
      return <Typed type="number" set={(text) => set(text === '' ? undefined : Number(text))} />;
    case 'date':
    case 'date_time':
      return <Typed type="date" set={set} />;
    default:
      return <Typed type="text" set={asList} />;
  }
}

const truths = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const Typed = ({ type, set }: { type: string; set: (text: string) => void }) => (
  <TextField label="Value" type={type} step="any" onChange={({ target }) => set(target.value)} />
);

type Option = { readonly value: string; readonly label: string };

function Chosen({ options, set }: { options: readonly Option[]; set: (value: string) => void }) {
  const first = options[0]?.value;
  const [chosen, choose] = useState<string>();
  const setFirst = useEffectEvent((value: string) => set(value));
  // The control shows its first option, which is then chosen.
  useEffect(() => {
    if (chosen === undefined && first !== undefined) setFirst(first);
  }, [chosen, first]);
  return (
    <Choice
      label="Value"
      options={options}
      value={chosen ?? first}
      onChange={({ target }) => {
        choose(target.value);
        set(target.value);
      }}
    />
  );
}

function PersonChosen({ set }: { set: (id: string) => void }) {
  const { data = [] } = useQuery(peopleQuery);
  return <Chosen options={data.map(({ id, name }) => ({ value: id, label: name }))} set={set} />;
}
