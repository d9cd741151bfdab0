import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { newKey, underKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';
import {
  type Clash,
  inverse,
  joined,
  only,
  type Mistake,
  overTheirs,
  type RecordEdit,
  trimmed,
  type Values,
} from './edit.ts';
import { takeEditsLeft } from './resume-edits.ts';
import { type RecordPlace, storeEdits } from './store-edits.ts';
import { type Repeat, useHistory } from './use-history.ts';
import { useQueue } from './use-queue.ts';

/** Edits that are shown and not stored: why, and in which fields. */
export interface Held {
  readonly key: string;
  readonly edits: readonly RecordEdit[];
  readonly words: string;
  readonly clashes: readonly Clash[];
  readonly mistakes: readonly Mistake[];
  /** Why all of them could not be stored. */
  readonly failure?: string | undefined;
  /** Called once some are stored. */
  readonly done: Done;
}

type Done = (stored: readonly RecordEdit[]) => void;

export interface NewRecordValues {
  readonly title: string;
  readonly values: Values;
}

/** Edits of the records of a Data Set. They show at once, are stored in their order, and can be undone. */
export function useRecordEdits(place: RecordPlace) {
  const { objectTypeId } = place;
  const queue = useQueue();
  const { overlay, held, store, release } = useStoring(place, queue);
  const { remember, ...history } = useHistory(queue.isWaiting, repeating(place, store, queue));
  const change = (given: readonly RecordEdit[], words: string): void => {
    const isMended = ({ mistakes }: Held) =>
      mistakes.some(({ id, fieldKey }) => given.some((edit) => edit.id === id && fieldKey in edit.after));
    const mended = held.filter(isMended);
    for (const one of mended) release(one);
    const before = mended.reduce<RecordEdit[]>((all, { edits }) => joined(all, edits), []);
    const edits = trimmed(joined(before, given));
    if (edits.length > 0) store(edits, words, (stored) => remember({ words, edits: stored }));
  };

  const takeUp = useEffectEvent((edits: readonly RecordEdit[], areTogether: boolean) =>
    store(edits, 'Edits of before', () => {}, areTogether),
  );
  useEffect(() => {
    void takeEditsLeft(objectTypeId, ({ edits, areTogether }) => takeUp(joined([], edits), areTogether));
  }, [objectTypeId]);

  return {
    /** The values that are shown in place of the stored ones. */
    overlay,
    held,
    isWaiting: queue.isWaiting,
    ...history,
    change,
    create: (records: readonly NewRecordValues[], words: string): void =>
      queue.inOrder(async () => {
        const create = records.map(({ title, values }) => ({ title, values }));
        const { records: made } = await underKey(workspace.records.batch, { ...place, create });
        remember({ words, made: made.map(({ id }) => id) });
        await refresh(place, []);
      }),
    remove: (ids: readonly string[], words: string, done: () => void): void =>
      queue.inOrder(async () => {
        await removeNow(place, ids);
        remember({ words, removed: ids });
        done();
      }),
    /** Leaves held edits as they stand in the workspace. */
    discard: release,
    /** Tries once more. With `mine` the person's values replace those of others, which the person has seen. */
    storeAgain: (one: Held, mine = false): void => {
      release(one);
      const edits = mine ? overTheirs(one.edits, one.clashes) : one.edits;
      store(edits, one.words, one.done);
    },
  };
}

export type RecordEdits = ReturnType<typeof useRecordEdits>;

type Queue = ReturnType<typeof useQueue>;
type Store = (edits: readonly RecordEdit[], words: string, done: Done, areTogether?: boolean) => void;

/** Edits that are shown until they are stored, or held where they cannot be. */
function useStoring(place: RecordPlace, { ended, inOrder }: Queue) {
  const [shown, setShown] = useState<readonly RecordEdit[]>([]);
  const [held, setHeld] = useState<readonly Held[]>([]);
  const overlay = useMemo(() => new Map(joined([], shown).map(({ id, after }) => [id, after])), [shown]);
  const hold = (entry: Omit<Held, 'key'>) => setHeld((all) => [...all, { ...entry, key: newKey() }]);
  const release = ({ key, edits }: Held) => {
    setHeld((all) => all.filter((one) => one.key !== key));
    setShown((all) => all.filter((edit) => !edits.includes(edit)));
  };
  const store: Store = (edits, words, done, areTogether = false) => {
    setShown((all) => [...all, ...edits]);
    const outcome = storeEdits(place, edits, { areTogether, earlier: ended() });
    inOrder(async () => {
      try {
        const { stored, clashes, mistakes } = await outcome;
        if (stored.length > 0) done(stored);
        const left = areTogether && mistakes.length > 0 ? [...edits] : only(edits, [...clashes, ...mistakes]);
        if (left.length > 0) hold({ edits: left, words, clashes, mistakes, done });
        const changed = stored.map(({ id }) => id);
        if (changed.length > 0) await refresh(place, changed);
        setShown((all) => [...all.filter((edit) => !edits.includes(edit)), ...left]);
      } catch (error) {
        hold({ edits, words, clashes: [], mistakes: [], failure: sentenceOf(error), done });
      }
    });
  };
  return { overlay, held, store, release };
}

/** Undoes a step, or does it again. */
const repeating =
  (place: RecordPlace, store: Store, { inOrder }: Queue): Repeat =>
  (step, way, moved) => {
    const { edits, made, removed, words } = step;
    const isBack = way === 'undo';
    if (edits) {
      const next = isBack ? inverse(edits) : edits;
      store(next, words, (stored) => moved({ ...step, edits: isBack ? inverse(stored) : stored }));
    }
    if (made)
      inOrder(async () => {
        await (isBack ? removeNow : restoreNow)(place, made);
        if (!edits) moved(step);
      });
    if (removed) inOrder(() => (isBack ? restoreNow : removeNow)(place, removed).then(() => moved(step)));
  };

async function removeNow(place: RecordPlace, ids: readonly string[]): Promise<void> {
  await workspace.records.batch({ ...place, delete: [...ids], idempotencyKey: newKey() });
  await refresh(place, ids);
}

async function restoreNow(place: RecordPlace, ids: readonly string[]): Promise<void> {
  for (const trashedId of ids) await workspace.trash.restore({ trashedId });
  await refresh(place, ids);
}

const refresh = ({ objectTypeId }: RecordPlace, ids: readonly string[]) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] }),
    cache.invalidateQueries({ queryKey: ['records'] }),
    ...ids.map((id) => cache.invalidateQueries({ queryKey: ['record', id] })),
  ]);
