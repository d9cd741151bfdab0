import type { Account } from './rest.ts';

/** How many requests of another user are answered, one after the other, until this work is done. */
export async function answeredDuring(other: Account, work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  let answered = 0;
  while (!over.signal.aborted) {
    await other.done('GET /me');
    if (!over.signal.aborted) answered += 1;
  }
  await done;
  return answered;
}
