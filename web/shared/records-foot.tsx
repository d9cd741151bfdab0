import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { recordsWords } from '../views/completeness-words.ts';
import styles from './records-foot.module.css';

interface RecordsFootProps {
  readonly shown: number;
  /** Undefined until it is known. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  /** Absent where no more can be read here. */
  readonly readMore?: (() => void) | undefined;
  /** Another way on. */
  readonly children?: ReactNode;
}

/** Whether the records above are all there are, and the way to the next ones. */
export const RecordsFoot = ({ shown, total, hasMore, isReading, readMore, children }: RecordsFootProps) => (
  <footer className={styles.foot}>
    <p role="status">{shown === 0 ? 'No records' : recordsWords(shown, total, !hasMore)}</p>
    {hasMore && readMore && (
      <Button onClick={readMore} disabled={isReading}>
        {isReading ? 'Reading …' : 'Show more'}
      </Button>
    )}
    {children}
  </footer>
);
