import { shownOnLine } from '../../../schemas/shown.ts';
import { useChannels } from '../../data/queries.ts';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';

/** Where something is, if the person may read that channel. Plain where a link would stand in another control. */
export function InChannel({ id, isPlain = false }: { id: string | undefined; isPlain?: boolean }) {
  const channel = useChannels()?.find((one) => one.id === id);
  if (!channel) return null;
  if (isPlain) return `in ${shownOnLine(channel.name)}`;
  return (
    <span>
      in{' '}
      <Link to={`/channels/${channel.slug}`}>
        <Shown text={channel.name} />
      </Link>
    </span>
  );
}
