import { cache } from '../../data/cache.ts';
import { channelQuery } from '../../data/queries.ts';
import type { PageRoute } from '../../ui/page-route.ts';
import { feedQuery } from './feed-query.ts';

const readChannel = ({ channel }: Readonly<Record<string, string>>) => cache.ensureQueryData(channelQuery(channel!));

const readFeed: PageRoute['readAhead'] = async (identifiers) => {
  const { id } = await readChannel(identifiers);
  await cache.prefetchInfiniteQuery(feedQuery(id));
};

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel', load: () => import('./feed-page.tsx'), readAhead: readFeed },
  { path: '/channels/$channel/library', load: () => import('./library-page.tsx'), readAhead: readChannel },
  { path: '/channels/$channel/data', load: () => import('./data-page.tsx'), readAhead: readChannel },
  { path: '/channels/$channel/members', load: () => import('./members-page.tsx'), readAhead: readChannel },
  { path: '/channels/$channel/settings', load: () => import('./settings-page.tsx'), readAhead: readChannel },
  { path: '/channels/$channel/posts/$postId', load: () => import('./post-page.tsx'), readAhead: readChannel },
];
