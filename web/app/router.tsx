import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { base } from '../base.ts';
import { Broken } from './broken.tsx';
import { NotHere } from '../ui/not-here.tsx';
import { pageOf } from './page-of.tsx';
import { Shell } from './shell.tsx';
import type { PageRoute } from '../ui/page-route.ts';

/** Every feature lists its pages in its `pages.ts`. */
const features = import.meta.glob<{ pages: readonly PageRoute[] }>('../features/*/pages.ts', { eager: true });

const root = createRootRoute({ component: Shell, notFoundComponent: NotHere, errorComponent: Broken });

const routes = Object.values(features)
  .flatMap(({ pages }) => pages)
  .map(({ path, load, readAhead }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: pageOf(load),
      loader: ({ params }) => void readAhead?.(params).catch(toldByPage),
      errorComponent: Broken,
    }),
  );

/** The page meets the same failure when it is shown. */
const toldByPage = () => {};

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: base === '' ? '/' : base,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // Parameters of an address are words, as the workspace answers them.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(Object.entries(search as Record<string, string>)).toString();
    return text === '' ? '' : `?${text}`;
  },
});
