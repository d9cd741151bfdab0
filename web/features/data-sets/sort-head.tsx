import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { Sort } from './asked.ts';
import styles from './data-set-page.module.css';

interface SortHeadProps {
  readonly of: string;
  readonly label: string;
  readonly sort: Sort | undefined;
  readonly sortBy: (sort: Sort | undefined) => void;
}

/** The head of a column. It sorts up, then down, then as the records were made. */
export function SortHead({ of: key, label, sort, sortBy }: SortHeadProps) {
  const direction = sort?.key === key ? sort.direction : undefined;
  const next = direction === 'asc' ? ({ key, direction: 'desc' } as const) : ({ key, direction: 'asc' } as const);
  return (
    <button
      type="button"
      className={styles.sort}
      data-direction={direction}
      onClick={() => sortBy(direction === 'desc' ? undefined : next)}
    >
      <Shown text={label} />
      {direction && <Icon name="down" size={12} />}
    </button>
  );
}
