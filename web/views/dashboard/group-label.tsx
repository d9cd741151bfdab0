import type { Row } from '../../../schemas/queries.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import { type Figures, groupWords } from './columns.ts';

/** The label of a group: a period in words, a person by name, or the value of its field. */
export function GroupLabel({ row, column }: { row: Row; column: Figures }) {
  const value = row[column.key];
  if (column.isPeriod || value === undefined || value === null) return <Shown text={groupWords(row, column)} />;
  return <Value value={value} shape={column.shape} />;
}
