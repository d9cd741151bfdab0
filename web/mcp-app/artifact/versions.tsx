import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import type { ShortVersion } from './artifact-answer.ts';
import styles from './artifact-app.module.css';

/** The newest versions: who made them, and when. */
export const Versions = ({ versions }: { versions: readonly ShortVersion[] }) => (
  <ol className={styles.versions} reversed>
    {versions.map(({ versionId, versionNumber, title, createdAt, createdBy }) => (
      <li key={versionId} value={versionNumber}>
        <strong>
          <Shown text={title} />
        </strong>
        <span>
          <Shown text={createdBy} />, <Time at={createdAt} />
        </span>
      </li>
    ))}
  </ol>
);
