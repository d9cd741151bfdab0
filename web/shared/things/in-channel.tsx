import { useChannels } from '../../data/queries.ts';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';

/** Where something is, if the person may read that channel. */
export function InChannel({ id }: { id: string | undefined }) {
  const channel = useChannels()?.find((one) => one.id === id);
  if (!channel) return null;
  return (
    <span>
      in{' '}
      <Link to={`/channels/${channel.slug}`}>
        <Shown text={channel.name} />
      </Link>
    </span>
  );
}
