import { memo } from 'react';
import { shownOnLine } from '../../schemas/shown.ts';
import { Shown } from '../ui/shown.tsx';
import type { Column } from './columns.ts';
import { cellsOf, type CsvText } from './csv.ts';
import styles from './grid.module.css';
import type { CellPlace } from './moves.ts';

interface GridRowProps {
  /** From 0. */
  readonly row: number;
  readonly table: CsvText;
  readonly columns: readonly Column[];
  /** The column of the cell that is read. */
  readonly active: number | undefined;
  /** Whether its first cell is where Tab enters the table. */
  readonly entry: boolean;
  readonly select: (cell: CellPlace) => void;
}

/** Characters of a cell that are drawn. The line above the table tells all of it. */
const drawn = 200;

export const GridRow = memo(function GridRow({ row, table, columns, active, entry, select }: GridRowProps) {
  const cells = cellsOf(table, row + 1);
  return (
    <tr aria-rowindex={row + 2}>
      <th scope="row" className={styles.number}>
        {row + 1}
      </th>
      {columns.map(({ isNumeric }, column) => {
        const isTabbed = column === active || (entry && column === 0);
        return (
          <td
            key={column}
            tabIndex={isTabbed ? 0 : -1}
            aria-selected={column === active}
            className={isNumeric ? styles.numeric : undefined}
            onFocus={() => select({ row, column })}
          >
            <Shown text={shownOnLine((cells[column] ?? '').slice(0, drawn))} />
          </td>
        );
      })}
    </tr>
  );
});
