import { type ComponentType, useId } from 'react';
import type { Operator } from '../../../schemas/fields.ts';
import { periods } from '../../../schemas/periods.ts';
import { Options } from '../inputs.tsx';
import { kindOf } from '../kinds.ts';
import type { EditorProps } from '../kind.ts';
import { operandOf } from './operands.ts';
import styles from './filter-input.module.css';

interface FilterInputProps extends EditorProps {
  readonly operator: Operator;
}

/** The value of a condition, by the type of its field and by its operator. Give it another `key` when they change. */
export function FilterInput({ operator, ...props }: FilterInputProps) {
  const { filter } = kindOf(props.field);
  switch (operandOf(operator)) {
    case 'none':
      return null;
    case 'period':
      return <Options {...props} options={namedPeriods} none="Choose a period" />;
    case 'several':
      return <filter.several {...props} />;
    case 'two':
      return <Two {...props} One={filter.one} />;
    case 'one':
      return <filter.one {...props} />;
  }
}

const namedPeriods = periods.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** From one value to another. Both belong to the condition. */
function Two({ One, value, set, control, field }: EditorProps & { One: ComponentType<EditorProps> }) {
  const id = useId();
  const [from, to] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const { id: controlId, ...others } = control;
  const label = control['aria-label'] ?? field.label;
  return (
    <div className={styles.two} role="group" aria-label={label}>
      <One
        {...{ field, value: from }}
        set={(next) => set([next, to])}
        control={{ ...others, id: controlId, 'aria-label': `${label}, from` }}
      />
      <span>and</span>
      <One
        {...{ field, value: to }}
        set={(next) => set([from, next])}
        control={{ ...others, id, autoFocus: false, 'aria-label': `${label}, to` }}
      />
    </div>
  );
}
