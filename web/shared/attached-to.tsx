import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { channelPath } from '../../schemas/urls.ts';
import { workspace } from '../data/client.ts';
import { isNotHere } from '../data/problems.ts';
import { type ListedChannel, useChannels } from '../data/queries.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './attached-to.module.css';

interface Target {
  readonly targetType: 'channel' | 'session' | 'record';
  readonly targetId: string;
}

interface Place {
  readonly url: string | undefined;
  readonly name: string;
  readonly icon: IconName;
}

/** The channels among the places that something is attached to. */
export const channelsOf = (links: readonly Target[]): string[] =>
  links.flatMap(({ targetType, targetId }) => (targetType === 'channel' ? [targetId] : []));

const shownPlaces = 20;

/** The places that something is attached to, as links with their names. */
export function AttachedTo({ links, isCut }: { links: readonly Target[]; isCut?: boolean | undefined }) {
  const places = usePlaces(links.slice(0, shownPlaces));
  const others = links.length - Math.min(links.length, shownPlaces);
  if (links.length === 0) return null;
  return (
    <section className={styles.attached} aria-labelledby="attached">
      <h2 id="attached">Attached to</h2>
      <ul>
        {places.map((place, index) =>
          place === undefined ? (
            <li key={index}>…</li>
          ) : (
            <li key={place.url}>
              <Icon name={place.icon} />{' '}
              <Link to={place.url}>
                <Shown text={place.name} />
              </Link>
            </li>
          ),
        )}
        {others > 0 && (
          <li>
            {isCut && 'more than '}
            {others} more
          </li>
        )}
      </ul>
    </section>
  );
}

/** The places that the person may see. One that is still being read is undefined. */
function usePlaces(links: readonly Target[]): (Place | undefined)[] {
  const { channel } = useParams({ strict: false }) as { channel?: string };
  const channels = useChannels();
  const queries = links.map(({ targetType, targetId }): UseQueryOptions<Place | null> => {
    const queryKey = [targetType, targetId, 'place'];
    if (targetType === 'channel')
      return { queryKey: [...queryKey, channels?.length], queryFn: () => channelPlace(channels ?? [], targetId) };
    if (targetType === 'session') return { queryKey, queryFn: () => sessionPlace(targetId) };
    const tried = new Set([channel ?? [], (channels ?? []).map(({ slug }) => slug)].flat());
    return { queryKey, queryFn: () => recordPlace([...tried], targetId), enabled: channels !== undefined };
  });
  return useQueries({ queries }).flatMap(({ data, isPending }) => data ?? (isPending ? [undefined] : []));
}

function channelPlace(channels: readonly ListedChannel[], channelId: string): Place | null {
  const channel = channels.find(({ id }) => id === channelId);
  return channel ? { url: channelPath(channel.slug), name: channel.label, icon: 'hash' } : null;
}

async function sessionPlace(sessionId: string): Promise<Place> {
  const { url, title } = (await workspace.sessions.get({ sessionId })).session;
  return { url, name: title, icon: 'session' };
}

const triedChannels = 20;

/** A record is read through its channel, which a link does not name. */
async function recordPlace(channels: readonly string[], recordId: string): Promise<Place | null> {
  for (const channelId of channels.slice(0, triedChannels)) {
    try {
      const { url, title } = (await workspace.records.get({ channelId, recordId })).record;
      return { url, name: title, icon: 'record' };
    } catch (error) {
      if (!isNotHere(error)) throw error;
    }
  }
  return null;
}
