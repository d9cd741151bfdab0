import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [
  { path: '/sessions', load: () => import('./sessions-page.tsx') },
  { path: '/sessions/$sessionId', load: () => import('./session-page.tsx') },
  { path: '/channels/$channel/sessions/$sessionId', load: () => import('./session-page.tsx') },
  { path: '/channels/$channel/new-session', load: () => import('./new-session-page.tsx') },
];
