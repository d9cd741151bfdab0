import { Fragment } from 'react';
import type { FeedItem } from '../../../schemas/feed.ts';
import { Answer } from '../../shared/answer.tsx';
import { usePagesOf } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { useRemoved } from '../../talk/removing.ts';
import { dayOf } from '../../ui/time.tsx';
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
      {(items) =>
        items.length === 0 ? (
          <NothingYet name={channel.name} />
        ) : (
          <div className={styles.feed}>
            <Days
              happenings={happeningsOf(items.filter((item) => item.type !== 'post' || !removed.has(item.post.id)))}
              channel={channel}
            />
            {query.hasNextPage && (
              <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                Show earlier
              </Button>
            )}
          </div>
        )
      }
    </Answer>
  );
}

/** Everything that happened, under its days. */
function Days({ happenings, channel }: { happenings: readonly Happening<FeedItem>[]; channel: ShownChannel }) {
  return happenings.map((happening, index) => {
    const day = dayOf(happening.item.at);
    const isNewDay = index === 0 || day !== dayOf(happenings[index - 1]!.item.at);
    return (
      <Fragment key={happening.item.id}>
        {isNewDay && <h2 className={styles.day}>{day}</h2>}
        <Item happening={happening} channel={channel} />
      </Fragment>
    );
  });
}

const NothingYet = ({ name }: { name: string }) => (
  <Empty title="Nobody has posted here yet.">
    <p>
      Write the first post. Tables are under Data. Agents post with <code>workspace_post_create</code> and the channel “
      {name}”.
    </p>
  </Empty>
);
