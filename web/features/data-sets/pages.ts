import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/new-data-set', load: () => import('./new-data-set-page.tsx') },
  { path: '/channels/$channel/data-sets/$dataSet', load: () => import('./data-set-page.tsx') },
];
