import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { withoutHidden } from '../../schemas/shown.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './page.module.css';
import { Shown } from './shown.tsx';

interface PageProps {
  readonly title: string;
  readonly icon?: IconName | undefined;
  /** One line below the title: where it is, who made it, how much there is. */
  readonly about?: ReactNode;
  /** Controls at the end of the header. */
  readonly actions?: ReactNode;
  /** `text`: at most 72 characters a line. `wide`: tables and boards. */
  readonly width?: 'text' | 'wide' | undefined;
  readonly children: ReactNode;
}

const nameTab = (title: string): void => {
  document.title = `${withoutHidden(title)} · Workspace`;
};

/** Names the tab by a part of the page, after the page did. */
export const useTabName = (title: string): void => useEffect(() => nameTab(title), [title]);

/** A page of the app: its header, which stays, and its content. Names the tab of the browser. */
export function Page({ title, icon, about, actions, width = 'wide', children }: PageProps) {
  useLayoutEffect(() => nameTab(title), [title]);
  return (
    <>
      <header className={styles.header}>
        {icon && (
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
        )}
        <div className={styles.names}>
          <h1 className={styles.title} tabIndex={-1}>
            <Shown text={title} />
          </h1>
          {about && <div className={styles.about}>{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={`${styles.content} ${styles[width]}`}>{children}</div>
    </>
  );
}
