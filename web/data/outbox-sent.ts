/** Something that was stored, by its key in the outbox, and the answer of the workspace. */
export interface Sent {
  readonly key: string;
  readonly answer: unknown;
}

const listeners = new Set<(sent: Sent) => void>();
/** Another tab of this browser may send what this one wrote. */
const tabs = new BroadcastChannel('workspace.sent');

const tellHere = (sent: Sent): void => {
  for (const listener of listeners) listener(sent);
};

tabs.addEventListener('message', ({ data }: MessageEvent<Sent>) => tellHere(data));

export const sent = {
  tell(stored: Sent): void {
    tellHere(stored);
    tabs.postMessage(stored);
  },
  subscribe(listener: (sent: Sent) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
