import type { RefObject } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import styles from './going.module.css';

/** The part of the days in sight that lies before today when one goes there. */
export const beforePresent = 1 / 3;
/** A step leaves a part of the days in sight. */
const step = 0.8;

interface GoingProps {
  readonly box: RefObject<HTMLElement | null>;
  /** Where today is on the axis, if it is there. */
  readonly now: number | undefined;
}

/** The way to earlier days, later ones and today. */
export function Going({ box, now }: GoingProps) {
  const go = (steps: number) => {
    const { current } = box;
    current?.scrollBy({ left: steps * roomIn(current) * step });
  };
  const showToday = () => {
    const { current } = box;
    if (now !== undefined) current?.scrollTo({ left: now - roomIn(current) * beforePresent });
  };
  return (
    <div className={styles.going}>
      <IconButton label="Show earlier days" icon="left" onClick={() => go(-1)} />
      <IconButton label="Show later days" icon="right" onClick={() => go(1)} />
      <Button look="quiet" disabled={now === undefined} onClick={showToday}>
        Today
      </Button>
    </div>
  );
}

/** The pixels of a box that show days, beside the names. */
export function roomIn(box: HTMLElement): number {
  const names = box.querySelector('li > :first-child, [aria-hidden] > :first-child');
  return box.clientWidth - (names?.clientWidth ?? 0);
}
