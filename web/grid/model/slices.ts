/** Work that pauses often, so that a page stays alive while it goes on. */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** How long a page may be held. */
const sliceMs = 12;

/** Does all of it at once. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does it in short slices. Keys and drawing come between. */
export async function inSlices<Result>(work: Work<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await othersTurn();
    signal?.throwIfAborted();
  }
}

function othersTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
