import type { PageRoute } from '../../ui/page-route.ts';

const load = () => import('./artifact-page.tsx');

export const pages: readonly PageRoute[] = [
  { path: '/artifacts/$artifactId', load },
  { path: '/channels/$channel/artifacts/$artifactId', load },
];
