import { useEffect, useRef } from 'react';
import type { DraftKey } from '../../data/drafts.ts';
import { forget, outboxNow, useOutbox } from '../../data/outbox.ts';
import { sent } from '../../data/outbox-sent.ts';
import type { OutboxEntry } from '../../data/outbox-entry.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';

interface Sending {
  /** Whether a draft is what this page keeps, or began with. Another page of the same sheet follows its own. */
  readonly isOwn: (key: DraftKey) => boolean;
  readonly stored: (now: Artifact, entry: OutboxEntry) => void;
  readonly refused: (entry: OutboxEntry) => void;
}

/** Follows what is on its way through the outbox, from this page or from an earlier one. */
export function useSending({ isOwn, stored, refused }: Sending) {
  const ownIn = (outbox: readonly OutboxEntry[]) => outbox.find(({ act }) => 'draft' in act && isOwn(act.draft.key));
  const entry = ownIn(useOutbox());
  const last = useRef<OutboxEntry>(undefined);
  const answered = useRef<string>(undefined);
  const latest = useRef({ stored, refused });
  useEffect(() => {
    latest.current = { stored, refused };
    if (!entry || last.current === entry) return;
    last.current = entry;
    if (entry.state === 'refused' || entry.state === 'old')
      void forget(entry.key).then(() => latest.current.refused(entry));
  });
  useEffect(
    () =>
      sent.subscribe(({ key, answer }) => {
        if (key !== last.current?.key) return false;
        // Another tab may have sent it at the same moment.
        if (key !== answered.current) latest.current.stored((answer as { artifact: Artifact }).artifact, last.current);
        answered.current = key;
        return true;
      }),
    [],
  );
  return { entry, entryNow: (): OutboxEntry | undefined => ownIn(outboxNow()) };
}
