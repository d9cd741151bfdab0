import type { PageRoute } from '../../ui/page-route.ts';

const load = () => import('./file-page.tsx');

export const pages: readonly PageRoute[] = [
  { path: '/files/$fileId', load },
  { path: '/channels/$channel/files/$fileId', load },
];
