import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/import', load: () => import('./import-page.tsx') },
];
