import type { ReactNode } from 'react';
import { useMe } from '../../data/queries.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { Person } from '../../ui/person.tsx';
import styles from './writing.module.css';

export const Notice = ({ isRefusal, children }: { isRefusal?: boolean; children: ReactNode }) => (
  <div
    className={isRefusal ? `${styles.notice} ${styles.danger}` : styles.notice}
    role={isRefusal ? 'alert' : undefined}
  >
    {children}
  </div>
);

/** Names the maker of a version, and through what it came. */
export function Maker({ of: { updatedBy, via } }: { of: Artifact }) {
  const isMe = useMe()?.userId === updatedBy.id && via.agent === undefined && via.interface === 'app';
  return isMe ? 'You, in another tab,' : <Person person={updatedBy} via={via} />;
}
