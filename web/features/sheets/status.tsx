import { useConnection } from '../../data/connection.ts';
import type { Said } from '../../data/said.ts';
import styles from './sheets.module.css';

interface StatusProps {
  readonly entry: Said | undefined;
  readonly isChanged: boolean;
  readonly isKept: boolean;
  readonly saved: string | undefined;
  readonly refusal: string | undefined;
  /** The words while nothing is changed. */
  readonly rest: string;
}

/** Where the edits are: told to screen readers as soon as it changes. */
export function Status({ entry, isChanged, isKept, saved, refusal, rest }: StatusProps) {
  const isLost = useConnection() === 'lost';
  const words = () => {
    if (entry && isLost) {
      return 'The workspace cannot be reached. Your edits are kept in this browser, and are saved once it is back.';
    }
    if (entry) return 'Saving …';
    if (refusal !== undefined) return `Not saved. ${refusal} Your edits are kept in this browser.`;
    if (!isChanged) return saved ?? rest;
    return isKept
      ? 'Not saved yet. Your edits are kept in this browser.'
      : 'Not saved yet, and this browser keeps nothing.';
  };
  return (
    <span role="status" className={refusal !== undefined && !entry ? styles.refused : undefined}>
      {words()}
    </span>
  );
}
