import { Link } from './link.tsx';
import styles from './tabs.module.css';

interface TabsProps {
  /** The parts that it leads to, in the plural. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** Where the tabs are wider than the page, the chosen one is in sight. */
const show = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Links to the parts of a page. The address says which one is shown. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav aria-label={label} className={styles.tabs}>
    {tabs.map(({ to, label: name, isCurrent }) => (
      <Link
        key={name}
        to={to}
        isExact
        withSearch
        ref={isCurrent ? show : undefined}
        className={styles.tab}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
);
