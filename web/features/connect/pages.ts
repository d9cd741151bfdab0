import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/connect', load: () => import('./connect-page.tsx') }];
