import { useQuery } from '@tanstack/react-query';
import { itemsOf } from '../../src/sdk/index.ts';
import { workspace } from '../data/client.ts';
import { useNews } from '../data/news.ts';
import { useChannels, useMe } from '../data/queries.ts';
import { firstOf } from '../shared/lists/first-of.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NewChannel } from './new-channel.tsx';
import styles from './sidebar.module.css';
import type { OpenOverlay } from './use-keys.ts';

interface SidebarProps {
  readonly open: OpenOverlay;
}

const places: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/activity', label: 'Activity', icon: 'activity' },
  { to: '/sessions', label: 'Conversations', icon: 'session' },
  { to: '/people', label: 'People', icon: 'people' },
  { to: '/trash', label: 'Trash', icon: 'trash' },
];

/** Where a person can go: the inbox, every channel with what is new there, and the rest. */
export function Sidebar({ open }: SidebarProps) {
  const me = useMe();
  return (
    <nav className={styles.sidebar} aria-label="Workspace">
      <AccountMenu
        name={me?.name ?? ''}
        organization={me?.organization.name ?? ''}
        openShortcuts={() => open('shortcuts')}
      />
      <ul className={styles.list}>
        <li>
          <button type="button" className={styles.entry} onClick={() => open('palette')}>
            <Icon name="search" /> Go anywhere <kbd className={styles.key}>Ctrl K</kbd>
          </button>
        </li>
        <Inbox />
        {places.map(({ to, label, icon }) => (
          <Place key={to} to={to} label={label} icon={icon} />
        ))}
      </ul>
      <Channels />
    </nav>
  );
}

const Place = ({
  to,
  label,
  icon,
  children,
}: {
  to: string;
  label: string;
  icon: IconName;
  children?: React.ReactNode;
}) => (
  <li>
    <Link to={to} className={styles.entry}>
      <Icon name={icon} /> <span className={styles.label}>{label}</span>
      {children}
    </Link>
  </li>
);

/** More unseen items than these need no exact figure. */
const shownCount = 50;

function Inbox() {
  const { data = [] } = useQuery({
    queryKey: ['inbox', 'unseen'],
    queryFn: ({ signal }) =>
      firstOf(itemsOf(workspace.inbox.list, { unseen: true, limit: shownCount + 1 }, { signal }), shownCount + 1),
  });
  const count = data.filter(({ isGiven }) => !isGiven).length;
  return (
    <Place to="/inbox" label="Inbox" icon="inbox">
      {count > 0 && (
        <span className={styles.count}>
          {data.length > shownCount ? `${shownCount}+` : count}
          <span className={styles.hidden}> unseen</span>
        </span>
      )}
    </Place>
  );
}

function Channels() {
  const channels = useChannels();
  const news = useNews();
  return (
    <section aria-labelledby="channels">
      <header className={styles.heading}>
        <h2 id="channels">Channels</h2>
        <NewChannel />
      </header>
      <ul className={styles.list}>
        {channels?.map(({ id, slug, label, visibility }) => (
          <li key={id}>
            <Link to={`/channels/${slug}`} className={styles.entry} data-new={news[id] ? '' : undefined}>
              <Icon name={visibility === 'private' ? 'lock' : 'hash'} />
              <span className={styles.label}>
                <Shown text={label} />
              </span>
              {news[id] && (
                <span className={styles.dot} title={`${news[id]} new`}>
                  <span className={styles.hidden}>{news[id]} new</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
