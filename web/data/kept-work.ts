import { cache } from './cache.ts';
import { connection } from './connection.ts';
import { newKey } from './keys.ts';
import { type Kept, keptWork } from './kept-work-store.ts';
import { meQuery } from './queries.ts';
import { isPassing } from './retrying.ts';

/** How often a lost gateway is tried again. */
const againMs = 5_000;

export type Save = (sent: object | undefined) => Promise<void>;
type Attempt<Input, Result> = (kept: Kept<Input>, save: Save) => Promise<Result>;

/**
 * Does work of the person of this page, as often as it takes until the workspace answers. It is kept at once, and done
 * after earlier work.
 */
export function untilAnswered<Input, Result>(
  input: Input,
  attempt: Attempt<Input, Result>,
  earlier: Promise<unknown> = Promise.resolve(),
): Promise<Result> {
  const kept = { key: newKey(), by: cache.getQueryData(meQuery.queryKey)?.userId, at: Date.now(), input };
  return whileHeld(kept.key, async () => {
    // A browser that keeps nothing still sends.
    await keptWork.put(kept).catch(() => {});
    await earlier;
    try {
      return await answered(kept, attempt);
    } finally {
      await keptWork.drop(kept.key);
    }
  });
}

async function answered<Input, Result>(first: Kept<Input>, attempt: Attempt<Input, Result>): Promise<Result> {
  let kept = first;
  const save: Save = async (sent) => {
    kept = { ...kept, sent };
    await keptWork.put(kept).catch(() => {});
  };
  for (;;) {
    try {
      return await attempt(kept, save);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await reachable();
    }
  }
}

/** Does the work that earlier pages of this person left, in its order. Work that is not settled stays for a decision. */
export async function resumeWork<Input, Result>(
  by: string,
  attempt: Attempt<Input, Result>,
  isSettled: (result: Result) => boolean,
  done: (input: Input, isSettled: boolean) => void,
): Promise<void> {
  const found = await keptWork.all<Input>().catch(() => []);
  const own = found.filter((kept) => kept.by === by && !kept.isLeft).toSorted((one, other) => one.at - other.at);
  for (const { key } of own) {
    if (await isHeldElsewhere(key)) continue;
    await whileHeld(key, async () => {
      // Another tab may have done it meanwhile.
      const kept = await keptWork.get<Input>(key);
      if (!kept || kept.isLeft) return;
      const isDone = await answered(kept, attempt).then(isSettled, () => false);
      if (isDone) await keptWork.drop(key);
      else await keptWork.put({ ...kept, sent: undefined, isLeft: true }).catch(() => {});
      done(kept.input, isDone);
    });
  }
}

/** Gives what was left, if it is among these, to somebody who keeps it anew. */
export async function takeLeft<Input>(
  isWanted: (input: Input) => boolean,
  take: (input: Input) => void,
): Promise<void> {
  const by = cache.getQueryData(meQuery.queryKey)?.userId;
  const left = await keptWork.all<Input>().catch(() => []);
  for (const { key, input } of left.filter((kept) => kept.isLeft && kept.by === by && isWanted(kept.input))) {
    take(input);
    await keptWork.drop(key);
  }
}

/** A tab holds the lock of its work, so that no other does the same. Some pages have no locks. */
const whileHeld = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(`work ${key}`, work) : work();

const isHeldElsewhere = async (key: string): Promise<boolean> =>
  'locks' in navigator && ((await navigator.locks.query()).held ?? []).some(({ name }) => name === `work ${key}`);

/** Resolves when the workspace answers again, or after a while. */
const reachable = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, againMs);
    const stop = connection.subscribe(() => connection.get() === 'live' && end());
  });
