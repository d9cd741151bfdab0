import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../data/keys.ts';
import { adding, leaving, type Step } from './steps.ts';

type Way = 'undo' | 'redo';

/** Does a step the other way or once more. `done` takes what could be done of it. */
export type Repeat = (step: Step, way: Way, done: (step: Step) => void) => void;

/** The steps that can be undone and redone. An undo that is wanted while work goes on comes after it. */
export function useHistory(isBusy: boolean, repeat: Repeat) {
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const wanted = useRef<Way>(undefined);

  const go = (way: Way): void => {
    const [steps, from, to] = way === 'undo' ? [past, setPast, setFuture] : [future, setFuture, setPast];
    const step = steps.at(-1);
    if (isBusy) wanted.current = way;
    else if (step)
      repeat(step, way, (done) => {
        from((all) => leaving(all, done));
        to((all) => adding(all, done));
      });
  };
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (isBusy || wanted.current === undefined) return;
    const way = wanted.current;
    wanted.current = undefined;
    latest.current(way);
  }, [isBusy]);

  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    remember: (step: Omit<Step, 'key'>): void => {
      setPast((steps) => [...steps, { ...step, key: newKey() }]);
      setFuture([]);
    },
    undo: () => go('undo'),
    redo: () => go('redo'),
    /** Undoes what was done last by then. */
    undoLast: () => latest.current('undo'),
  };
}
