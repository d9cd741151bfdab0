const restMs = 1_000;

/** Resolves once nothing has been typed for a moment, so that what opens then takes no letters away. */
export const rested = (): Promise<void> =>
  new Promise((resolve) => {
    const heard = new AbortController();
    const end = () => {
      heard.abort();
      resolve();
    };
    let timer = setTimeout(end, restMs);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, restMs);
    };
    for (const event of ['keydown', 'input']) addEventListener(event, wait, { capture: true, signal: heard.signal });
  });
