import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import { useTarget } from '../read/use-target.ts';
import type { Channel } from '../../schemas/channels.ts';
import type { SubjectType } from '../../schemas/discussions.ts';
import styles from './comments.module.css';
import { Discussion } from './discussion.tsx';

interface CommentsProps {
  readonly channel: Channel;
  readonly type: Exclude<SubjectType, 'post'>;
  readonly id: string;
}

/** The discussion in a channel about something that has a page of its own. */
export function Comments({ channel, type, id }: CommentsProps) {
  const box = useTarget<HTMLElement>();
  return (
    <section ref={box} className={styles.comments} aria-labelledby="comments">
      <h2 id="comments">
        Comments in{' '}
        <Link to={`/channels/${channel.slug}`}>
          <Shown text={channel.name} />
        </Link>
      </h2>
      <Discussion channelId={channel.id} subjectType={type} subjectId={id} canWrite={channel.role !== 'reader'} />
    </section>
  );
}
