import type { FeedItem } from '../../../schemas/feed.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { Link } from '../../ui/link.tsx';
import { useRemove } from '../../talk/removing.ts';
import { Said } from '../../talk/said.tsx';
import type { ShownChannel } from './channel-page.tsx';
import { ContentCard } from './content-card.tsx';
import styles from './feed.module.css';
import type { Happening } from './happenings.ts';

interface ItemProps {
  readonly happening: Happening<FeedItem>;
  readonly channel: ShownChannel;
}

/** One thing that happened: somebody said something, or made or changed content. */
export function Item({ happening, channel }: ItemProps) {
  const { item, ...told } = happening;
  if (item.type === 'post') return <PostItem post={item.post} channel={channel} />;
  return <ContentCard item={item} told={told} channel={channel} />;
}

function PostItem({ post, channel }: { post: (FeedItem & { type: 'post' })['post']; channel: ShownChannel }) {
  const { id: channelId } = channel;
  const place = { channelId, subject: { type: 'post', id: post.id } } as const;
  const stale = () => cache.invalidateQueries({ queryKey: ['feed', channelId] });
  return (
    <Said
      said={post}
      place={place}
      canWrite={channel.role !== 'reader'}
      onEdit={async (words) => {
        await workspace.posts.update({ channelId, postId: post.id, ...words });
        await stale();
      }}
      onRemove={useRemove(place)}
      after={
        <Link to={post.url} className={styles.replies} data-open>
          {repliesText(post.replyCount, channel.role !== 'reader')}
        </Link>
      }
    />
  );
}

const repliesText = (count: number, mayReply: boolean): string =>
  count === 0 ? (mayReply ? 'Reply' : 'Open') : `${count.toLocaleString()} ${count === 1 ? 'reply' : 'replies'}`;
