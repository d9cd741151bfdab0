import { addDays } from './days.ts';
import type { ViewedRecord } from '../props.ts';

/** The fields that say from when to when a record lasts. */
export interface SpanKeys {
  readonly start: string;
  readonly end: string | undefined;
}

/** By how many days or minutes the start and the end of a span move. */
export interface Shift {
  readonly start: number;
  readonly end: number;
  /** Days by default. */
  readonly unit?: 'minutes' | undefined;
}

/** The values of a record after a shift. An end does not come before its start. */
export function shiftedValues(
  { values }: ViewedRecord,
  { start, end }: SpanKeys,
  shift: Shift,
): Record<string, unknown> {
  const first = shifted(values[start], shift.start, shift.unit);
  const isMoved = shift.start !== 0;
  if (end === undefined || end === start) return isMoved ? { [start]: first } : {};
  const hasEnd = values[end] !== undefined && values[end] !== null;
  const last = shifted(values[hasEnd ? end : start], shift.end, shift.unit);
  const isStretched = hasEnd ? shift.end !== 0 : shift.end !== shift.start;
  return {
    ...(isMoved && { [start]: first }),
    ...(isStretched && { [end]: isBefore(last, first) ? first : last }),
  };
}

/** A date some days later, or a moment: some days later at the same time of day, or some minutes. */
function shifted(value: unknown, by: number, unit: Shift['unit']): unknown {
  if (typeof value !== 'string' || by === 0) return value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return addDays(value, by);
  const time = new Date(value);
  if (unit === 'minutes') time.setTime(time.getTime() + by * 60_000);
  else time.setDate(time.getDate() + by);
  return time.toISOString();
}

const isBefore = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && new Date(one) < new Date(other);
