import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel/upload', load: () => import('./upload-page.tsx') },
  { path: '/uploads/new', load: () => import('./handoff-page.tsx') },
];
