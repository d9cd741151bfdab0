import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';

/** Words for a wait. They appear only after 200 ms, so that nothing flickers. */
export const Waiting = ({ what }: { what: string }) => (
  <p className={styles.waiting} role="status">
    Reading {what} …
  </p>
);

/** An empty place that teaches the one next step. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <p className={styles.emptyTitle}>{title}</p>
    {children}
  </div>
);

/** A failure: what is wrong, and a way to try again. */
export const Failure = ({ sentence, retry }: { sentence: string; retry?: (() => void) | undefined }) => (
  <div className={styles.failure} role="alert">
    <p>{sentence}</p>
    {retry && <Button onClick={retry}>Try again</Button>}
  </div>
);
