import { cache } from '../../data/cache.ts';
import { artifactQuery } from '../../shared/artifacts/queries.ts';
import type { PageRoute } from '../../ui/page-route.ts';

const readAhead: PageRoute['readAhead'] = ({ artifactId }) => cache.prefetchQuery(artifactQuery(artifactId!));

export const pages: readonly PageRoute[] = [
  { path: '/artifacts/$artifactId/cells', load: () => import('./cells-page.tsx'), readAhead },
  { path: '/artifacts/$artifactId/data-set', load: () => import('./data-set-page.tsx') },
  { path: '/channels/$channel/new-sheet', load: () => import('./new-sheet-page.tsx') },
];
