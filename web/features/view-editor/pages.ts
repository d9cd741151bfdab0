import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/views/$view/edit', load: () => import('./edit-page.tsx') },
  { path: '/channels/$channel/data-sets/$dataSet/new-view', load: () => import('./new-page.tsx') },
];
