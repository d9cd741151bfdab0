import { cache } from '../../data/cache.ts';
import { channelQuery } from '../../data/queries.ts';
import type { PageRoute } from '../../ui/page-route.ts';
import { viewQuery } from './view-query.ts';

const readAhead: PageRoute['readAhead'] = ({ channel, view }) =>
  Promise.all([cache.prefetchQuery(viewQuery(channel!, view!)), cache.prefetchQuery(channelQuery(channel!))]);

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/views/$view', load: () => import('./view-page.tsx'), readAhead },
];
