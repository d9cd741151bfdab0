import { cache } from '../../data/cache.ts';
import { artifactQuery } from '../../shared/artifacts/queries.ts';
import type { PageRoute } from '../../ui/page-route.ts';

const page = {
  load: () => import('./artifact-page.tsx'),
  readAhead: ({ artifactId }) => cache.prefetchQuery(artifactQuery(artifactId!)),
} satisfies Omit<PageRoute, 'path'>;

export const pages: readonly PageRoute[] = [
  { path: '/artifacts/$artifactId', ...page },
  { path: '/channels/$channel/artifacts/$artifactId', ...page },
];
