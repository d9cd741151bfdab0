import type { Channel } from '../../../schemas/channels.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { isNotHere } from '../../data/problems.ts';
import { channelsQuery } from '../../data/queries.ts';
import type { Destination } from '../../data/uploads/upload.ts';

/** The place that a file goes to, as far as the person may see it. */
export interface Place {
  readonly to: Destination;
  readonly name: string;
  readonly url?: string | undefined;
  /** The channel whose readers will see it. */
  readonly channel?: Channel | undefined;
  /** The owner of a conversation, who will see it. */
  readonly owner?: string | undefined;
}

export async function placeOf({ channelId, sessionId, recordId }: Destination): Promise<Place> {
  if (channelId !== undefined) {
    const { channel } = await workspace.channels.get({ channelId });
    return { to: { channelId: channel.id }, name: channel.name, url: channel.url, channel };
  }
  if (sessionId !== undefined) {
    const { url, title, owner } = (await workspace.sessions.get({ sessionId })).session;
    return { to: { sessionId }, name: title, url, owner: owner.name };
  }
  if (recordId !== undefined) return recordPlace(recordId);
  return { to: {}, name: 'your own files, and no channel' };
}

const triedChannels = 20;

/** A record is read through its channel, which the link does not name. */
async function recordPlace(recordId: string): Promise<Place> {
  const channels = await cache.ensureQueryData(channelsQuery);
  for (const channel of channels.slice(0, triedChannels)) {
    try {
      const { url, title } = (await workspace.records.get({ channelId: channel.id, recordId })).record;
      return { to: { recordId }, name: title, url, channel };
    } catch (error) {
      if (!isNotHere(error)) throw error;
    }
  }
  return { to: { recordId }, name: 'a record' };
}
