import { type ComponentType, useEffect, useState } from 'react';
import { Waiting } from './states.tsx';

/**
 * A part whose code comes when it is first shown; until then the words that `what` is read, or nothing. React would hold
 * back for 300 ms what follows a fallback of `lazy`. Throws while it is drawn, if its code does not come.
 */
export function later<Properties extends object>(load: () => Promise<ComponentType<Properties>>, what?: string) {
  let loaded: Arrival<Properties> = {};
  const preload = async () => {
    if (!loaded.Part) loaded = { Part: await load() };
  };
  function Later(properties: Properties) {
    const [{ Part, failure }, arrive] = useState(loaded);
    useEffect(() => {
      if (Part) return;
      preload().then(
        () => arrive(loaded),
        (reason: Error) => arrive({ failure: reason }),
      );
    }, [Part]);
    if (failure) throw failure;
    if (Part) return <Part {...properties} />;
    return what === undefined ? null : <Waiting what={what} />;
  }
  return Object.assign(Later, { preload });
}

interface Arrival<Properties> {
  readonly Part?: ComponentType<Properties>;
  readonly failure?: Error;
}
