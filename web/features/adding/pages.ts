import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/channels/$channel/add', load: () => import('./add-page.tsx') }];
