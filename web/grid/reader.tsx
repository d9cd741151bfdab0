import { Shown } from '../ui/shown.tsx';
import styles from './grid.module.css';

interface ReaderProps {
  readonly rows: number;
  readonly columns: number;
  readonly allColumns: number;
  /** Whether there are no more rows than these. The default is true. */
  readonly isWhole?: boolean | undefined;
  /** How many cells are selected, if there are several. */
  readonly selected?: string | undefined;
  readonly cell: { readonly row: number; readonly name: string; readonly text: string } | undefined;
}

const figure = new Intl.NumberFormat();
const counted = (count: number, what: string) => `${figure.format(count)} ${what}${count === 1 ? '' : 's'}`;

function rowsText(rows: number, isWhole: boolean): string {
  if (rows === 1 && !isWhole) return 'The first row';
  if (rows <= 1) return counted(rows, 'row');
  return `${isWhole ? 'All' : 'The first'} ${counted(rows, 'row')}`;
}

/** How much the table holds, and the whole text of the cell that is selected. */
export const Reader = ({ rows, columns, allColumns, isWhole = true, selected, cell }: ReaderProps) => (
  <div className={styles.reader}>
    <p className={styles.figures}>
      {rowsText(rows, isWhole)},{' '}
      {columns === allColumns
        ? counted(columns, 'column')
        : `the first ${figure.format(columns)} of ${counted(allColumns, 'column')}`}
      {selected !== undefined && `; ${selected} selected`}
    </p>
    {cell ? (
      <p className={styles.whole} tabIndex={0} aria-label="Selected cell">
        <span className={styles.place}>
          <Shown text={cell.name} />, {cell.row > 0 ? `row ${figure.format(cell.row)}` : 'header'}:
        </span>
        <Shown text={cell.text} />
      </p>
    ) : (
      <p className={styles.whole}>
        <span className={styles.place}>Select a cell to read all of it. Arrow keys move.</span>
      </p>
    )}
  </div>
);
