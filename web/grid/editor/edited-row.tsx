import { memo, type ReactNode } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Shown } from '../../ui/shown.tsx';
import type { Column } from '../columns.ts';
import gridStyles from '../grid.module.css';
import { cellsIn } from '../model/row.ts';
import type { Look } from '../model/order.ts';
import styles from './editor.module.css';

interface EditedRowProps {
  /** Where it is shown. The header is 0. */
  readonly row: number;
  /** Its number in the sheet. The header is 0. */
  readonly number: number;
  /** Nothing where the sheet ends before it. */
  readonly line: string | undefined;
  readonly delimiter: string;
  readonly columns: readonly Column[];
  /** The columns that are selected. */
  readonly left: number;
  readonly right: number;
  /** The column of the active cell, or -1. */
  readonly active: number;
  readonly isEntry: boolean;
  readonly hasHandle: boolean;
  /** By which column the rows are shown, in the header. */
  readonly sort: Look['sort'];
  /** The column that is typed into, or -1. */
  readonly typed: number;
  readonly input: ReactNode;
}

/** Characters of a cell that are drawn. The line above the table tells all of it. */
const drawn = 200;

/** A row of cells to select and to type into. The first one holds the names of the columns. */
export const EditedRow = memo(function EditedRow(props: EditedRowProps) {
  const { row, number, line, delimiter, columns, left, right, active, isEntry, hasHandle, sort, typed, input } = props;
  const cells = line === undefined ? [] : cellsIn(line, delimiter);
  const isHeader = row === 0;
  const Cell = isHeader ? 'th' : 'td';
  return (
    <tr aria-rowindex={row + 1}>
      {isHeader ? (
        <th scope="col" className={gridStyles.number} aria-colindex={1}>
          <span className={gridStyles.hidden}>Row</span>
        </th>
      ) : (
        <th scope="row" className={gridStyles.number} aria-colindex={1} data-row={row}>
          {number}
        </th>
      )}
      {columns.map(({ isNumeric, placeholder }, column) => {
        const text = cells[column] ?? '';
        return (
          <Cell
            key={column}
            {...(isHeader && { scope: 'col' })}
            aria-colindex={column + 2}
            {...(sort?.column === column && { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' })}
            aria-selected={column >= left && column <= right}
            tabIndex={column === active || (isEntry && column === 0) ? 0 : -1}
            data-row={row}
            data-column={column}
            data-active={column === active || undefined}
            className={column === typed ? styles.typed : isNumeric ? gridStyles.numeric : undefined}
          >
            {column === typed ? (
              input
            ) : text === '' && isHeader ? (
              <span className={gridStyles.placeholder}>{placeholder}</span>
            ) : (
              <Shown text={shownOnLine(text.slice(0, drawn))} />
            )}
            {hasHandle && column === right && <span className={styles.handle} data-handle="" aria-hidden="true" />}
          </Cell>
        );
      })}
    </tr>
  );
});
