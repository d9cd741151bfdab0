import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import type { Context } from '../operation/context.ts';
import { type Followed, nextEvents, type Noted } from './activity-page-sql.ts';
import { type ColumnFilters, leftIn, passedIn } from './activity-passed-sql.ts';

/** Some of the next events, in order. */
interface Stretch {
  readonly noted: readonly Noted[];
  /** The number of the last event looked at. */
  readonly place: number;
  readonly isEnd: boolean;
}

/** The events behind a place. The next call may look at more of them. */
export type NextStretch = (place: number) => Promise<Stretch>;

/** All events that the reader sees. */
export function allStretches(db: Db, context: Context, followed: Followed): NextStretch {
  let most: number = limits.activityStretch;
  return async (place) => {
    const found = await nextEvents(db, context, { ...followed, after: place, most });
    const isEnd = found.length < most;
    most = Math.min(2 * most, limits.activityStretchMost);
    return { ...upTo(place, isEnd ? found : withoutLast(found)), isEnd };
  };
}

/** The events that the filters may leave. Others cost little, because only their columns are read. */
export function filteredStretches(db: Db, context: Context, followed: Followed, filters: ColumnFilters): NextStretch {
  const { channelId, isBackward } = followed;
  let width: number = limits.activityStretch;
  return async (place) => {
    const [next] = await nextEvents(db, context, { ...followed, after: place, most: 1 });
    if (!next) return { noted: [], place, isEnd: true };
    for (;;) {
      const range = { channelId, ...rangeFrom(next.key, width, isBackward) };
      const { count, first, last } = await passedIn(db, context, range);
      const isTooWide = count > limits.activityPassed && width > 1;
      width = isTooWide ? Math.ceil(width / 2) : Math.min(2 * width, widest);
      if (isTooWide) continue;
      const left = await leftIn(db, context, { ...range, ...filters, above: first - 1, upTo: last });
      return { ...someOf(inOrder(left, isBackward), isBackward ? first : last), isEnd: false };
    }
  };
}

/** The most numbers of a range. Most of them may be of events that the reader does not see. */
const widest = 2 ** 31;

/** The range of a width that begins with a number. */
const rangeFrom = (number: number, width: number, isBackward: true | undefined) =>
  isBackward ? { above: number - width, upTo: number } : { above: number - 1, upTo: number - 1 + width };

const inOrder = (noted: readonly Noted[], isBackward: true | undefined): Noted[] =>
  noted.toSorted((one, other) => (isBackward ? other.key - one.key : one.key - other.key));

/** As many as one statement reads, or all up to a place. */
function someOf(noted: readonly Noted[], place: number): Omit<Stretch, 'isEnd'> {
  if (noted.length <= limits.activityStretch) return { noted, place };
  return upTo(place, withoutLast(noted.slice(0, limits.activityStretch)));
}

const upTo = (place: number, noted: readonly Noted[]) => ({ noted, place: noted.at(-1)?.key ?? place });

/** Without the last event, some of whose audiences may come in the next stretch. An event has fewer than a stretch. */
const withoutLast = (found: readonly Noted[]): readonly Noted[] => found.filter(({ key }) => key !== found.at(-1)!.key);
