import { useSearch } from '@tanstack/react-router';
import type { Session } from '../../../schemas/sessions.ts';
import { workspace } from '../../data/client.ts';
import { useChannels, useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Ask } from '../../talk/ask.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './sessions-page.module.css';

/** The conversations that the person may read, and a place to ask something. */
export default function SessionsPage() {
  const { channel } = useSearch({ strict: false }) as { channel?: string };
  const sessions = usePages(['sessions', channel ?? ''], async (cursor, options) => {
    const { sessions: items, nextCursor } = await workspace.sessions.list({ channelId: channel, cursor }, options);
    return { items, nextCursor };
  });
  return (
    <Page title="Conversations" icon="session" width="text">
      <Ask channel={channel} />
      <Answer of={sessions} what="conversations">
        {(all) => (
          <>
            {all.length === 0 && <NoSessions />}
            <ul className={styles.list}>
              {all.map((session) => (
                <Entry key={session.id} session={session} />
              ))}
            </ul>
            {sessions.hasNextPage && <More of={sessions} what="conversations" />}
          </>
        )}
      </Answer>
    </Page>
  );
}

const NoSessions = () => (
  <Empty title="There is no conversation yet.">
    <p>
      Ask something above, such as “How many deals are won?”. Agents ask with the tool <code>workspace_query_ask</code>.
    </p>
  </Empty>
);

function Entry({ session }: { session: Session }) {
  const me = useMe();
  const channels = useChannels();
  const { url, title, owner, access, channelIds, messageCount, createdAt } = session;
  const shared = channelIds.flatMap((id) => channels?.find((one) => one.id === id)?.label ?? []);
  return (
    <li>
      <Link to={url} className={styles.entry} data-item>
        <Icon name="session" />
        <span className={styles.title}>
          <Shown text={title} />
        </span>
        <Time at={createdAt} className={styles.note} />
        <span className={styles.about}>
          {owner.id !== me?.userId && <Shown text={`${owner.name} · `} />}
          {messageCount === 1 ? '1 message' : `${messageCount} messages`}
          {shared.length > 0 && <Shown text={` · shared with ${shared.join(', ')}`} />}
          {access === 'admin' && ' · not shared with you'}
        </span>
      </Link>
    </li>
  );
}
