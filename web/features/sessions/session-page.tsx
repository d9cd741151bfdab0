import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Session } from '../../../schemas/sessions.ts';
import { useChannels } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { Comments } from '../../talk/comments.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Conversation } from './conversation.tsx';
import { sessionQuery } from './queries.ts';
import { SessionActions } from './session-actions.tsx';

/** A conversation: what was asked and answered, and who can read it. Opening it asks nothing. */
export default function SessionPage() {
  const { sessionId } = useParams({ strict: false }) as { sessionId: string };
  const found = useQuery(sessionQuery(sessionId));
  return (
    <Answer of={found} what="the conversation" isPage>
      {(session) => (
        <Page
          title={session.title}
          icon="session"
          width="text"
          about={<About session={session} />}
          actions={<SessionActions session={session} />}
        >
          {session.access === 'admin' ? <NotShared session={session} /> : <Conversation session={session} />}
          <CommentsOf session={session} />
        </Page>
      )}
    </Answer>
  );
}

function About({ session: { owner, via, createdAt, channelIds } }: { session: Session }) {
  const channels = (useChannels() ?? []).filter(({ id }) => channelIds.includes(id));
  return (
    <>
      <span>
        <Person person={owner} via={via} /> started it <Time at={createdAt} />
      </span>
      {channels.length === 0 ? (
        <span>shared with nobody</span>
      ) : (
        <span>
          shared with{' '}
          {channels.map(({ id, slug, label }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={`/channels/${slug}`}>
                <Shown text={label} />
              </Link>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

const NotShared = ({ session: { owner } }: { session: Session }) => (
  <Empty title="The messages are not shared with you.">
    <p>
      As an admin you see that it exists. Ask <Person person={owner} /> to share it with a channel.
    </p>
  </Empty>
);

/** Comments belong to a channel that the conversation is shared with, whose readers see them. */
function CommentsOf({ session }: { session: Session }) {
  const { channel: slug } = useParams({ strict: false }) as { channel?: string };
  const channel = useChannels()?.find((one) => one.slug === slug || one.id === slug);
  if (!channel || !session.channelIds.includes(channel.id)) return null;
  return <Comments channel={channel} type="session" id={session.id} />;
}
