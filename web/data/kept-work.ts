import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { cache } from './cache.ts';
import { connection } from './connection.ts';
import { newKey } from './keys.ts';
import { meQuery } from './queries.ts';

/** Work of a person that this browser keeps until the workspace has answered it. */
interface Kept<Input> {
  readonly key: string;
  readonly by: string | undefined;
  readonly input: Input;
  /** The request as it was sent with this key. It is sent again unchanged, so that it arrives once. */
  readonly sent?: object | undefined;
  /** It was answered while no page could show it. The person has to decide. */
  readonly isLeft?: boolean;
}

interface Schema extends DBSchema {
  work: { key: string; value: Kept<unknown> };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const database = () =>
  (opened ??= openDB<Schema>('workspace.work', 1, {
    upgrade: (db) => void db.createObjectStore('work', { keyPath: 'key' }),
  }));

/** How often a lost gateway is tried again. */
const againMs = 5_000;

export type Save = (sent: object | undefined) => Promise<void>;
type Attempt<Input, Result> = (kept: Kept<Input>, save: Save) => Promise<Result>;

/** Does work of the person of this page, as often as it takes until the workspace answers. */
export const untilAnswered = <Input, Result>(input: Input, attempt: Attempt<Input, Result>): Promise<Result> =>
  answered({ key: newKey(), by: cache.getQueryData(meQuery.queryKey)?.userId, input }, attempt);

async function answered<Input, Result>(first: Kept<Input>, attempt: Attempt<Input, Result>): Promise<Result> {
  return whileHeld(first.key, async () => {
    let kept = first;
    const save: Save = async (sent) => {
      kept = { ...kept, sent };
      // A browser that keeps nothing still sends.
      await put(kept).catch(() => {});
    };
    await save(first.sent);
    for (;;) {
      try {
        const result = await attempt(kept, save);
        await drop(kept.key);
        return result;
      } catch (error) {
        if (!isPassing(error)) {
          await drop(kept.key);
          throw error;
        }
        await reachable();
      }
    }
  });
}

/** Work that earlier pages of this person left. */
export async function resumeWork<Input, Result>(
  by: string,
  attempt: Attempt<Input, Result>,
  done: (input: Input, result: Result | undefined, leave: () => Promise<void>) => void,
): Promise<void> {
  for (const kept of await all<Input>().catch(() => [])) {
    if (kept.by !== by || kept.isLeft || (await isHeldElsewhere(kept.key))) continue;
    const leave = () => put({ ...kept, sent: undefined, isLeft: true });
    void answered(kept, attempt).then(
      (result) => done(kept.input, result, leave),
      () => done(kept.input, undefined, leave),
    );
  }
}

/** Takes what was left, if it is among these. */
export async function takeLeft<Input>(isWanted: (input: Input) => boolean): Promise<Input[]> {
  const by = cache.getQueryData(meQuery.queryKey)?.userId;
  const left = await all<Input>().catch(() => []);
  const found = left.filter((kept) => kept.isLeft && kept.by === by && isWanted(kept.input));
  for (const { key } of found) await drop(key);
  return found.map(({ input }) => input);
}

const all = async <Input>() => (await (await database()).getAll('work')) as Kept<Input>[];
const put = async (kept: Kept<unknown>): Promise<void> => void (await (await database()).put('work', kept));
const drop = async (key: string): Promise<void> => {
  await database()
    .then((db) => db.delete('work', key))
    .catch(() => {});
};

/** A tab holds the lock of its work, so that no other does the same. Some pages have no locks. */
const whileHeld = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(`work ${key}`, work) : work();

const isHeldElsewhere = async (key: string): Promise<boolean> =>
  'locks' in navigator && ((await navigator.locks.query()).held ?? []).some(({ name }) => name === `work ${key}`);

function isPassing(error: unknown): boolean {
  if (!(error instanceof WorkspaceError)) return false;
  if (error.code === 'unavailable') connection.set('lost');
  if (error.code === 'unauthenticated') connection.set('signed-out');
  return ['unavailable', 'unauthenticated', 'rate_limited'].includes(error.code);
}

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
