import { useEffect, useEffectEvent, useRef } from 'react';
import { addDays, today } from '../calendar/days.ts';
import type { Span } from '../calendar/spans.ts';
import type { Scale } from './scale.ts';

/** The part of the days in sight that lies before a day to which one goes. */
const before = 1 / 3;
/** A step leaves a part of the days in sight. */
const step = 0.8;
const rowHeight = 30;
const fewestRows = 3;

/** Which days of the axis are in sight. It opens on today if first rows have bars there, else where most have. */
export function usePlace(scale: Scale, rows: readonly Span[]) {
  const box = useRef<HTMLDivElement>(null);
  const at = scale.at(today());
  const isOnAxis = at >= 0 && at <= scale.width;
  const open = useEffectEvent((present: number) => {
    if (!box.current) return;
    const first = rows.slice(0, rowsInSight(box.current));
    box.current.scrollTo({ left: openingOf(scale, first, isOnAxis ? present : undefined, roomIn(box.current)) });
  });
  useEffect(() => open(at), [at]);
  const showToday = () => {
    const { current } = box;
    if (current) current.scrollTo({ left: at - roomIn(current) * before });
  };
  const go = (steps: number) => {
    const { current } = box;
    if (current) current.scrollBy({ left: steps * roomIn(current) * step });
  };
  return { box, now: isOnAxis ? at : undefined, showToday: isOnAxis ? showToday : undefined, go };
}

/** The pixels of a box that show days, beside the names. */
function roomIn(box: HTMLElement): number {
  const names = box.querySelector('li > :first-child, [aria-hidden] > :first-child');
  return box.clientWidth - (names?.clientWidth ?? 0);
}

/** How many rows of a box are on the screen at first. */
function rowsInSight(box: HTMLElement): number {
  const { top, height } = box.getBoundingClientRect();
  return Math.max(fewestRows, Math.floor(Math.min(height, innerHeight - top) / rowHeight) - 1);
}

/** From which pixel of the axis on one sees the bars of most rows, or of some beside today. */
function openingOf(scale: Scale, rows: readonly Span[], now: number | undefined, room: number): number {
  const bars = rows.map(({ from, to }) => ({ from: scale.at(from), to: scale.at(addDays(to, 1)) }));
  const inSight = (left: number) => bars.filter(({ from, to }) => to > left && from < left + room).length;
  const present = now === undefined ? undefined : now - room * before;
  if (present !== undefined && inSight(present) > 0) return present;
  const places = bars.map(({ from }) => from - room / 10);
  return places.toSorted((one, other) => inSight(other) - inSight(one))[0] ?? 0;
}
