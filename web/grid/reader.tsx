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
  /** Tells how to begin, while no cell is selected. */
  readonly hint: string;
}

const figure = new Intl.NumberFormat();
const counted = (count: number, what: string) => `${figure.format(count)} ${what}${count === 1 ? '' : 's'}`;

function rowsText(rows: number, isWhole: boolean): string {
  if (rows === 1 && !isWhole) return 'The first row';
  if (rows <= 1) return counted(rows, 'row');
  return `${isWhole ? 'All' : 'The first'} ${counted(rows, 'row')}`;
}

const columnsText = (columns: number, all: number): string =>
  columns === all ? counted(columns, 'column') : `the first ${figure.format(columns)} of ${counted(all, 'column')}`;

/** How much the table holds, and the whole text of the cell that is selected. */
export const Reader = ({ rows, columns, allColumns, isWhole = true, selected, cell, hint }: ReaderProps) => (
  <div className={styles.reader}>
    <p className={styles.figures}>
      {rows + allColumns === 0 ? 'Empty' : `${rowsText(rows, isWhole)}, ${columnsText(columns, allColumns)}`}
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
        <span className={styles.place}>{hint}</span>
      </p>
    )}
  </div>
);
