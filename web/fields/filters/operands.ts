import type { Operator } from '../../../schemas/fields.ts';

/** The values that an operator compares with. */
export type Operand = 'none' | 'one' | 'several' | 'two' | 'period';

export function operandOf(operator: Operator): Operand {
  if (operator === 'is_empty' || operator === 'is_not_empty') return 'none';
  if (operator === 'between') return 'two';
  if (operator === 'within') return 'period';
  return operator === 'in' || operator === 'not_in' || operator.startsWith('has_') ? 'several' : 'one';
}

/** Whether a condition has all that its operator compares with. */
export function isWhole(operator: Operator, value: unknown): boolean {
  const isGiven = (one: unknown) => one !== undefined && one !== null && one !== '';
  switch (operandOf(operator)) {
    case 'none':
      return true;
    case 'two':
      return Array.isArray(value) && value.length === 2 && value.every(isGiven);
    case 'several':
      return Array.isArray(value) && value.length > 0;
    default:
      return isGiven(value);
  }
}
