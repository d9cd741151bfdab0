import type { Said } from '../../data/said.ts';
import type { Shown } from './desk.ts';

interface StatusProps {
  readonly shown: Shown;
  readonly entry: Said | undefined;
}

/** Tells what became of the text, to screen readers too. */
export const Status = ({ shown, entry }: StatusProps) => <span role="status">{wordsOf(shown, entry)}</span>;

function wordsOf({ base, isChanged, savedAt, refusal, isUnkept, wantsMore, conflict }: Shown, entry: Said | undefined) {
  const version = base.versionNumber === undefined ? '' : `version ${base.versionNumber}`;
  if (entry?.state === 'sending') return wantsMore ? 'Saving, then once more …' : 'Saving …';
  if (entry?.state === 'queued')
    return `Queued: it is saved as soon as the workspace can be reached.${wantsMore ? ' What you wrote since follows it.' : ''}`;
  if (isUnkept) return 'This browser keeps no draft. Save before you leave.';
  if (conflict || refusal !== undefined) return 'Not saved. The draft is kept in this browser.';
  if (isChanged) return 'Not saved yet. The draft is kept in this browser.';
  if (savedAt !== undefined) return `Saved as ${version} at ${clockOf(savedAt)}.`;
  return version === '' ? 'Nothing written yet.' : `You read ${version}. Nothing is changed yet.`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A time of today by the clock; an earlier one with its day. */
export function clockOf(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock.format(time) : `${clock.format(time)} on ${day.format(time)}`;
}
