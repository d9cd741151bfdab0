import { lazyRouteComponent } from '@tanstack/react-router';
import { later } from '../ui/later.tsx';
import type { PageRoute } from '../ui/page-route.ts';

let isFirst = true;

/** The page of a route. The router waits for its code and shows the page before meanwhile; at first it shows the frame. */
export function pageOf(load: PageRoute['load']) {
  const Loaded = lazyRouteComponent(load);
  const Page = later(async () => {
    await Loaded.preload?.();
    return Loaded;
  });
  const begin = Page.preload;
  const preload = async () => {
    const isLoaded = !Loaded.preload;
    if (isLoaded) return;
    const begun = readAheadBegun().then(begin);
    if (!isFirst) await begun;
    isFirst = false;
  };
  return Object.assign(Page, { preload });
}

/** The files of a page take all connections of a browser, so it asks for the data first. */
const readAheadBegun = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
