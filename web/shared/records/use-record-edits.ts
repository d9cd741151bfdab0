import { useEffect, useMemo, useRef, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { newKey, underKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';
import { tell } from '../../ui/overlays/toast.tsx';
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
  without,
} from './edit.ts';
import { takeEditsLeft } from './resume-edits.ts';
import { type RecordPlace, storeEdits } from './store-edits.ts';

/** Something that can be undone as one. */
interface Step {
  readonly key: string;
  readonly words: string;
  readonly edits?: readonly RecordEdit[] | undefined;
  /** Records that were made, or moved to the trash. */
  readonly made?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

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

const isOf =
  ({ key }: Step) =>
  (one: Step) =>
    one.key === key;

/** Steps without what was done of one. The refused rest can be tried again. */
function leaving(steps: readonly Step[], done: Step): Step[] {
  const fields = (done.edits ?? []).flatMap(({ id, after }) =>
    Object.keys(after).map((fieldKey) => ({ id, fieldKey })),
  );
  return steps.flatMap((step) => {
    if (!isOf(done)(step)) return [step];
    const edits = without(step.edits ?? [], fields);
    return edits.length === 0 ? [] : [{ key: step.key, words: step.words, edits }];
  });
}

/** Steps with what was done of one, beside what was done of it before. */
function adding(steps: readonly Step[], done: Step): Step[] {
  const before = steps.find(isOf(done));
  if (!before) return [...steps, done];
  const whole = { ...before, ...done, edits: joined(before.edits ?? [], done.edits ?? []) };
  return [...steps.filter((step) => step !== before), whole];
}

/** Edits of the records of a Data Set. They show at once, are stored in their order, and can be undone. */
export function useRecordEdits(place: RecordPlace) {
  const { objectTypeId } = place;
  const [shown, setShown] = useState<readonly RecordEdit[]>([]);
  const [held, setHeld] = useState<readonly Held[]>([]);
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const [waiting, setWaiting] = useState(0);
  const queue = useRef(Promise.resolve());
  const overlay = useMemo(() => new Map(joined([], shown).map(({ id, after }) => [id, after])), [shown]);

  const refresh = (ids: readonly string[]) =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] }),
      cache.invalidateQueries({ queryKey: ['records'] }),
      ...ids.map((id) => cache.invalidateQueries({ queryKey: ['record', id] })),
    ]);
  const inOrder = (work: () => Promise<void>): void => {
    setWaiting((count) => count + 1);
    queue.current = queue.current
      .then(work)
      .catch((error: unknown) => tell(sentenceOf(error)))
      .finally(() => setWaiting((count) => count - 1));
  };
  const hide = (edits: readonly RecordEdit[]) => setShown((all) => all.filter((edit) => !edits.includes(edit)));
  const hold = (entry: Omit<Held, 'key'>) => setHeld((all) => [...all, { ...entry, key: newKey() }]);

  const store = (edits: readonly RecordEdit[], words: string, done: Done, areTogether = false): void => {
    setShown((all) => [...all, ...edits]);
    const outcome = storeEdits(place, edits, { areTogether, earlier: queue.current });
    inOrder(async () => {
      try {
        const { stored, clashes, mistakes } = await outcome;
        if (stored.length > 0) done(stored);
        const left = areTogether && mistakes.length > 0 ? [...edits] : only(edits, [...clashes, ...mistakes]);
        if (left.length > 0) hold({ edits: left, words, clashes, mistakes, done });
        if (stored.length > 0) await refresh(stored.map(({ id }) => id));
        setShown((all) => [...all.filter((edit) => !edits.includes(edit)), ...left]);
      } catch (error) {
        hold({ edits, words, clashes: [], mistakes: [], failure: sentenceOf(error), done });
      }
    });
  };
  const remember = (step: Omit<Step, 'key'>) => {
    setPast((steps) => [...steps, { ...step, key: newKey() }]);
    setFuture([]);
  };
  const release = ({ key, edits }: Held) => {
    setHeld((all) => all.filter((one) => one.key !== key));
    hide(edits);
  };
  const change = (given: readonly RecordEdit[], words: string): void => {
    const isMended = ({ mistakes }: Held) =>
      mistakes.some(({ id, fieldKey }) => given.some((edit) => edit.id === id && fieldKey in edit.after));
    const mended = held.filter(isMended);
    for (const one of mended) release(one);
    const before = mended.reduce<RecordEdit[]>((all, { edits }) => joined(all, edits), []);
    const edits = trimmed(joined(before, given));
    if (edits.length > 0) store(edits, words, (stored) => remember({ words, edits: stored }));
  };
  const removeNow = async (ids: readonly string[]): Promise<void> => {
    await workspace.records.batch({ ...place, delete: [...ids], idempotencyKey: newKey() });
    await refresh(ids);
  };
  const restoreNow = async (ids: readonly string[]): Promise<void> => {
    for (const trashedId of ids) await workspace.trash.restore({ trashedId });
    await refresh(ids);
  };
  const again = (step: Step, from: typeof setPast, to: typeof setPast, isBack: boolean): void => {
    const move = (next: Step) => {
      from((steps) => leaving(steps, next));
      to((steps) => adding(steps, next));
    };
    const { edits, made, removed } = step;
    if (edits) {
      const next = isBack ? inverse(edits) : edits;
      store(next, step.words, (stored) => move({ ...step, edits: isBack ? inverse(stored) : stored }));
    }
    if (made)
      inOrder(() =>
        (isBack ? removeNow : restoreNow)(made)
          .then(() => edits ?? move(step))
          .then(() => {}),
      );
    if (removed) inOrder(() => (isBack ? restoreNow : removeNow)(removed).then(() => move(step)));
  };
  /** Waits until nothing is being stored or read anew. */
  const wanted = useRef<'undo' | 'redo'>(undefined);
  const undo = (): void => {
    const step = past.at(-1);
    if (waiting > 0) wanted.current = 'undo';
    else if (step) again(step, setPast, setFuture, true);
  };
  const redo = (): void => {
    const step = future.at(-1);
    if (waiting > 0) wanted.current = 'redo';
    else if (step) again(step, setFuture, setPast, false);
  };

  const latest = useRef({ undo, redo, store });
  useEffect(() => {
    latest.current = { undo, redo, store };
  });
  useEffect(() => {
    if (waiting > 0 || wanted.current === undefined) return;
    const act = latest.current[wanted.current];
    wanted.current = undefined;
    act();
  }, [waiting]);
  useEffect(() => {
    void takeEditsLeft(objectTypeId, ({ edits, areTogether }) =>
      latest.current.store(joined([], edits), 'Edits of before', () => {}, areTogether),
    );
  }, [objectTypeId]);

  return {
    /** The values that are shown in place of the stored ones. */
    overlay,
    held,
    isWaiting: waiting > 0,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change,
    undo,
    /** Undoes what was done last by then. */
    undoLast: (): void => latest.current.undo(),
    redo,
    create: (records: readonly NewRecordValues[], words: string): void =>
      inOrder(async () => {
        const create = records.map(({ title, values }) => ({ title, values }));
        const { records: made } = await underKey(workspace.records.batch, { ...place, create });
        remember({ words, made: made.map(({ id }) => id) });
        await refresh([]);
      }),
    remove: (ids: readonly string[], words: string, done: () => void): void =>
      inOrder(async () => {
        await removeNow(ids);
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
