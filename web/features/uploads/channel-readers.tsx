import { useQuery } from '@tanstack/react-query';
import type { Channel } from '../../../schemas/channels.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { useMe } from '../../data/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './upload-page.module.css';

const shownMembers = 50;
const list = new Intl.ListFormat('en');

/** Who will see what is added to a channel, before it is added. */
export function ChannelReaders({ channel }: { channel: Channel }) {
  return (
    <p className={styles.readers}>
      <Icon name={channel.visibility === 'private' ? 'lock' : 'people'} />
      {channel.visibility === 'private' ? <Members channel={channel} /> : <Everybody />}
    </p>
  );
}

const Everybody = () => (
  <span>
    Everybody in <Shown text={useMe()?.organization.name ?? 'the organisation'} /> will see what you add here.
  </span>
);

function Members({ channel: { id: channelId, name } }: { channel: Channel }) {
  const { data, isPending } = useQuery({
    queryKey: ['channel', channelId, 'readers'],
    queryFn: ({ signal }) => workspace.members.list({ channelId, limit: shownMembers }, { signal }),
  });
  const names = data?.members.map((member) => shownOnLine(member.name)) ?? [];
  return (
    <span data-soon={isPending ? '' : undefined}>
      The members of <Shown text={name} /> will see what you add here
      {data && `: ${list.format(data.nextCursor ? [...names, 'others'] : names)}`}.
    </span>
  );
}
