import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/views/$view', load: () => import('./view-page.tsx') },
];
