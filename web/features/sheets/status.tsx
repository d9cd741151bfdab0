import { useConnection } from '../../data/connection.ts';
import { useMe } from '../../data/queries.ts';
import type { OutboxEntry } from '../../data/outbox-entry.ts';
import { savedByWords } from '../../shared/artifacts/saved-by.tsx';
import styles from './sheets.module.css';
import type { First } from './use-meeting.ts';

interface StatusProps {
  readonly entry: OutboxEntry | undefined;
  /** A version of somebody else that came first. */
  readonly first?: First | undefined;
  /** Whether a cell is open. */
  readonly isTyping?: boolean;
  readonly isChanged: boolean;
  readonly isKept: boolean;
  readonly saved: string | undefined;
  readonly refusal: string | undefined;
  /** The words while nothing is changed. */
  readonly rest: string;
}

/** Where the edits are: told to screen readers as soon as it changes. */
export function Status({ entry, first, isTyping, isChanged, isKept, saved, refusal, rest }: StatusProps) {
  const isLost = useConnection() === 'lost';
  const me = useMe()?.userId;
  const words = () => {
    if (entry && isLost) {
      return 'The workspace cannot be reached. Your edits are kept in this browser, and are saved once it is back.';
    }
    if (entry) return 'Saving …';
    if (refusal !== undefined) return `Not saved. ${refusal} Your edits are kept in this browser.`;
    if (first && !first.clashes && isTyping) {
      return `${savedByWords(first.theirs, me)} first. Leave the cell, and both come together.`;
    }
    if (!isChanged) return saved ?? rest;
    if (first?.clashes) {
      return `Not saved. ${savedByWords(first.theirs, me)} first, with other values in your cells. Your edits are kept in this browser.`;
    }
    return isKept
      ? 'Not saved yet. Your edits are kept in this browser.'
      : 'Not saved yet, and this browser keeps nothing.';
  };
  const isRefused = refusal !== undefined || (first?.clashes === true && isChanged);
  return (
    <span role="status" className={isRefused && !entry ? styles.refused : undefined}>
      {words()}
    </span>
  );
}
