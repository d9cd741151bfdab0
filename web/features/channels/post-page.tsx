import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Discussion } from '../../talk/discussion.tsx';
import { useRemove } from '../../talk/removing.ts';
import { Said } from '../../talk/said.tsx';
import { plainText } from '../../read/plain.ts';
import { Link } from '../../ui/link.tsx';
import { useTabName } from '../../ui/page.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import styles from './feed.module.css';

/** A post with its replies. */
export default function PostPage() {
  return <ChannelPage>{(channel) => <PostAndReplies channel={channel} />}</ChannelPage>;
}

function PostAndReplies({ channel }: { channel: ShownChannel }) {
  const { postId } = useParams({ strict: false }) as { postId: string };
  const navigate = useNavigate();
  const { id: channelId, slug } = channel;
  const place = { channelId, subject: { type: 'post', id: postId } } as const;
  const remove = useRemove(place);
  const query = useQuery({
    queryKey: ['post', postId],
    queryFn: async ({ signal }) => (await workspace.posts.get({ channelId, postId }, { signal })).post,
  });
  const stale = async () => {
    await cache.invalidateQueries({ queryKey: ['post', postId] });
    await cache.invalidateQueries({ queryKey: ['feed', channelId] });
  };
  return (
    <div className={styles.column}>
      <p>
        <Link to={`/channels/${slug}`}>Back to the feed</Link>
      </p>
      <Answer of={query} what="the post" isPage>
        {(post) => (
          <>
            <TabName of={post.body} />
            <Said
              said={post}
              place={place}
              canWrite={channel.role !== 'reader'}
              onEdit={async (words) => {
                await workspace.posts.update({ channelId, postId, ...words });
                await stale();
              }}
              onRemove={() => {
                remove();
                void navigate({ to: `/channels/${slug}` });
              }}
            />
            <h2 className={styles.day}>Replies</h2>
            <Discussion
              channelId={channelId}
              subjectType="post"
              subjectId={postId}
              withReactions={false}
              canWrite={channel.role !== 'reader'}
            />
          </>
        )}
      </Answer>
    </div>
  );
}

/** As many characters as a tab or the palette has room for. */
const nameMost = 80;

/** A post has no title: its first words are one. */
function TabName({ of }: { of: string }) {
  useTabName(Array.from(plainText(of)).slice(0, nameMost).join(''));
  return null;
}
