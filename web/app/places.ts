import uFuzzy from '@leeoniya/ufuzzy';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import type { Channel } from '../../schemas/channels.ts';
import type { SearchType } from '../../schemas/search.ts';
import { itemsOf } from '../../src/sdk/index.ts';
import { workspace } from '../data/client.ts';
import { useNews } from '../data/news.ts';
import { useChannels } from '../data/queries.ts';
import { waysToAdd } from '../shared/adding/ways-to-add.ts';
import { firstOf } from '../shared/lists/first-of.ts';
import { kinds } from '../shared/things/kinds.ts';
import { useSeenLately } from '../shared/things/seen-lately.ts';
import type { IconName } from '../ui/icon.tsx';
import { pathOf } from '../ui/link.tsx';
import { shownOnLine } from '../../schemas/shown.ts';

/** Somewhere to go. */
export interface Place {
  readonly url: string | undefined;
  readonly label: string;
  readonly icon: IconName;
  readonly note: string;
}

const rooms: readonly Place[] = [
  { url: '/search', label: 'Search', icon: 'search', note: '' },
  { url: '/inbox', label: 'Inbox', icon: 'inbox', note: '' },
  { url: '/activity', label: 'Activity', icon: 'activity', note: '' },
  { url: '/sessions', label: 'Conversations', icon: 'session', note: '' },
  { url: '/people', label: 'People', icon: 'people', note: '' },
  { url: '/trash', label: 'Trash', icon: 'trash', note: '' },
  { url: '/account', label: 'Your account', icon: 'person', note: '' },
  { url: '/connect', label: 'Connect an agent', icon: 'link', note: '' },
];

const icons: Record<SearchType, IconName> = {
  artifact: 'document',
  file: 'file',
  session: 'session',
  record: 'record',
  post: 'hash',
};
const fuzzy = new uFuzzy({ intraMode: 1 });
const foundAtMost = 10;
const unreadAtMost = 5;

/** Places by name, then what a search for the words finds. News and pages seen lately come first. */
export function usePlaces(words: string): Place[] {
  const named = useNamed(words);
  const asked = words.trim();
  const found = useFound(useDeferredValue(asked));
  return asked === '' ? named : eachOnce([...named, ...found, searchFor(asked)]);
}

/** Each place where it stands first: what is unread may also be a channel, seen lately, or found. */
const eachOnce = (places: readonly Place[]): Place[] => {
  const seen = new Set<string | undefined>();
  return places.filter(({ url }) => !seen.has(url) && seen.add(url));
};

/** All that a search finds, on a page of its own. */
const searchFor = (words: string): Place => ({
  url: `/search?${new URLSearchParams({ q: words }).toString()}`,
  label: `Search for “${words}”`,
  icon: 'search',
  note: '',
});

function useNamed(words: string): Place[] {
  const channels = useChannels();
  const news = useNews();
  const adding = useAdding(channels);
  const unread = useUnread();
  const recent = useSeenLately();
  return useMemo(() => {
    const shown = (channels ?? []).map(({ id, slug, label, visibility }) => ({
      url: `/channels/${slug}`,
      label: shownOnLine(label),
      icon: visibility === 'private' ? ('lock' as const) : ('hash' as const),
      note: news[id] ? `${news[id]} new` : '',
    }));
    const all = eachOnce([
      ...shown.filter(({ note }) => note !== ''),
      ...unread,
      ...recent,
      ...shown.filter(({ note }) => note === ''),
      ...adding,
      ...rooms,
    ]);
    return words.trim() === '' ? all : bestOf(all, words);
  }, [channels, news, adding, unread, recent, words]);
}

const noPlaces: readonly Place[] = [];

/** Pages of the inbox that the person has not seen, each once. */
function useUnread(): readonly Place[] {
  const { data } = useQuery({
    queryKey: ['inbox', 'palette'],
    queryFn: ({ signal }) =>
      firstOf(itemsOf(workspace.inbox.list, { unseen: true, limit: unreadAtMost }, { signal }), unreadAtMost),
    select: (items): readonly Place[] => {
      const places = items.map(({ url, title, type, actor }) => ({
        url: pathOf(url),
        label: shownOnLine(title),
        icon: kinds[type === 'query' ? 'session' : type].icon,
        note: shownOnLine(['unread', actor?.name].filter(Boolean).join(' · ')),
      }));
      return [...new Map(places.map((place) => [place.url, place])).values()];
    },
  });
  return data ?? noPlaces;
}

/** The ways to add something to the channel that is open, if the person may write there. */
function useAdding(channels: readonly Channel[] | undefined): readonly Place[] {
  const { pathname } = useLocation();
  const [, open] = /^\/channels\/([^/]+)/.exec(pathname) ?? [];
  return useMemo(() => {
    const channel = channels?.find(({ id, slug, role }) => (slug === open || id === open) && role !== 'reader');
    if (!channel) return [];
    const note = `in ${shownOnLine(channel.name)}`;
    return waysToAdd(channel.slug).map(({ label, icon, path }) => ({ url: path, label, icon, note }));
  }, [channels, open]);
}

function bestOf(places: readonly Place[], words: string): Place[] {
  const [matches, , order] = fuzzy.search(
    places.map(({ label }) => label),
    words,
  );
  return (order?.map((position) => matches[position]!) ?? matches ?? []).map((index) => places[index]!);
}

function useFound(words: string): Place[] {
  const channels = useChannels();
  const { data } = useQuery({
    queryKey: ['search', 'palette', words],
    queryFn: ({ signal }) => workspace.search.run({ q: words, unfinished: true, limit: foundAtMost }, { signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  if (words === '') return [];
  return (data?.results ?? []).map(({ url, title, type, kind, actor, channelId }) => ({
    url,
    label: shownOnLine(title),
    icon: kind === 'csv' ? ('sheet' as const) : icons[type],
    note: shownOnLine([channels?.find(({ id }) => id === channelId)?.label, actor.name].filter(Boolean).join(' · ')),
  }));
}
