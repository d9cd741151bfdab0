import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/records/$recordId', load: () => import('./record-page.tsx') },
];
