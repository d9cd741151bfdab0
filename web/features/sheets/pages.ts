import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/artifacts/$artifactId/cells', load: () => import('./cells-page.tsx') },
  { path: '/artifacts/$artifactId/data-set', load: () => import('./data-set-page.tsx') },
  { path: '/channels/$channel/new-sheet', load: () => import('./new-sheet-page.tsx') },
];
