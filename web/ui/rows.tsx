import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './rows.module.css';

/** A list whose items are things to open or to act on. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
);

interface RowProps {
  /** Where the whole row leads. */
  readonly to?: string | undefined;
  readonly icon?: IconName | undefined;
  /** In place of the icon. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  /** Who, where and when. */
  readonly about?: ReactNode;
  /** Not seen yet, which its mark and its weight say. */
  readonly isNew?: boolean | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** Controls at its end. */
  readonly actions?: ReactNode;
  /** More of it, below. */
  readonly children?: ReactNode;
}

/** One item. The whole row opens it; people and controls on it stay apart. */
export const Row = ({ to, icon, lead, title, about, isNew, onOpen, actions, children }: RowProps) => (
  <li className={to === undefined ? styles.row : `${styles.row} ${styles.opens}`} data-new={isNew ? '' : undefined}>
    {lead}
    {icon && (
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
    )}
    <div className={styles.main}>
      <p className={styles.title}>
        {to === undefined ? (
          title
        ) : (
          <Link to={to} className={styles.link} data-item onClick={onOpen}>
            {title}
          </Link>
        )}
        {isNew && <span className={styles.new}>New</span>}
      </p>
      {about && <p className={styles.about}>{about}</p>}
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
);
