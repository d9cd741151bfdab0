import { isRecord } from '../plain/named.ts';
import type { Frame } from './frame.ts';
import { summing } from './patterns.ts';
import type { Condition } from './values.ts';

/** Whether a later question names something by which the earlier one is to be changed. */
export const goesOn = (before: Frame, after: Frame): boolean =>
  !before.compared &&
  before.versus === undefined &&
  (after.conditions.length > 0 || after.groups.length > 0 || after.period !== undefined);

/** Whether records are asked for. */
export const isOfRecords = ({ ask, target, subject }: Frame): boolean =>
  ask === 'list' || (ask === 'value' && target !== undefined && isRecord(target, subject));

/** Whether words ask for something else than the records that are read. A question that goes on from it asks for it too. */
export const asksForMore = (text: string, frame: Frame, unread: readonly string[]): boolean =>
  isOfRecords(frame) && (unread.length > 0 || summing.test(text.toLowerCase()));

/** Puts a later question behind an earlier one. It changes the parts that it names. */
export function merged(before: Frame, after: Frame): Frame {
  const conditions = [
    ...before.conditions.filter((one) => !after.conditions.some((other) => replaces(other, one))),
    ...after.conditions,
  ];
  const { unread, isVerbLeft, score, subject } = after;
  const isRanked = after.groups.length > 0 || after.ask !== 'list';
  if (!after.isAsked)
    return {
      ...before,
      conditions,
      part: before.part.filter((one) => conditions.includes(one)),
      groups: after.groups.length > 0 ? after.groups : before.groups,
      ...(after.groups.length > 0 && {
        ask: before.ask === 'list' ? ('count' as const) : before.ask,
        target: undefined,
        order: undefined,
      }),
      unread,
      isVerbLeft,
      score,
      subject,
    };
  return {
    ...after,
    conditions,
    measure: after.measure ?? (isRanked && after.ask === 'figure' ? before.measure : undefined),
    groups:
      after.groups.length > 0
        ? after.groups
        : /list|value/u.test(after.ask)
          ? []
          : before.ask === after.ask
            ? before.groups
            : [],
  };
}

/** A time replaces a time, and a value or a flag another of its field. */
const replaces = (after: Condition, before: Condition): boolean =>
  after.field === before.field && (after.kind === 'time') === (before.kind === 'time');
