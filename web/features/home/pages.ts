import type { PageRoute } from '../../ui/page-route.ts';

export const pages: readonly PageRoute[] = [{ path: '/', load: () => import('./home-page.tsx') }];
