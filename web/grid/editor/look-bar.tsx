import { Button } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './editor.module.css';
import type { Desk } from './use-desk.ts';
import { counted } from './words.ts';

/** Says how the rows are shown, and that the sheet keeps its own order. */
export function LookBar({ desk: { editing, look, shown, sheet, nameOf } }: { desk: Desk }) {
  const { sort, filter = '' } = look;
  if (!sort && filter === '') return null;
  return (
    <p className={styles.look} role="status">
      <span>
        {sort && (
          <>
            Sorted by <Shown text={nameOf(sort.column)} />, {sort.isDescending ? 'descending' : 'ascending'}.{' '}
          </>
        )}
        {filter !== '' && shown.left !== undefined && (
          <>
            {counted(shown.left, 'row')} of {counted(Math.max(0, sheet.rows.length - 1), 'row')} with “
            <Shown text={filter} />
            ”.{' '}
          </>
        )}
        Only for your eyes: the sheet keeps all its rows and their order.
      </span>
      <Button look="quiet" onClick={() => editing.showAs({ sort: undefined, filter: '' })}>
        Show as stored
      </Button>
    </p>
  );
}
