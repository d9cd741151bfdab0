import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part whose code comes when it is first shown. Nothing stands in its place until then: React holds back for 300 ms
 * what follows a fallback of `lazy`. Throws while it is drawn, if its code does not come.
 */
export function later<Properties extends object>(load: () => Promise<ComponentType<Properties>>) {
  let Loaded: ComponentType<Properties> | undefined;
  const preload = async () => {
    Loaded ??= await load();
  };
  function Later(properties: Properties) {
    const [arrival, setArrival] = useState<{ readonly failure?: Error }>({});
    useEffect(() => {
      if (Loaded) return;
      preload().then(
        () => setArrival({}),
        (failure: Error) => setArrival({ failure }),
      );
    }, []);
    if (arrival.failure) throw arrival.failure;
    return Loaded ? <Loaded {...properties} /> : null;
  }
  return Object.assign(Later, { preload });
}
