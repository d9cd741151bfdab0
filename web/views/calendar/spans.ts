import type { ReactNode } from 'react';
import { addDays, dayOfValue, daysBetween } from './days.ts';
import type { ViewedRecord } from '../props.ts';
import type { Look } from './looks.ts';
import type { Shift, SpanKeys } from './shifting.ts';

export interface Span {
  readonly record: ViewedRecord;
  readonly from: string;
  readonly to: string;
}

export type ShiftSpan = (span: Span, by: Shift) => void;

/** A span that is dragged, or only its end, and the day where it was taken. */
export interface Held {
  readonly span: Span;
  readonly day: string;
  readonly isEnd: boolean;
  /** How many minutes below its start it was taken, where there are hours. */
  readonly grabbed?: number | undefined;
}

/** A week or a day with hours, as the app shows it and apps in chats do not. */
export interface TimedDaysProps {
  readonly look: Look;
  readonly day: string;
  readonly show: (look: Look, day: string) => void;
  readonly spans: readonly Span[];
  readonly keys: SpanKeys;
  readonly held: Held | undefined;
  readonly hold: (held: Held | undefined) => void;
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
  /** The week with what lasts longer than a day. */
  readonly children: ReactNode;
}

/** From when to when each record lasts. An end before the start counts as the start. */
export function spansOf(records: readonly ViewedRecord[], startKey: string, endKey: string | undefined): Span[] {
  return records.flatMap((record) => {
    const from = dayOfValue(record.values[startKey]);
    if (from === undefined) return [];
    const to = endKey === undefined ? undefined : dayOfValue(record.values[endKey]);
    return [{ record, from, to: to !== undefined && to > from ? to : from }];
  });
}

export interface Placed extends Span {
  /** The first of the week's days from 0, how many, and the line below the day numbers. */
  readonly column: number;
  readonly length: number;
  readonly lane: number;
}

/** The spans of a week, the earlier and longer ones above. None covers another. */
export function placedIn(monday: string, spans: readonly Span[]): Placed[] {
  const sunday = addDays(monday, 6);
  const free: number[] = [];
  return spans
    .filter(({ from, to }) => from <= sunday && to >= monday)
    .toSorted((one, other) => one.from.localeCompare(other.from) || other.to.localeCompare(one.to))
    .map((span) => {
      const column = Math.max(0, daysBetween(monday, span.from));
      const end = Math.min(6, daysBetween(monday, span.to));
      const found = free.findIndex((busyUntil) => busyUntil < column);
      const lane = found === -1 ? free.length : found;
      free[lane] = end;
      return { ...span, column, length: end - column + 1, lane };
    });
}
