import { useMe } from '../../data/queries.ts';
import { queue } from '../../data/outbox.ts';
import { Composer } from '../../talk/composer.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import { Feed } from './feed.tsx';
import styles from './feed.module.css';

/** The feed of a channel, newest first, and a place to post. */
export default function FeedPage() {
  return <ChannelPage>{(channel) => <ChannelFeed channel={channel} />}</ChannelPage>;
}

function ChannelFeed({ channel }: { channel: ShownChannel }) {
  const me = useMe();
  const { id, name, role } = channel;
  return (
    <div className={styles.column}>
      {role !== 'reader' && me && (
        <Composer
          key={id}
          channelId={id}
          place={id}
          label={`Post to ${name}`}
          verb="Post"
          onSend={(words) => queue(me.userId, { channelId: id }, { kind: 'words', ...words })}
        />
      )}
      <Feed channel={channel} />
    </div>
  );
}
