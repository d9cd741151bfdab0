import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { base } from '../base.ts';
import { Broken } from './broken.tsx';
import { NotHere } from '../ui/not-here.tsx';
import { Shell } from './shell.tsx';
import type { PageRoute } from '../ui/page-route.ts';

/** Every feature lists its pages in its `pages.ts`. */
const features = import.meta.glob<{ pages: readonly PageRoute[] }>('../features/*/pages.ts', { eager: true });

const root = createRootRoute({ component: Shell, notFoundComponent: NotHere, errorComponent: Broken });

const routes = Object.values(features)
  .flatMap(({ pages }) => pages)
  .map((page) => {
    const Page = lazyRouteComponent(page.load);
    return createRoute({
      getParentRoute: () => root,
      path: page.path,
      // The frame is shown while the code comes: the router would wait for a component that it can load itself.
      component: () => <Page />,
      loader: ({ params }) => {
        Page.preload?.()?.catch(toldByPage);
        page.readAhead?.(params).catch(toldByPage);
      },
      errorComponent: Broken,
    });
  });

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
