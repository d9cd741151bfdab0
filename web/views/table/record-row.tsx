import { memo, type ReactNode } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { isNumeric } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { ViewedRecord } from '../props.ts';
import { valueIn } from './cells.ts';
import styles from './record-grid.module.css';

interface RecordRowProps {
  readonly row: number;
  /** Its place among the lines of the table, which heads of groups are too. */
  readonly line: number;
  /** Its number in the table or group, from 0. */
  readonly number: number;
  /** Whether it can be dragged to another group. */
  readonly isDraggable: boolean;
  /** Nothing until it is read. */
  readonly record: ViewedRecord | undefined;
  readonly columns: readonly Field[];
  /** The columns that are selected. */
  readonly left: number;
  readonly right: number;
  /** The column of the active cell, or -1. */
  readonly active: number;
  readonly isEntry: boolean;
  /** The column that is edited, or -1. */
  readonly edited: number;
  readonly editor: ReactNode;
  readonly mistakeAt: ((id: string, key: string) => string | undefined) | undefined;
}

/** A record in a row of cells. Its title leads to its page. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { row, line, number, record, columns, left, right, active, isEntry, edited, editor, mistakeAt } = props;
  const { RecordLink } = useAround();
  return (
    <tr aria-rowindex={line + 2} data-line={line} data-record={record?.id}>
      <td className={styles.number} data-row={row} aria-colindex={1} draggable={props.isDraggable || undefined}>
        {(number + 1).toLocaleString()}
      </td>
      {columns.map((field, column) => {
        const Cell = column === 0 ? 'th' : 'td';
        const mistake = record && mistakeAt?.(record.id, field.key);
        return (
          <Cell
            key={field.key}
            {...(column === 0 && { scope: 'row' })}
            aria-colindex={column + 2}
            aria-selected={column >= left && column <= right}
            aria-invalid={mistake !== undefined || undefined}
            title={mistake}
            tabIndex={column === active || (isEntry && column === 0) ? 0 : -1}
            data-row={row}
            data-column={column}
            data-active={column === active || undefined}
            className={column === edited ? styles.edited : isNumeric(field) ? styles.numeric : undefined}
          >
            {column === edited && editor}
            {!record ? (
              <span role="img" aria-label="Not read yet" className={styles.unread} />
            ) : field.key === 'title' ? (
              <RecordLink id={record.id}>
                <Shown text={record.title} />
              </RecordLink>
            ) : (
              <Value value={valueIn(record, field.key)} shape={field} />
            )}
          </Cell>
        );
      })}
    </tr>
  );
});
