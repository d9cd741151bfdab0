import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Channel } from '../../../schemas/channels.ts';
import { withoutHidden } from '../../../schemas/shown.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Finder } from './finder.tsx';

/** Documents, sheets, files and conversations that are somewhere else are shown in a channel too. */
export default function AddPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => <AddTo key={found.id} channel={found} />}
    </Answer>
  );
}

const AddTo = ({ channel }: { channel: Channel }) => (
  <Page
    title={`Add existing to ${withoutHidden(channel.name)}`}
    icon="link"
    about={
      <Link to={channelPath(channel.slug)}>
        Back to <Shown text={channel.name} />
      </Link>
    }
  >
    {channel.role === 'reader' ? <MayNotAdd slug={channel.slug} /> : <Finder channel={channel} />}
  </Page>
);
