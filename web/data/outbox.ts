import { useSyncExternalStore } from 'react';
import { WorkspaceError } from '../../src/sdk/index.ts';
import { cache } from './cache.ts';
import { workspace } from './client.ts';
import { connection } from './connection.ts';
import { outboxStore } from './outbox-store.ts';
import type { Act, Place, Said } from './said.ts';

/** The workspace remembers keys for 24 hours. Words that waited longer might be said twice, so the person decides. */
const safeMs = 20 * 3_600_000;

let entries: readonly Said[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOutbox = (): readonly Said[] => useSyncExternalStore(subscribe, () => entries);

function show(next: readonly Said[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

async function keep(entry: Said): Promise<void> {
  await outboxStore.put(entry);
  show([...entries.filter(({ key }) => key !== entry.key), entry].toSorted((a, b) => a.at - b.at));
}

export async function forget(key: string): Promise<void> {
  await outboxStore.remove(key);
  show(entries.filter((entry) => entry.key !== key));
}

/** Keeps it on this machine, then sends it as soon as the workspace can be reached. */
export async function say(by: string, place: Place, act: Act): Promise<void> {
  await keep({ key: newKey(), by, at: Date.now(), place, act, state: 'queued' });
  void flush();
}

/** Keeps it on this machine until the first of these is called. A page that is left releases it. */
export function hold(by: string, place: Place, act: Act): { release: () => void; takeBack: () => void } {
  const entry: Said = { key: newKey(), by, at: Date.now(), place, act, state: 'held' };
  const kept = keep(entry);
  let isSettled = false;
  const once = (settle: () => Promise<void>) => () => {
    if (isSettled) return;
    isSettled = true;
    void kept.then(settle);
  };
  return { release: once(() => sayAgain(entry)), takeBack: once(() => forget(entry.key)) };
}

/** Browsers give `randomUUID` to secure pages alone. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Sends again what was refused or has waited too long. */
export async function sayAgain(entry: Said): Promise<void> {
  await keep({ ...entry, at: Date.now(), state: 'queued' });
  void flush();
}

let isFlushing = false;

/** Sends everything that waits, in order. A lost gateway ends it; the next flush goes on. */
async function flush(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let next = queued(); next; next = queued()) {
      if (Date.now() - next.at > safeMs) await keep({ ...next, state: 'old' });
      else if (!(await deliver(next))) return;
    }
  } finally {
    isFlushing = false;
  }
}

const queued = (): Said | undefined => entries.find(({ state }) => state === 'queued');

/** Says whether the next one may be sent. */
async function deliver(entry: Said): Promise<boolean> {
  await keep({ ...entry, state: 'sending' });
  try {
    await send(entry);
  } catch (error) {
    if (isPassing(error)) {
      await keep({ ...entry, state: 'queued' });
      return false;
    }
    const refusal = error instanceof WorkspaceError ? error.message : 'It could not be sent.';
    await keep({ ...entry, state: 'refused', refusal });
    return true;
  }
  await shownAgain(entry.place);
  await forget(entry.key);
  return true;
}

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof WorkspaceError)) return false;
  if (error.code === 'unavailable') connection.set('lost');
  if (error.code === 'unauthenticated') connection.set('signed-out');
  return ['unavailable', 'unauthenticated', 'rate_limited'].includes(error.code);
};

function send({ key: idempotencyKey, place, act }: Said): Promise<unknown> {
  switch (act.kind) {
    case 'words':
      return sendWords(place, act, idempotencyKey);
    case 'reaction':
      return sendReaction(place, act, idempotencyKey);
    case 'removal':
      return sendRemoval(place, act);
  }
}

function sendWords({ channelId, subject }: Place, act: Act & { kind: 'words' }, idempotencyKey: string) {
  const { kind: _kind, ...words } = act;
  if (!subject) return workspace.posts.create({ channelId, ...words, idempotencyKey });
  const { type: subjectType, id: subjectId } = subject;
  return workspace.discussions.comment({ channelId, subjectType, subjectId, ...words, idempotencyKey });
}

function sendReaction({ channelId, subject }: Place, act: Act & { kind: 'reaction' }, idempotencyKey: string) {
  const { kind: _kind, ...reaction } = act;
  const { type: subjectType, id: subjectId } = subject!;
  return workspace.discussions.react({ channelId, subjectType, subjectId, ...reaction, idempotencyKey });
}

const sendRemoval = ({ channelId, subject }: Place, { commentId }: Act & { kind: 'removal' }) =>
  commentId === undefined
    ? workspace.posts.remove({ channelId, postId: subject!.id })
    : workspace.discussions.removeComment({ channelId, commentId });

/** The answers that show it are read again before it leaves the outbox, so that nothing blinks. */
const shownAgain = ({ channelId, subject }: Place): Promise<unknown> =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['feed', channelId] }),
    ...(subject ? [cache.invalidateQueries({ queryKey: [subject.type, subject.id] })] : []),
  ]);

/** Takes up what an earlier page of this person left, and goes on whenever the workspace can be reached again. */
export async function resumeOutbox(by: string): Promise<void> {
  const kept = await outboxStore.all();
  show(
    kept
      .filter((entry) => entry.by === by)
      .map((entry) => (entry.state === 'sending' || entry.state === 'held' ? { ...entry, state: 'queued' } : entry)),
  );
  connection.subscribe(() => {
    if (connection.get() === 'live') void flush();
  });
  void flush();
}
