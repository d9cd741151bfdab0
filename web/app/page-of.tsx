import { lazyRouteComponent } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import type { PageRoute } from '../ui/page-route.ts';

let isFrameShown = false;

/**
 * The page of a route, whose code comes when it is needed. The router waits for the code and shows the page before
 * meanwhile. At first the frame is there alone. React holds back for 300 ms what follows a fallback, so there is none.
 */
export function pageOf(load: PageRoute['load']) {
  const Loaded = lazyRouteComponent(load);
  let isLoaded = false;
  const preload = async () => {
    await Loaded.preload?.();
    isLoaded = true;
  };
  function Page() {
    const [, showAgain] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      isFrameShown = true;
      if (!isLoaded) void preload().then(showAgain);
    }, []);
    return isLoaded ? <Loaded /> : null;
  }
  return Object.assign(Page, {
    preload: async () => {
      const loaded = preload();
      if (isFrameShown) await loaded;
    },
  });
}
