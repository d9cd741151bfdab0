import type { Field, Operator } from '../../../schemas/fields.ts';
import { FilterInput } from '../../fields/filters/filter-input.tsx';
import { operandOf } from '../../fields/filters/operands.ts';
import { operatorWords } from '../../fields/words.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './filters-editor.module.css';
import { type ConditionNode, conditionOn } from './tree.ts';

interface ConditionRowProps {
  readonly node: ConditionNode;
  readonly fields: readonly Field[];
  readonly set: (node: ConditionNode) => void;
  readonly remove: () => void;
}

/** A condition on one line: the field, the operator, and what it compares with. */
export function ConditionRow({ node, fields, set, remove }: ConditionRowProps) {
  const { id, operator, value } = node;
  const field = fields.find(({ key }) => key === node.field);
  return (
    <div className={styles.row}>
      <select
        aria-label="Field"
        className={styles.control}
        value={node.field}
        onChange={({ target }) => set({ ...conditionOn(fields.find(({ key }) => key === target.value)!), id })}
      >
        {!field && <option value={node.field}>{node.field}</option>}
        {fields.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {field && (
        <>
          <select
            aria-label={`Condition on ${field.label}`}
            className={styles.control}
            value={operator}
            onChange={({ target }) => set(withOperator(node, field, target.value as Operator))}
          >
            {field.operators.map((one) => (
              <option key={one} value={one}>
                {operatorWords(one, field.type)}
              </option>
            ))}
          </select>
          <div className={styles.value}>
            <FilterInput
              key={`${field.key} ${operandOf(operator)}`}
              field={field}
              operator={operator}
              value={value}
              set={(next) => set({ ...node, value: next })}
              control={{ 'aria-label': `Value of ${field.label}` }}
            />
          </div>
        </>
      )}
      <IconButton label="Take this condition away" icon="close" onClick={remove} />
    </div>
  );
}

/** Another operator keeps the value, if it compares with as many. */
const withOperator = (node: ConditionNode, field: Field, operator: Operator): ConditionNode =>
  operandOf(operator) === operandOf(node.operator)
    ? { ...node, operator }
    : { ...conditionOn(field, operator), id: node.id };
