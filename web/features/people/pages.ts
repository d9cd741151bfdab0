import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/people', load: () => import('./people-page.tsx') },
  { path: '/people/$personId', load: () => import('./person-page.tsx') },
];
