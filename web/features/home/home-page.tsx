import { useQuery } from '@tanstack/react-query';
import { Ask } from '../../talk/ask.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangedLast, changedLastQuery } from './changed-last.tsx';
import { ChannelList } from './channel-list.tsx';
import { NothingYet } from './nothing-yet.tsx';
import styles from './home-page.module.css';

/** Where a day begins: a place to ask, what changed last, and the channels. */
export default function HomePage() {
  const { data, isPending } = useQuery(changedLastQuery);
  return (
    <Page title="Home" width="text">
      <div className={styles.ask}>
        <Ask />
      </div>
      {data && (data.length > 0 ? <ChangedLast found={data} /> : <NothingYet />)}
      {!isPending && <ChannelList />}
    </Page>
  );
}
