import type { ReactNode } from 'react';
import styles from './writing.module.css';

export const Notice = ({ isRefusal, children }: { isRefusal?: boolean; children: ReactNode }) => (
  <div
    className={isRefusal ? `${styles.notice} ${styles.danger}` : styles.notice}
    role={isRefusal ? 'alert' : undefined}
  >
    {children}
  </div>
);
