import type { File as StoredFile } from '../../../schemas/files.ts';

/** Where files go: at most one of these. */
export interface Destination {
  readonly channelId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly recordId?: string | undefined;
}

/**
 * `checking`: its digest is computed. `waiting`: the gateway could not be reached. `interrupted`: the page was reloaded
 * and no longer has the bytes. `old`: it may have arrived, and the gateway may have forgotten its key. `too_large` and
 * `different`, which has another digest than was expected: nothing is sent.
 */
type State =
  | 'checking'
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'interrupted'
  | 'old'
  | 'too_large'
  | 'different'
  | 'refused'
  | 'done';

/** A file on its way to the workspace. Its key makes sure that it is stored once. */
export interface Upload {
  readonly key: string;
  readonly by: string;
  readonly at: number;
  readonly fileName: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly to: Destination;
  readonly state: State;
  /** Bytes that were sent. */
  readonly sent: number;
  readonly refusal?: string | undefined;
  /** Once it is done. */
  readonly stored?: StoredFile | undefined;
  /** Once it is done: whether it can become a Data Set, and nobody has decided about that. */
  readonly isTable?: boolean | undefined;
}

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'checking' || state === 'queued' || state === 'sending' || state === 'waiting';

export const isSamePlace = (one: Destination, other: Destination): boolean =>
  one.channelId === other.channelId && one.sessionId === other.sessionId && one.recordId === other.recordId;

/** Whether two names of a file read the same. Systems write accents in one or in two characters. */
export const isSameName = (one: string, other: string): boolean => one.normalize() === other.normalize();
