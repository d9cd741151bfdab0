import { Fragment } from 'react';
import type { FeedItem } from '../../../schemas/feed.ts';
import { Answer } from '../../shared/answer.tsx';
import { usePagesOf } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { PendingWords, usePendingWords } from '../../talk/pending.tsx';
import { useRemoved } from '../../talk/removing.ts';
import { dayOf, today } from '../../ui/time.tsx';
import type { ShownChannel } from './channel-page.tsx';
import { feedQuery } from './feed-query.ts';
import styles from './feed.module.css';
import { type Happening, happeningsOf } from './happenings.ts';
import { Item } from './item.tsx';

export function Feed({ channel }: { channel: ShownChannel }) {
  const query = usePagesOf(feedQuery(channel.id));
  const removed = useRemoved();
  return (
    <Answer of={query} what="the feed">
      {(items) => (
        <div className={styles.feed}>
          <Days
            items={items}
            happenings={happeningsOf(items.filter((item) => item.type !== 'post' || !removed.has(item.post.id)))}
            channel={channel}
          />
          {query.hasNextPage && (
            <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
              Show earlier
            </Button>
          )}
        </div>
      )}
    </Answer>
  );
}

interface DaysProps {
  readonly items: readonly FeedItem[];
  readonly happenings: readonly Happening<FeedItem>[];
  readonly channel: ShownChannel;
}

/** Everything that happened, under its days. Words on their way stand first, where they will stand. */
function Days({ items, happenings, channel }: DaysProps) {
  const posts = items.flatMap((item) => (item.type === 'post' ? [item.post] : []));
  const pending = usePendingWords({ channelId: channel.id }, posts);
  if (items.length === 0 && pending.length === 0) return <NothingYet channel={channel} />;
  const days = Map.groupBy(happenings, ({ item }) => dayOf(item.at));
  const shown = pending.length > 0 && !days.has(today) ? [[today, []] as const, ...days] : [...days];
  return shown.map(([day, ofDay]) => (
    <Fragment key={day}>
      <h2 className={styles.day}>{day}</h2>
      {day === today && pending.toReversed().map((entry) => <PendingWords key={entry.key} entry={entry} />)}
      {ofDay.map((happening) => (
        <Item key={happening.item.id} happening={happening} channel={channel} />
      ))}
    </Fragment>
  ));
}

const NothingYet = ({ channel: { name, role } }: { channel: ShownChannel }) => (
  <Empty title="Nothing is here yet.">
    {role !== 'reader' && (
      <p>Write the first post, or press Add at the top: a document, a sheet, files, a conversation or a table.</p>
    )}
    <p>
      Agents post with <code>workspace_post_create</code> and the channel “{name}”.
    </p>
  </Empty>
);
