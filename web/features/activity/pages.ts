import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/activity', load: () => import('./activity-page.tsx') }];
