import { useSyncExternalStore } from 'react';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { cache } from './cache.ts';
import { connection } from './connection.ts';
import { drafts } from './drafts.ts';
import { newKey } from './keys.ts';
import { send } from './outbox-sending.ts';
import { outboxStore } from './outbox-store.ts';
import { sent } from './outbox-sent.ts';
import { isPassing, keysHoldMs } from './retrying.ts';
import type { Act, Place, OutboxEntry } from './outbox-entry.ts';

/** When to try again after a failure that passes. */
const againMs = 15_000;

let entries: readonly OutboxEntry[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const outboxNow = (): readonly OutboxEntry[] => entries;

export const useOutbox = (): readonly OutboxEntry[] => useSyncExternalStore(subscribe, outboxNow);

function show(next: readonly OutboxEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

async function keep(entry: OutboxEntry): Promise<void> {
  await outboxStore.put(entry);
  show([...entries.filter(({ key }) => key !== entry.key), entry].toSorted((a, b) => a.at - b.at));
}

const showWithout = (key: string): void => show(entries.filter((entry) => entry.key !== key));

/** Another tab has sent it, and its listeners have been told. */
sent.onElsewhere(({ key }) => showWithout(key));

/** Whether it still waits to be sent, or for its answer. */
export const isWaiting = (key: string): boolean => entries.some((entry) => entry.key === key);

/** Discards it. */
export async function forget(key: string): Promise<void> {
  await outboxStore.remove(key);
  showWithout(key);
}

/** The key of what is being sent. Its state follows a moment later. */
let underWay: string | undefined;

/** Takes it back, unless it is sent already; says whether it could. */
export async function takeBack(key: string): Promise<boolean> {
  const canBeTaken = key !== underWay && entries.some((entry) => entry.key === key && entry.state === 'queued');
  if (canBeTaken) await forget(key);
  return canBeTaken;
}

/**
 * Keeps it on this machine, then sends it as soon as the workspace can be reached. With `delayMs` it can be taken back
 * by its key until then. Rejects if this machine cannot keep it.
 */
export async function queue(by: string, place: Place, act: Act, delayMs = 0): Promise<string> {
  const [key, at] = [newKey(), Date.now()];
  await keep({ key, by, at, place, act, state: 'queued', notBefore: at + delayMs });
  void flush();
  return key;
}

/** Sends again what was refused or has waited too long. */
export async function queueAgain(entry: OutboxEntry): Promise<void> {
  await keep({ ...entry, at: Date.now(), state: 'queued' });
  void flush();
}

let isFlushing = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends everything whose time has come, in order. A lost gateway ends it, until the next time. */
async function flush(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  clearTimeout(timer);
  try {
    for (let next = due(); next; next = due()) {
      underWay = next.key;
      if (!(await deliver(next))) break;
    }
  } finally {
    isFlushing = false;
    underWay = undefined;
    const later = entries.filter(({ state }) => state === 'queued').map(({ notBefore }) => notBefore - Date.now());
    if (later.length > 0) timer = setTimeout(() => void flush(), Math.max(...later) > 0 ? nextIn(later) : againMs);
  }
}

/** The wait for the first whose time has not come. */
const nextIn = (waits: readonly number[]): number => Math.min(...waits.filter((wait) => wait > 0));

const due = (): OutboxEntry | undefined =>
  entries.find(({ state, notBefore }) => state === 'queued' && notBefore <= Date.now());

/** Whether it might be said twice. A repeated reaction or removal changes nothing, and a repeated version is refused. */
const isTooOld = ({ act, at }: OutboxEntry): boolean =>
  (act.kind === 'words' || act.kind === 'artifact') && Date.now() - at > keysHoldMs;

/** Says whether the next one may be sent. */
async function deliver(entry: OutboxEntry): Promise<boolean> {
  // Another tab may have sent it, or taken it back.
  if (!(await outboxStore.has(entry.key))) {
    showWithout(entry.key);
    return true;
  }
  if (isTooOld(entry)) {
    await keep({ ...entry, state: 'old' });
    return true;
  }
  await keep({ ...entry, state: 'sending' });
  let answer: unknown;
  try {
    answer = await send(entry);
  } catch (error) {
    return failed(entry, error);
  }
  const { act, place, key } = entry;
  if ('draft' in act) await drafts.drop(act.draft.key, act.draft.at, 'replaced').catch(() => {});
  show(entries.map((one) => (one.key === key ? { ...one, storedId: storedIdOf(answer) } : one)));
  await shownAgain(place);
  await outboxStore.remove(key);
  // Told before it is gone from here. Another tab has ended an entry that is gone untold.
  sent.tell({ key, answer });
  showWithout(key);
  return true;
}

const storedIdOf = (answer: unknown): string | undefined => {
  const { post, comment } = (answer ?? {}) as { post?: { id: string }; comment?: { id: string } };
  return (post ?? comment)?.id;
};

const notSent = { message: 'It could not be sent.', code: 'internal' } as const;

async function failed(entry: OutboxEntry, error: unknown): Promise<boolean> {
  if (isPassing(error)) {
    await keep({ ...entry, state: 'queued' });
    return false;
  }
  const { message: refusal, code } = error instanceof WorkspaceError ? error : notSent;
  await keep({ ...entry, state: 'refused', refusal, code });
  return true;
}

/** The answers that show it are read again before it leaves the outbox, so that nothing blinks. */
const shownAgain = ({ channelId, subject }: Place): Promise<unknown> =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['feed', channelId] }),
    ...(subject ? keysOf(channelId, subject).map((queryKey) => cache.invalidateQueries({ queryKey })) : []),
  ]);

const keysOf = (channelId: string, { type, id }: NonNullable<Place['subject']>) => [
  ['discussion', channelId, type, id],
  [type, id],
];

/** Takes up what an earlier page of this person left, and goes on whenever the workspace can be reached again. */
export async function resumeOutbox(by: string): Promise<void> {
  const kept = (await outboxStore.all()).filter((entry) => entry.by === by);
  show(kept.map((entry) => (entry.state === 'sending' ? { ...entry, state: 'queued' } : entry)));
  connection.subscribe(() => {
    if (connection.get() === 'live') void flush();
  });
  void flush();
}
