import type { Frame } from '../free/frame.ts';

/** Whether a reading by rules is of a kind that no shape has. */
export const isSpecial = ({ duration, weekday, compared, isNever }: Frame): boolean =>
  duration !== undefined || weekday !== undefined || compared !== undefined || isNever;

/** Describes a reading by rules. */
export function freeFeatures({
  ask,
  figure,
  measure,
  order,
  groups,
  isPlain,
  isVerbLeft,
  unread,
  conditions,
  having,
  compared,
  versus,
  duration,
  isNever,
  weekday,
  period,
  target,
}: Frame): string[] {
  const kind = duration
    ? 'duration'
    : weekday
      ? 'weekday'
      : compared
        ? 'difference'
        : isNever
          ? 'never'
          : having
            ? 'having'
            : period
              ? 'period'
              : order
                ? 'order'
                : groups.length > 0
                  ? 'groups'
                  : ask;
  const left = `${Math.min(3, unread.length)}${isVerbLeft ? ' verb' : ''}`;
  return [
    'is free',
    `free ${kind}`,
    `free plain ${isPlain}`,
    `free plain ${isPlain} left ${left}`,
    `free left ${left}`,
    `free ${kind} plain ${isPlain}`,
    `free ${kind} left ${left}`,
    `free under ${Math.min(3, conditions.length)} ${ask}`,
    `free ${figure ?? ''} ${measure !== undefined} ${target !== undefined}`,
    ...(versus === undefined ? [] : ['free versus']),
  ];
}
