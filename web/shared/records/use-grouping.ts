import { useMemo } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { TableRows } from '../../views/table/actions.ts';
import type { ColumnLook } from '../../views/table/columns.ts';
import { headsOf, keyOf, openRows, type TableGroup } from '../../views/table/groups.ts';

/** By which field the records of a table are grouped, and the groups in their order. */
export interface Grouped {
  readonly field: Field;
  readonly groups: readonly TableGroup[];
}

interface Given {
  readonly grouped: Grouped | undefined;
  /** All records of the table, also those of closed groups. */
  readonly rows: TableRows;
  readonly look: ColumnLook;
  readonly setLook: (look: ColumnLook) => void;
}

/** The groups of a table, which each person opens and closes. */
export function useGrouping({ grouped, rows, look, setLook }: Given) {
  const { closed = none } = look;
  const heads = useMemo(() => grouped && headsOf(grouped.groups, closed, rows.count), [grouped, closed, rows.count]);
  const opened = useMemo(() => (heads ? openRows(rows, heads) : rows), [rows, heads]);
  if (!grouped || !heads) return { rows: opened, groups: undefined };
  const close = (keys: readonly string[]) => setLook({ ...look, closed: keys });
  return {
    rows: opened,
    groups: {
      field: grouped.field,
      heads,
      toggle: (group: TableGroup) => {
        const key = keyOf(group);
        close(closed.includes(key) ? closed.filter((one) => one !== key) : [...closed, key]);
      },
      isAnyOpen: heads.some(({ isOpen }) => isOpen),
      openAll: () => close([]),
      closeAll: () => close(grouped.groups.map(keyOf)),
    },
  };
}

const none: readonly string[] = [];

export type Grouping = NonNullable<ReturnType<typeof useGrouping>['groups']>;
