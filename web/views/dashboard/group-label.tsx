import { hasChoices } from '../../../schemas/field-types.ts';
import type { Row } from '../../../schemas/queries.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import { type Figures, groupWords } from './columns.ts';

interface GroupLabelProps {
  readonly row: Row;
  readonly column: Figures;
  /** Without the colour of a choice, beside the colour of a chart. */
  readonly isPlain?: boolean;
}

/** The label of a group: a period in words, a person by name, or the value of its field. */
export function GroupLabel({ row, column, isPlain = false }: GroupLabelProps) {
  const value = row[column.key];
  const hasWords = column.isPeriod || (isPlain && hasChoices(column.shape.type));
  if (hasWords || value === undefined || value === null) return <Shown text={groupWords(row, column)} />;
  return <Value value={value} shape={column.shape} />;
}
