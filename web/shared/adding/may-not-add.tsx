import { channelPath } from '../../../schemas/urls.ts';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';

/** Stands in place of a form for readers of a channel. */
export const MayNotAdd = ({ slug }: { slug: string }) => (
  <Empty title="You can read this channel, but not add to it.">
    <p>Ask one of its managers to let you write here.</p>
    <p>
      <Link to={channelPath(slug)}>Read the channel</Link>
    </p>
  </Empty>
);
