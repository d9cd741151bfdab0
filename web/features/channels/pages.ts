import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/channels/$channel', load: () => import('./feed-page.tsx') },
  { path: '/channels/$channel/library', load: () => import('./library-page.tsx') },
  { path: '/channels/$channel/data', load: () => import('./data-page.tsx') },
  { path: '/channels/$channel/members', load: () => import('./members-page.tsx') },
  { path: '/channels/$channel/settings', load: () => import('./settings-page.tsx') },
  { path: '/channels/$channel/posts/$postId', load: () => import('./post-page.tsx') },
];
