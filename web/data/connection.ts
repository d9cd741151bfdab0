import { useSyncExternalStore } from 'react';

/** `lost` while the gateway cannot be reached; `signed-out` once it no longer knows the person. */
export type Connection = 'live' | 'lost' | 'signed-out';

let state: Connection = 'live';
const listeners = new Set<() => void>();

export const connection = {
  get: (): Connection => state,
  set(next: Connection): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);
