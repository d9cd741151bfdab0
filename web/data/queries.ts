import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Channel } from '../../schemas/channels.ts';
import { shownOnLine } from '../../schemas/shown.ts';
import { itemsOf } from '../../src/sdk/index.ts';
import { cache, forgetUnseen } from './cache.ts';
import { workspace } from './client.ts';
import { readNews } from './news.ts';

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => workspace.me.get({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every channel that the person may read, by name. */
export const channelsQuery = queryOptions({
  queryKey: ['channel'],
  queryFn: async ({ signal }) => {
    const channels = await Array.fromAsync(itemsOf(workspace.channels.list, { limit: 200 }, { signal }));
    forgetWithdrawn(channels);
    return channels;
  },
});

/** If a channel is gone, nothing is kept of it. All that is shown is read again, and the rest is forgotten. */
function forgetWithdrawn(channels: readonly Channel[]): void {
  const before = cache.getQueryData<readonly Channel[]>(['channel']) ?? [];
  const gone = before.filter(({ id }) => !channels.some((channel) => channel.id === id));
  if (gone.length === 0) return;
  for (const { id } of gone) readNews(id);
  forgetUnseen();
  void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.length > 1 });
}

/** One channel by ID or slug, with its Data Sets. */
export const channelQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channel', channelId],
    queryFn: async ({ signal }) => (await workspace.channels.get({ channelId }, { signal })).channel,
  });

export const useMe = () => useQuery(meQuery).data;

/** Whether the person administers the organization. Undefined until it is known. */
export const useIsAdmin = (): boolean | undefined => useMe()?.scopes.includes('workspace.admin');

/** Whether it has been answered, or refused, who the person is and which channels they read. */
export const useIsKnown = (): boolean =>
  [useQuery(meQuery), useQuery(channelsQuery)].every(({ isPending }) => !isPending);

/** The same, each with the words by which lists name it. */
export const useChannels = () => useQuery({ ...channelsQuery, select: labelled }).data;

/** A channel as lists show it. */
export interface ListedChannel extends Channel {
  /** Its name. Channels of one name have a word more, by which a person tells them apart. */
  readonly label: string;
}

/** Words that people know of a channel, the plainest first. */
const ways: readonly ((channel: Channel) => string)[] = [
  ({ visibility }) => (visibility === 'private' ? 'private' : 'for everybody'),
  ({ createdBy }) => `by ${createdBy.name}`,
  ({ createdAt }) => `since ${new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`,
  ({ createdAt }) =>
    `since ${new Date(createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}`,
];

function labelled(channels: readonly Channel[]): readonly ListedChannel[] {
  const alike = Map.groupBy(channels, ({ name }) => shownOnLine(name).trim().toLowerCase());
  const notes = new Map([...alike.values()].flatMap((group) => (group.length > 1 ? notesOf(group) : [])));
  return channels.map((channel) => {
    const note = notes.get(channel.id);
    return { ...channel, label: note === undefined ? channel.name : `${channel.name} (${note})` };
  });
}

/** The first words that differ for all of them. */
function notesOf(group: readonly Channel[]): [id: string, note: string][] {
  const way = ways.find((one) => new Set(group.map(one)).size === group.length) ?? (({ slug }) => slug);
  return group.map((channel) => [channel.id, way(channel)]);
}
