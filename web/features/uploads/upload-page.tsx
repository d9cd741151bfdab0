import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Channel } from '../../../schemas/channels.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { withoutHidden } from '../../../schemas/shown.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { Uploading } from '../../shared/uploads/uploading.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { ChannelReaders } from './channel-readers.tsx';

/** Files from this computer go to a channel. */
export default function UploadPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => <UploadTo key={found.id} channel={found} />}
    </Answer>
  );
}

function UploadTo({ channel }: { channel: Channel }) {
  return (
    <Page
      title={`Upload files to ${withoutHidden(channel.name)}`}
      icon="upload"
      about={
        <Link to={channelPath(channel.slug)}>
          Back to <Shown text={channel.name} />
        </Link>
      }
      width="text"
    >
      {channel.role === 'reader' ? <MayNotAdd slug={channel.slug} /> : <ChannelReaders channel={channel} />}
      {/* Somebody may take the right to write while files are on their way. The files stay in sight. */}
      <Uploading
        to={{ channelId: channel.id }}
        name={channel.name}
        channel={channel}
        mayAdd={channel.role !== 'reader'}
      />
    </Page>
  );
}
