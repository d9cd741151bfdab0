import { cache } from '../../data/cache.ts';
import { resumeWork, takeLeft } from '../../data/kept-work.ts';
import { tell } from '../../ui/toast.tsx';
import type { RecordEdit } from './edit.ts';
import { attemptEdits, type EditsToStore, type Outcome } from './store-edits.ts';

/** Stores the edits of records that earlier pages left. `open` shows the Data Set where some need a decision. */
export const resumeEdits = (by: string, open: (path: string) => void): Promise<void> =>
  resumeWork<EditsToStore, Outcome>(by, attemptEdits, (input, outcome, leave) => {
    const { channelId, objectTypeId } = input.place;
    void cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] });
    if (outcome && outcome.clashes.length + outcome.mistakes.length === 0)
      return tell('The edits that waited in this browser are stored.');
    void leave().then(() =>
      tell('Edits that waited in this browser are not stored yet. They need a decision.', {
        label: 'Open',
        run: () => open(`/channels/${channelId}/data-sets/${objectTypeId}`),
      }),
    );
    return undefined;
  });

/** The edits of a Data Set that need a decision. They are given once. */
export const editsLeftIn = async (objectTypeId: string): Promise<RecordEdit[]> =>
  (await takeLeft<EditsToStore>(({ place }) => place.objectTypeId === objectTypeId)).flatMap(({ edits }) => edits);
