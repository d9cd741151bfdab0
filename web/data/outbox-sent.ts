/** Something that was stored, by its key in the outbox, and the answer of the workspace. */
export interface Sent {
  readonly key: string;
  readonly answer: unknown;
}

/** Returns true if it shows it. */
type Listener = (sent: Sent) => unknown;

/** Each with the address of its page. The address of the next page is there while the page before is still shown. */
const listeners = new Map<Listener, string>();
const unseen = new Set<(sent: Sent) => void>();
/** Another tab of this browser may send what this one wrote. */
const tabs = new BroadcastChannel('workspace.sent');

/** Says whether a page shows it that is not being left. */
const tellHere = (sent: Sent): boolean =>
  [...listeners].map(([listener, page]) => listener(sent) === true && page === location.pathname).includes(true);

export const sent = {
  tell(stored: Sent): void {
    const isSeen = tellHere(stored);
    tabs.postMessage(stored);
    if (!isSeen) for (const listener of unseen) listener(stored);
  },
  subscribe(listener: Listener): () => void {
    listeners.set(listener, location.pathname);
    return () => void listeners.delete(listener);
  },
  /** Calls back with what this tab sent and nothing on its page shows. */
  onUnseen: (listener: (sent: Sent) => void): void => void unseen.add(listener),
  /** Calls back with what another tab sent, once this page has been told of it. */
  onElsewhere: (listener: (sent: Sent) => void): void =>
    tabs.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
      tellHere(data);
      listener(data);
    }),
};
