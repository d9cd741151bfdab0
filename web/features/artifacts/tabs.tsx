import { Link } from '../../ui/link.tsx';
import { type Shown, useAddress, useShown } from './address.ts';
import styles from './artifact.module.css';

const tabs: readonly { readonly tab?: Shown['tab']; readonly label: string }[] = [
  { label: 'Read' },
  { tab: 'history', label: 'History' },
  { tab: 'lines', label: 'Who wrote what' },
];

/** The ways to look at an artifact. Nobody asks who wrote each line of a sheet. */
export function Tabs({ isSheet }: { isSheet: boolean }) {
  const shown = useShown();
  const address = useAddress();
  return (
    <nav className={styles.tabs} aria-label="Ways to look at it">
      {tabs
        .filter(({ tab }) => !(isSheet && tab === 'lines'))
        .map(({ tab, label }) => (
          <Link
            key={label}
            to={address(tab ? { tab } : {})}
            className={styles.tab}
            isExact
            withSearch
            aria-current={shown.tab === tab ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
    </nav>
  );
}
