import { cache } from '../../data/cache.ts';
import { resumeWork, takeLeft } from '../../data/kept-work.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { attemptEdits, type EditsToStore, type Outcome } from './store-edits.ts';

/** Stores the edits of records that earlier pages left. `open` shows the Data Set where some need a decision. */
export const resumeEdits = (by: string, open: (path: string) => void): Promise<void> =>
  resumeWork<EditsToStore, Outcome>(
    by,
    attemptEdits,
    ({ clashes, mistakes }) => clashes.length + mistakes.length === 0,
    ({ place: { channelId, objectTypeId } }, isStored) => {
      void cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] });
      if (isStored) return tell('The edits that waited in this browser are stored.');
      return tell('Edits that waited in this browser are not stored yet. They need a decision.', {
        label: 'Open',
        run: () => open(`/channels/${channelId}/data-sets/${objectTypeId}`),
      });
    },
  );

/** Gives the edits of a Data Set that need a decision, once. */
export const takeEditsLeft = (objectTypeId: string, take: (left: EditsToStore) => void): Promise<void> =>
  takeLeft<EditsToStore>(({ place }) => place.objectTypeId === objectTypeId, take);
