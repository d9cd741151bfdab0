import { useQuery } from '@tanstack/react-query';
import { Ask } from '../../talk/ask.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangedLast, changedLastQuery } from './changed-last.tsx';
import { ChannelList } from './channel-list.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { NotSaved, useUnsaved } from './unsaved.ts';
import styles from './home-page.module.css';

/** Where a day begins: a place to ask, what is not saved yet, what changed last, and the channels. */
export default function HomePage() {
  const { data, isPending } = useQuery(changedLastQuery);
  const unsaved = useUnsaved();
  // Drafts stand above the rest. Nothing moves when they are found.
  const isReady = !unsaved.isPending;
  return (
    <Page title="Home" width="text">
      <div className={styles.ask}>
        <Ask />
      </div>
      {unsaved.data && unsaved.data.length > 0 && <NotSaved found={unsaved.data} />}
      {isReady && data && (data.length > 0 ? <ChangedLast found={data} /> : <NothingYet />)}
      {isReady && !isPending && <ChannelList />}
    </Page>
  );
}
