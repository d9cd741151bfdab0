import { useMemo } from 'react';
import { queue, takeBack, useOutbox } from '../data/outbox.ts';
import { useMe } from '../data/queries.ts';
import type { Place } from '../data/outbox-entry.ts';
import { tell, undoMs } from '../ui/overlays/toast.tsx';

/** IDs of posts and comments that are being deleted, and are not shown meanwhile. */
export function useRemoved(): ReadonlySet<string> {
  const outbox = useOutbox();
  return useMemo(
    () =>
      new Set(
        outbox
          .filter(({ state }) => state !== 'refused')
          .flatMap(({ act, place }) => (act.kind === 'removal' ? [act.commentId ?? place.subject!.id] : [])),
      ),
    [outbox],
  );
}

/**
 * Deletes a post or comment of one's own. They have no trash, so the deletion waits as long as it can be undone.
 * A page that is left meanwhile sends it when it is opened again.
 */
export function useRemove(place: Place, commentId?: string): () => void {
  const by = useMe()?.userId;
  return () => {
    if (by === undefined) return;
    const what = commentId === undefined ? 'The post' : 'The comment';
    const kept = queue(by, place, { kind: 'removal', commentId }, undoMs);
    const undo = async () => {
      if (!(await takeBack(await kept))) tell(`${what} was deleted already.`);
    };
    tell(`${what} is deleted.`, { label: 'Undo', run: () => void undo() });
  };
}
