import type { Field, Interval } from '../../../schemas/fields.ts';
import { fieldNamed } from '../../fields/words.ts';
import { Pick } from '../../ui/filters.tsx';
import type { Group } from './beginning.ts';
import { OrderedList } from './ordered-list.tsx';
import { intervals } from './pivot-parts.tsx';
import styles from './view-editor.module.css';

interface GroupsChoiceProps {
  readonly groups: readonly Group[];
  readonly fields: readonly Field[];
  readonly set: (groups: Group[]) => void;
}

/** By which values figures are computed apart: dates by a period. */
export function GroupsChoice({ groups, fields, set }: GroupsChoiceProps) {
  const nameOf = (group: Group) => fieldNamed(fields, fieldOf(group))?.label ?? fieldOf(group);
  const groupBy = (key: string): Group =>
    fieldNamed(fields, key)?.type.startsWith('date') ? { field: key, interval: 'month' } : key;
  return (
    <OrderedList
      label="For each"
      none="All records together."
      items={groups}
      set={set}
      keyOf={(group) => JSON.stringify(group)}
      nameOf={nameOf}
      adding={
        <Pick
          label="Add to for each"
          all="Add a field …"
          options={fields
            .filter(({ key, queryable }) => queryable && !groups.includes(key))
            .map(({ key, label }) => ({ value: key, label }))}
          value={undefined}
          pick={(key) => key !== undefined && set([...groups, groupBy(key)])}
        />
      }
    >
      {(group, change) => (
        <span className={styles.pair}>
          <span className={styles.name}>{nameOf(group)}</span>
          {typeof group === 'object' && (
            <select
              aria-label={`Periods of ${nameOf(group)}`}
              className={styles.control}
              value={group.interval}
              onChange={({ target }) => change({ ...group, interval: target.value as Interval })}
            >
              {Object.entries(intervals).map(([value, label]) => (
                <option key={value} value={value}>
                  by {label}
                </option>
              ))}
            </select>
          )}
        </span>
      )}
    </OrderedList>
  );
}

const fieldOf = (group: Group): string => (typeof group === 'string' ? group : group.field);
