import { useConnection } from '../../data/connection.ts';
import type { OutboxEntry } from '../../data/outbox-entry.ts';
import type { Shown } from './desk.ts';

interface StatusProps {
  readonly shown: Shown;
  readonly entry: OutboxEntry | undefined;
  /** The words of a new document while it is empty. */
  readonly empty?: string | undefined;
}

/** Tells what became of the text, to screen readers too. */
export function Status(properties: StatusProps) {
  const isLost = useConnection() === 'lost';
  return <span role="status">{wordsOf(properties, isLost)}</span>;
}

function wordsOf({ shown, entry, empty }: StatusProps, isLost: boolean): string {
  const { base, isChanged, savedAt, refusal, isUnkept, wantsMore, conflict } = shown;
  const version = `version ${base.versionNumber}`;
  if (entry?.state === 'sending' || entry?.state === 'queued') {
    const since = wantsMore ? ' What you wrote since follows it.' : '';
    return (isLost ? 'Queued: it is saved as soon as the workspace can be reached.' : 'Saving …') + since;
  }
  if (isUnkept) return 'This browser keeps no draft. Save before you leave.';
  if (conflict || refusal !== undefined) return 'Not saved. The draft is kept in this browser.';
  if (isChanged) return 'Not saved yet. The draft is kept in this browser.';
  if (savedAt !== undefined) return `Saved as ${version} at ${clockOf(savedAt)}.`;
  return empty ?? `You read ${version}. Nothing is changed yet.`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A time of today by the clock; an earlier one with its day. */
export function clockOf(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock.format(time) : `${clock.format(time)} on ${day.format(time)}`;
}
