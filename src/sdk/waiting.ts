const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** How long to wait before a call is sent again: as long as the gateway asks for, else twice as long each time, give or take. */
export function pauseMs(asked: number | undefined, attempt: number): number {
  return asked ?? Math.min(firstPauseMs * 2 ** attempt * (0.5 + Math.random()), longestPauseMs);
}

/** Whoever is told to come back later than this is told so, and not kept waiting. */
export const isBearable = (milliseconds: number): boolean => milliseconds <= longestPauseMs;

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return abortable(over, signal).finally(() => clearTimeout(timer));
};

/** What is waited for, unless the signal is aborted before. */
export async function abortable<Value>(awaited: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return awaited;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([awaited, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
