import { groupsWords } from '../completeness-words.ts';
import type { ViewData } from '../props.ts';
import styles from './pivot-table-view.module.css';

/** Whether a pivot table has all rows, and which records its periods do not show. */
export function PivotFoot({ data: { completeness, leftOut } }: { data: ViewData }) {
  const { before = 0, after = 0, empty = 0 } = leftOut ?? {};
  const outside = [
    ...(before > 0 ? [`${before} before`] : []),
    ...(after > 0 ? [`${after} after`] : []),
    ...(empty > 0 ? [`${empty} without a date`] : []),
  ];
  return (
    <p className={styles.foot}>
      {completeness && `${groupsWords(completeness)}. `}
      {outside.length > 0 && `Records outside these periods: ${outside.join(', ')}.`}
    </p>
  );
}
