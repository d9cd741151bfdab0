import { shownOnLine } from '../../../schemas/shown.ts';
import { useChannels } from '../../data/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';

/** Where something is, if the person may read that channel. Plain where a link would stand in another control. */
export function InChannel({ id, isPlain = false }: { id: string | undefined; isPlain?: boolean }) {
  const channel = useChannels()?.find((one) => one.id === id);
  if (!channel) return null;
  const lock = channel.visibility === 'private' && (
    <span role="img" aria-label="private">
      <Icon name="lock" size={12} />{' '}
    </span>
  );
  return isPlain ? (
    <>
      in {lock}
      {shownOnLine(channel.label)}
    </>
  ) : (
    <span>
      in {lock}
      <Link to={`/channels/${channel.slug}`}>
        <Shown text={channel.label} />
      </Link>
    </span>
  );
}
