import type { Field } from '../../../schemas/fields.ts';
import { Dot } from '../../fields/choice.tsx';
import { colorOf } from '../../fields/shape.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { GroupHead, TableGroup } from './groups.ts';
import styles from './group-row.module.css';

/** How a table is grouped, and what may be done with its groups. */
export interface Grouping {
  readonly field: Field;
  readonly heads: readonly GroupHead[];
  readonly toggle: (group: TableGroup) => void;
  /** Begins a record in a group; absent where none may be added. */
  readonly add?: ((group: TableGroup) => void) | undefined;
  /** Whether records may be given the value of another group. */
  readonly canMove: boolean;
}

interface GroupRowProps {
  readonly head: GroupHead;
  readonly grouping: Grouping;
  readonly columns: number;
  /** Whether records are dragged above it. */
  readonly isOver: boolean;
}

/** The head of a group: its value, and how many records of the whole View have it. It opens and closes the group. */
export function GroupRow({ head, grouping, columns, isOver }: GroupRowProps) {
  const { group, isOpen, line } = head;
  const { field, toggle, add } = grouping;
  return (
    <tr aria-rowindex={line + 2} className={styles.group} data-line={line} data-over={isOver || undefined}>
      <td colSpan={columns + 1} aria-colindex={1}>
        <span className={styles.head}>
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => toggle(group)}>
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
            <Dot color={colorOf(field, group.key)} />
            <span className={styles.label}>
              <Shown text={group.label} />
            </span>
            <span className={styles.count}>{group.count.toLocaleString()}</span>
          </button>
          {add && <IconButton label={`New record in ${group.label}`} icon="plus" onClick={() => add(group)} />}
        </span>
      </td>
    </tr>
  );
}
