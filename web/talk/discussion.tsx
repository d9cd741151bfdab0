import { useInfiniteQuery } from '@tanstack/react-query';
import type { SubjectType } from '../../schemas/discussions.ts';
import type { Comment } from '../../schemas/posts.ts';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import type { Place } from '../data/outbox-entry.ts';
import { queue } from '../data/outbox.ts';
import { sentenceOf } from '../data/problems.ts';
import { useMe } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Waiting } from '../ui/states.tsx';
import { useTarget } from '../read/use-target.ts';
import { Composer } from './composer.tsx';
import styles from './discussion.module.css';
import { PendingWords, usePendingWords } from './pending.tsx';
import { Reactions } from './reactions.tsx';
import { useRemove, useRemoved } from './removing.ts';
import { Said } from './said.tsx';
import { useOwnShown } from './use-own-shown.ts';

interface DiscussionProps {
  readonly channelId: string;
  readonly subjectType: SubjectType;
  readonly subjectId: string;
  /** Whether the reactions to the root stand above; a post shows its own. */
  readonly withReactions?: boolean | undefined;
  readonly canWrite?: boolean | undefined;
}

/** The comments on something in a channel, oldest first, and a place to add one. */
export function Discussion({
  channelId,
  subjectType,
  subjectId,
  withReactions = true,
  canWrite = true,
}: DiscussionProps) {
  const me = useMe();
  const removed = useRemoved();
  const place = { channelId, subject: { type: subjectType, id: subjectId } };
  const query = useDiscussion(channelId, subjectType, subjectId);
  const tellOwn = useOwnShown(query);
  const stored = query.data?.pages.flatMap((page) => page.comments) ?? [];
  const pending = usePendingWords(place, stored);
  const box = useTarget<HTMLElement>(query.data !== undefined);
  if (!query.data) {
    return query.error ? <Failure sentence={sentenceOf(query.error)} /> : <Waiting what="comments" />;
  }
  const comments = stored.filter(({ id }) => !removed.has(id));
  return (
    <section ref={box} className={styles.discussion} aria-label="Comments">
      {withReactions && <Reactions place={place} counted={query.data.pages[0]!.reactions} canWrite={canWrite} />}
      {!canWrite && stored.length === 0 && <p>Nobody has {subjectType === 'post' ? 'replied' : 'commented'} yet.</p>}
      {comments.map((comment) => (
        <CommentSaid key={comment.id} comment={comment} place={place} canWrite={canWrite} />
      ))}
      {query.hasNextPage && <Button onClick={() => void query.fetchNextPage()}>Show more comments</Button>}
      {pending.map((entry) => (
        <PendingWords key={entry.key} entry={entry} />
      ))}
      {canWrite && me && (
        <Composer
          key={subjectId}
          channelId={channelId}
          place={`${channelId} ${subjectId}`}
          label={subjectType === 'post' ? 'Write a reply' : 'Write a comment'}
          verb={subjectType === 'post' ? 'Reply' : 'Comment'}
          onSend={async (words) => tellOwn(await queue(me.userId, place, { kind: 'words', ...words }))}
        />
      )}
    </section>
  );
}

const useDiscussion = (channelId: string, subjectType: SubjectType, subjectId: string) =>
  useInfiniteQuery({
    queryKey: ['discussion', channelId, subjectType, subjectId],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspace.discussions.get({ channelId, subjectType, subjectId, limit: 200, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

interface CommentSaidProps {
  readonly comment: Comment;
  readonly place: Required<Place>;
  readonly canWrite: boolean;
}

function CommentSaid({ comment, place, canWrite }: CommentSaidProps) {
  const { channelId, subject } = place;
  const stale = () => cache.invalidateQueries({ queryKey: ['discussion', channelId, subject.type, subject.id] });
  const commentId = comment.id;
  return (
    <Said
      said={comment}
      place={place}
      commentId={commentId}
      canWrite={canWrite}
      onEdit={async (words) => {
        await workspace.discussions.updateComment({ channelId, commentId, ...words });
        await stale();
      }}
      onRemove={useRemove(place, commentId)}
    />
  );
}
