import { useQuery } from '@tanstack/react-query';
import { workspace } from '../data/client.ts';
import { type ListedChannel, useChannels, useMe } from '../data/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Person } from '../ui/person.tsx';
import { Shown } from '../ui/shown.tsx';
import { Answer } from './answer.tsx';
import styles from './readers.module.css';

interface ReadersProps {
  readonly open: boolean;
  readonly close: () => void;
  readonly creator: { readonly id: string; readonly name: string };
  /** The channels whose readers read it. */
  readonly channelIds: readonly string[];
  readonly note: string;
}

/** Who can read something: its creator, and the readers of its channels. */
export function Readers({ open, close, creator, channelIds, note }: ReadersProps) {
  const channels = useChannels()?.filter(({ id }) => channelIds.includes(id)) ?? [];
  return (
    <Dialog title="Who can read it" open={open} onOpenChange={(next) => !next && close()}>
      <ul className={styles.list}>
        <li>
          <Person person={creator} />, who made it
        </li>
        {channels.map((channel) => (
          <li key={channel.id}>
            <ChannelReaders channel={channel} />
          </li>
        ))}
        {channels.length === 0 && <li>Nobody else, as far as you may see.</li>}
      </ul>
      <p className={styles.note}>{note}</p>
    </Dialog>
  );
}

function ChannelReaders({ channel: { id, slug, label, visibility } }: { channel: ListedChannel }) {
  const me = useMe();
  const link = (
    <Link to={`/channels/${slug}`}>
      <Shown text={label} />
    </Link>
  );
  if (visibility === 'private') return <Members channelId={id} link={link} />;
  return (
    <>
      Everyone in <Shown text={me?.organization.name ?? 'the organisation'} />, because {link} is open
    </>
  );
}

const shownMembers = 50;

function Members({ channelId, link }: { channelId: string; link: React.ReactNode }) {
  const members = useQuery({
    queryKey: ['channel', channelId, 'readers'],
    queryFn: ({ signal }) => workspace.members.list({ channelId, limit: shownMembers }, { signal }),
  });
  return (
    <Answer of={members} what="members">
      {({ members, nextCursor }) => (
        <>
          The members of {link}, which is private:
          <ul className={styles.members}>
            {members.map(({ userId, name }) => (
              <li key={userId}>
                <Person person={{ id: userId, name }} />
              </li>
            ))}
            {nextCursor && <li>and more than {shownMembers}</li>}
          </ul>
        </>
      )}
    </Answer>
  );
}
