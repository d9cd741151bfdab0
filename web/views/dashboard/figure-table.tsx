import type { Row } from '../../../schemas/queries.ts';
import { isNumeric } from '../../fields/shape.ts';
import { Value } from '../../fields/value.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { Figures } from './columns.ts';
import { GroupLabel } from './group-label.tsx';
import type { Lead } from './series.ts';
import styles from './figure-table.module.css';

/** A figure that leads nowhere. */
const asItIs: Lead = (_row, _column, figure) => figure;

interface FigureTableProps {
  readonly caption: string;
  readonly columns: readonly Figures[];
  readonly rows: readonly Row[];
  /** Leads from a figure to its records. */
  readonly lead?: Lead | undefined;
}

/** Figures as a table: what a chart shows, in numbers. */
export const FigureTable = ({ caption, columns, rows, lead = asItIs }: FigureTableProps) => (
  <div className={styles.box} tabIndex={0} role="region" aria-label={caption}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={isNumeric(column.shape) ? styles.numeric : undefined}>
              <Shown text={column.label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.key} className={isNumeric(column.shape) ? styles.numeric : undefined}>
                {column.isMetric ? (
                  lead(row, column, <Value value={row[column.key]} shape={column.shape} />)
                ) : (
                  <GroupLabel row={row} column={column} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
