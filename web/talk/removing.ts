import { useMemo } from 'react';
import { hold, useOutbox } from '../data/outbox.ts';
import { useMe } from '../data/queries.ts';
import type { Place } from '../data/said.ts';
import { tell } from '../ui/toast.tsx';

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
 * Deletes a post or comment of one's own. Posts and comments have no trash, so they are deleted once the offer to undo is gone.
 */
export function useRemove(place: Place, commentId?: string): () => void {
  const by = useMe()?.userId;
  return () => {
    if (by === undefined) return;
    const { release, takeBack } = hold(by, place, { kind: 'removal', commentId });
    const what = commentId === undefined ? 'The post' : 'The comment';
    tell(`${what} is deleted.`, { label: 'Undo', run: takeBack }, release);
  };
}
