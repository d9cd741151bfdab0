import { useSyncExternalStore } from 'react';
import { cache } from '../cache.ts';
import { impatientWorkspace } from '../client.ts';
import { connection } from '../connection.ts';
import { newKey } from '../keys.ts';
import { sentenceOf } from '../problems.ts';
import { isPassing, keysHoldMs } from '../retrying.ts';
import { digestOf } from './digest.ts';
import { keepUploads, keptUploads } from './kept.ts';
import { type Destination, isSamePlace, isUnderWay, type Upload } from './upload.ts';

/** Files that are sent at the same time. */
const atOnce = 2;
/** When to try again after a failure that passes. */
const againMs = 15_000;

const unreadable = 'It cannot be read. It may be a folder, or may have been moved or changed.';

/** Their bytes, which this page alone has. */
const files = new Map<string, File>();
const stopping = new Map<string, AbortController>();
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The uploads of this tab, in the order in which the files were chosen. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

function show(next: readonly Upload[]): void {
  uploads = next;
  keepUploads(uploads);
  for (const listener of listeners) listener();
}

const find = (key: string): Upload | undefined => uploads.find((upload) => upload.key === key);

const change = (key: string, changed: Partial<Upload>): void =>
  show(uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)));

interface Chosen {
  readonly by: string;
  readonly to: Destination;
  readonly files: readonly File[];
  /** The largest file that the workspace takes, in bytes. */
  readonly most: number;
  /** The only digest that the file may have. */
  readonly expectedSha256?: string | undefined;
}

/** Sends files to a place, one after the other. A file whose upload was interrupted goes on under its old key. */
export async function upload({ by, to, files: chosen, most, expectedSha256 }: Chosen): Promise<void> {
  const fresh = chosen.map((file): Upload => {
    const { name: fileName, size } = file;
    const entry = { key: newKey(), by, at: Date.now(), fileName, size, to, sent: 0 };
    if (size > most) return { ...entry, state: 'too_large' };
    files.set(entry.key, file);
    return { ...entry, state: 'checking' };
  });
  show([...uploads, ...fresh]);
  for (const { key, state } of fresh) if (state === 'checking') await check(key, expectedSha256);
}

/** Computes the digest. The workspace compares it with the bytes that arrive. */
async function check(key: string, expected: string | undefined): Promise<void> {
  try {
    const sha256 = await digestOf(files.get(key)!);
    if (!find(key)) return;
    if (expected === undefined || expected === sha256) ready(key, sha256);
    else change(key, { state: 'different' });
  } catch {
    change(key, { state: 'refused', refusal: unreadable });
  }
}

function ready(key: string, sha256: string): void {
  const { fileName, size, to } = find(key)!;
  const earlier = uploads.find(
    (one) =>
      one.state === 'interrupted' &&
      one.fileName === fileName &&
      one.size === size &&
      one.sha256 === sha256 &&
      isSamePlace(one.to, to),
  );
  if (earlier) {
    const bytes = files.get(key)!;
    discard(key);
    goOnWith(earlier, bytes);
  } else change(key, { sha256, state: 'queued' });
  sendNext();
}

function goOnWith({ key }: Upload, file: File): void {
  files.set(key, file);
  change(key, { state: 'queued', refusal: undefined });
  sendNext();
}

/** Goes on with an interrupted upload, if the file is the same by its name, size and digest. */
export async function chooseAgain(upload: Upload, file: File): Promise<void> {
  const { key, fileName, size, sha256 } = upload;
  const isSame = file.name === fileName && file.size === size && (await digestOf(file)) === sha256;
  if (isSame) goOnWith(upload, file);
  else
    change(key, { refusal: `“${file.name}” is another file, or it has changed. Choose the one that was interrupted.` });
}

/** Forgets an upload; stops it if it is under way. */
export function discard(key: string): void {
  stopping.get(key)?.abort();
  files.delete(key);
  show(uploads.filter((one) => one.key !== key));
}

/** Sends again what was refused or waited too long, as a new upload. */
export function sendAgain(key: string): void {
  const again = newKey();
  files.set(again, files.get(key)!);
  files.delete(key);
  change(key, { key: again, at: Date.now(), sent: 0, state: 'queued', refusal: undefined });
  sendNext();
}

/** Whether this page still has the bytes. */
export const hasBytes = ({ key }: Upload): boolean => files.has(key);

/** The person has decided whether the table becomes a Data Set. */
export const decided = (key: string): void => change(key, { isTable: false });

function sendNext(): void {
  const free = atOnce - uploads.filter(({ state }) => state === 'sending').length;
  for (const { key } of uploads.filter(({ state }) => state === 'queued').slice(0, free)) void send(key);
}

async function send(key: string): Promise<void> {
  const { at, to, sha256 } = find(key)!;
  if (Date.now() - at > keysHoldMs) return change(key, { state: 'old' });
  const stop = new AbortController();
  stopping.set(key, stop);
  change(key, { state: 'sending', sent: 0 });
  try {
    const { file, hint } = await impatientWorkspace.files.upload(
      { file: files.get(key)!, ...to, sha256, idempotencyKey: key },
      { signal: stop.signal, onProgress: ({ bytes }) => change(key, { sent: bytes }) },
    );
    files.delete(key);
    change(key, { state: 'done', stored: file, isTable: hint !== undefined });
    shownAgain(to);
  } catch (error) {
    if (!stop.signal.aborted) await failed(key, error);
  } finally {
    stopping.delete(key);
    sendNext();
  }
}

async function failed(key: string, error: unknown): Promise<void> {
  // A browser says the same of a lost connection and of a file that is gone.
  if (!(await isReadable(files.get(key)!))) return change(key, { state: 'refused', refusal: unreadable });
  if (!isPassing(error)) return change(key, { state: 'refused', refusal: sentenceOf(error) });
  change(key, { state: 'waiting', sent: 0 });
  setTimeout(goOn, againMs);
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Goes on with what waits, under the same keys. */
function goOn(): void {
  show(uploads.map((one) => (one.state === 'waiting' ? { ...one, state: 'queued' } : one)));
  sendNext();
}

function shownAgain({ channelId, sessionId, recordId }: Destination): void {
  void cache.invalidateQueries({ queryKey: ['files'] });
  if (channelId !== undefined) void cache.invalidateQueries({ queryKey: ['feed', channelId] });
  if (sessionId !== undefined) void cache.invalidateQueries({ queryKey: ['session', sessionId] });
  if (recordId !== undefined) void cache.invalidateQueries({ queryKey: ['record', recordId] });
}

/** Takes up what an earlier page of this tab left, and goes on whenever the workspace can be reached again. */
export function resumeUploads(by: string): void {
  const known = new Set(uploads.map(({ key }) => key));
  show([...keptUploads(by).filter(({ key }) => !known.has(key)), ...uploads]);
  connection.subscribe(() => {
    if (connection.get() === 'live') goOn();
  });
  addEventListener('beforeunload', (event) => {
    if (uploads.some(isUnderWay)) event.preventDefault();
  });
}
