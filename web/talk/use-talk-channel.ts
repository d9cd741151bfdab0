import { useParams } from '@tanstack/react-router';
import type { Channel } from '../../schemas/channels.ts';
import { useChannels } from '../data/queries.ts';

/** The channel in which something is discussed: that of the address, else the first of those where it is. */
export function useTalkChannel(channelIds: readonly (string | undefined)[]): Channel | undefined {
  const { channel } = useParams({ strict: false }) as { channel?: string };
  const there = useChannels()?.filter(({ id }) => channelIds.includes(id)) ?? [];
  const first = channelIds.find((id) => there.some((one) => one.id === id));
  return there.find(({ id, slug }) => slug === channel || id === channel) ?? there.find(({ id }) => id === first);
}
