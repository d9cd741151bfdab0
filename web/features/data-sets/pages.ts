import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/data-sets/$dataSet', load: () => import('./data-set-page.tsx') },
];
