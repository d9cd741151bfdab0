import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/trash', load: () => import('./trash-page.tsx') }];
