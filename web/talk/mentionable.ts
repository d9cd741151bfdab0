import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Mentions } from '../../schemas/posts.ts';
import { channelQuery, useChannels } from '../data/queries.ts';
import { peopleQuery } from '../shared/people-query.ts';
import { viewsQuery } from '../shared/views-query.ts';
import { pathOf } from '../ui/link.tsx';
import type { IconName } from '../ui/icon.tsx';
import { withoutHidden } from '../../schemas/shown.ts';

/** Something that a text may name: what stands in the text, and where it leads. */
export interface Mentionable {
  readonly kind: keyof Mentions;
  readonly id: string;
  /** The words in the text, such as `@Ada Lovelace` or `#Sales`. */
  readonly text: string;
  readonly url: string;
  readonly icon: IconName;
  /** A person's address, whose part before the `@` names them too. */
  readonly email?: string | undefined;
}

/** Everything that can be named in a channel: people by `@`, channels, Data Sets and Views by `#`. */
export function useMentionable(channelId: string): readonly Mentionable[] {
  const { data: people } = useQuery(peopleQuery);
  const { data: channel } = useQuery(channelQuery(channelId));
  const { data: views } = useQuery(viewsQuery(channelId));
  const channels = useChannels();
  return useMemo(() => {
    const here = `/channels/${channel?.slug ?? channelId}`;
    return [
      ...(people ?? []).map(({ id, name, email }) =>
        named('mentionedUserIds', id, `@${name}`, `/people/${id}`, 'person', email),
      ),
      ...(channels ?? []).map(({ id, slug, name }) =>
        named('mentionedChannelIds', id, `#${name}`, `/channels/${slug}`, 'hash'),
      ),
      ...(channel?.dataSets ?? []).map(({ objectTypeId, name }) =>
        named('mentionedDataSetIds', objectTypeId, `#${name}`, `${here}/data-sets/${objectTypeId}`, 'table'),
      ),
      ...(views ?? []).map(({ id, name, url }) => named('mentionedViewIds', id, `#${name}`, pathOf(url), 'view')),
    ];
  }, [people, channels, channel, views, channelId]);
}

const named = (
  kind: keyof Mentions,
  id: string,
  text: string,
  url: string,
  icon: IconName,
  email?: string,
): Mentionable => ({
  kind,
  id,
  text: withoutHidden(text),
  url,
  icon,
  email,
});

/** The things that a post or comment names, among all that can be named here. */
export const mentionedBy = (said: Partial<Mentions>, all: readonly Mentionable[]): Mentionable[] =>
  all.filter(({ kind, id }) => said[kind]?.includes(id));
