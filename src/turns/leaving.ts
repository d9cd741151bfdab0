/** Waits for a turn. It is lost when the caller leaves, if `leave` says that it had not begun. */
export async function untilTurn(
  turn: Promise<void>,
  signal: AbortSignal | undefined,
  { leave, refusal }: { readonly leave: () => boolean; readonly refusal: () => Error },
): Promise<void> {
  if (!signal) return turn;
  const { promise: lost, reject } = Promise.withResolvers<never>();
  const lose = () => leave() && reject(refusal());
  if (signal.aborted) lose();
  signal.addEventListener('abort', lose);
  try {
    await Promise.race([turn, lost]);
  } finally {
    signal.removeEventListener('abort', lose);
  }
}
