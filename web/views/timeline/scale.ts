import { addDays, dayOfTime, daysBetween, mondayOf, timeOf } from '../calendar/days.ts';
import type { Span } from '../calendar/spans.ts';

export const zooms = [
  { key: 'days', label: 'Days', pixels: 30 },
  { key: 'weeks', label: 'Weeks', pixels: 12 },
  { key: 'months', label: 'Months', pixels: 4 },
  { key: 'years', label: 'Years', pixels: 0.8 },
  { key: 'decades', label: 'Decades', pixels: 0.08 },
] as const;
type Zoom = (typeof zooms)[number]['key'];

/** A width that fits beside the titles without scrolling far, and the widest that browsers draw. */
const comfortable = 1_100;
const widest = 4_000_000;
const mostTicks = 200;
/** Months from one tick to the next. */
const steps = [1, 3, 12, 60, 120, 600, 1_200];
const leastStep: Partial<Record<Zoom, number>> = { years: 12, decades: 120 };
/** Mistyped years are cut off here. */
const ends = { earliest: '1000-01-01', latest: '9899-12-31' };

export interface Scale {
  readonly first: string;
  readonly last: string;
  readonly width: number;
  /** Where a day begins, in pixels. */
  readonly at: (day: string) => number;
  /** How many days a distance in pixels is. */
  readonly daysIn: (pixels: number) => number;
  readonly zoom: Zoom;
}

/** A scale on which all spans have a place. Without a zoom it is the closest that is comfortable. */
export function scaleOf(spans: readonly Span[], zoom: string | undefined): Scale {
  const days = spans.flatMap(({ from, to }) => [from, to]).toSorted();
  const now = dayOfTime(Date.now());
  const [earliest, latest] = [bounded(days[0] ?? now), bounded(days.at(-1) ?? now)];
  const span = daysBetween(earliest, latest) + 1;
  const { key, pixels } =
    zooms.find((one) => one.key === zoom && span * one.pixels <= widest) ??
    zooms.find((one) => span * one.pixels <= comfortable) ??
    zooms.at(-1)!;
  const first = key in leastStep ? `${earliest.slice(0, 4)}-01-01` : addDays(`${earliest.slice(0, 7)}-01`, 0);
  const last = addDays(latest, Math.ceil(80 / pixels));
  const at = (day: string) => Math.round(daysBetween(first, day) * pixels);
  return { first, last, width: at(last), at, daysIn: (distance) => Math.round(distance / pixels), zoom: key };
}

const bounded = (day: string): string => (day < ends.earliest ? ends.earliest : day > ends.latest ? ends.latest : day);

export interface Tick {
  readonly day: string;
  readonly label: string;
}

const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monday = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** The beginnings of weeks, months or years of a scale, in steps that leave room. */
export function ticksOf(scale: Scale): Tick[] {
  const { first, last, width, at, zoom } = scale;
  if (zoom === 'days' && daysBetween(first, last) / 7 < mostTicks) return mondaysOf(scale);
  const ticks: Tick[] = [];
  const months = daysBetween(first, last) / 30;
  const step = steps.find((one) => one >= (leastStep[zoom] ?? 1) && months / one < mostTicks) ?? steps.at(-1)!;
  for (let time = new Date(timeOf(first)); at(dayOfTime(time.getTime())) < width; ) {
    const day = dayOfTime(time.getTime());
    ticks.push({ day, label: step >= 12 ? day.slice(0, 4) : month.format(time) });
    time = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + step, 1));
  }
  return ticks;
}

function mondaysOf({ first, last, at }: Scale): Tick[] {
  const ticks: Tick[] = [];
  for (let day = mondayOf(first); day < last; day = addDays(day, 7))
    if (at(day) >= 0) ticks.push({ day, label: monday.format(timeOf(day)) });
  return ticks;
}
