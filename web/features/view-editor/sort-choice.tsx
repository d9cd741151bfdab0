import type { Field } from '../../../schemas/fields.ts';
import type { Direction } from '../../../schemas/queries.ts';
import { fieldNamed } from '../../fields/words.ts';
import { Pick } from '../../ui/filters.tsx';
import { OrderedList } from './ordered-list.tsx';
import styles from './view-editor.module.css';

interface Sort {
  readonly fieldKey: string;
  readonly direction: Direction;
}

interface SortChoiceProps {
  readonly fields: readonly Field[];
  readonly sort: readonly Sort[];
  readonly set: (sort: Sort[]) => void;
}

/** By which fields records are sorted; the first counts most. */
export function SortChoice({ fields, sort, set }: SortChoiceProps) {
  const nameOf = ({ fieldKey }: Sort) => fieldNamed(fields, fieldKey)?.label ?? fieldKey;
  const rest = fields.filter(
    ({ key, queryable }) => queryable && !sort.some(({ fieldKey }) => fieldNamed(fields, fieldKey)?.key === key),
  );
  return (
    <OrderedList
      label="Sorted by"
      none="In the order they were added."
      items={sort}
      set={set}
      keyOf={({ fieldKey }) => fieldKey}
      nameOf={nameOf}
      adding={
        <Pick
          label="Add to sorted by"
          all="Add a field …"
          options={rest.map(({ key, label }) => ({ value: key, label }))}
          value={undefined}
          pick={(fieldKey) => fieldKey !== undefined && set([...sort, { fieldKey, direction: 'asc' }])}
        />
      }
    >
      {(one, change) => (
        <span className={styles.pair}>
          <span className={styles.name}>{nameOf(one)}</span>
          <select
            aria-label={`Order of ${nameOf(one)}`}
            className={styles.control}
            value={one.direction}
            onChange={({ target }) => change({ ...one, direction: target.value as Direction })}
          >
            <option value="asc">ascending</option>
            <option value="desc">descending</option>
          </select>
        </span>
      )}
    </OrderedList>
  );
}
