const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** Gateways count rate limits by the minute. */
const longestAskedMs = 60_000;

/** The pause before a retry, in ms: the gateway's wish, else exponential with jitter. */
export function pauseMs(asked: number | undefined, attempt: number): number {
  return asked ?? Math.min(firstPauseMs * 2 ** attempt * (0.5 + Math.random()), longestPauseMs);
}

/** Longer pauses are reported to the caller instead of waited for. */
export const isBearable = (milliseconds: number): boolean => milliseconds <= longestAskedMs;

/** Waits, or rejects with the signal's reason once it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return abortable(over, signal).finally(() => clearTimeout(timer));
};

/** Awaits a promise, or rejects with the signal's reason once it is aborted. */
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
