import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/artifacts/$artifactId/edit', load: () => import('./edit-page.tsx') },
  { path: '/channels/$channel/new-document', load: () => import('./new-page.tsx') },
];
