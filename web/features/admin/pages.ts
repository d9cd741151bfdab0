import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/admin', load: () => import('./admin-page.tsx') },
  { path: '/admin/$part', load: () => import('./admin-page.tsx') },
];
