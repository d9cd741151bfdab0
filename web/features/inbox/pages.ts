import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/inbox', load: () => import('./inbox-page.tsx') }];
