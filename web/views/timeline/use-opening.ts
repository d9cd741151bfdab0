import { type RefObject, useEffect, useEffectEvent } from 'react';
import { addDays } from '../calendar/days.ts';
import type { Span } from '../calendar/spans.ts';
import { beforePresent, roomIn } from './going.tsx';
import type { SpanGroup } from './groups.ts';
import type { Scale } from './scale.ts';

const rowHeight = 30;
const fewestRows = 3;

/** Scrolls a timeline at first, and when its axis changes, to where first rows have bars. */
export function useOpening(
  box: RefObject<HTMLElement | null>,
  now: number | undefined,
  scale: Scale,
  groups: readonly SpanGroup[],
): void {
  const open = useEffectEvent((present: number | undefined) => {
    const rows = groups.flatMap(({ spans }) => spans);
    if (box.current) box.current.scrollTo({ left: openingOf(scale, rows, present, box.current) });
  });
  useEffect(() => open(now), [now]);
}

/** From which pixel of the axis on one sees bars of the first rows: those beside today, else the most. */
function openingOf(scale: Scale, rows: readonly Span[], now: number | undefined, box: HTMLElement): number {
  const room = roomIn(box);
  const bars = rows
    .slice(0, rowsInSight(box))
    .map(({ from, to }) => ({ from: scale.at(from), to: scale.at(addDays(to, 1)) }));
  const inSight = (left: number) => bars.filter(({ from, to }) => to > left && from < left + room).length;
  const present = now === undefined ? undefined : now - room * beforePresent;
  if (present !== undefined && inSight(present) > 0) return present;
  const places = bars.map(({ from }) => from - room / 10);
  return places.toSorted((one, other) => inSight(other) - inSight(one))[0] ?? 0;
}

/** How many rows of a box are on the screen at first. */
function rowsInSight(box: HTMLElement): number {
  const { top, height } = box.getBoundingClientRect();
  return Math.max(fewestRows, Math.floor(Math.min(height, innerHeight - top) / rowHeight) - 1);
}
