import { resourcePath } from '../../../schemas/urls.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import type { Shown } from './desk.ts';
import { Maker, Notice } from './notice.tsx';
import styles from './writing.module.css';

/** Says that the text has changed under the writer's hands, and how to take that back. */
export default function Joined({
  of: { theirs, from, undo },
  isSaved,
}: {
  of: NonNullable<Shown['joined']>;
  isSaved: boolean;
}) {
  const changes = new URLSearchParams({ tab: 'history', version: theirs.versionId, compare: from });
  return (
    <Notice>
      <p role="status">
        <Maker of={theirs} /> saved version {theirs.versionNumber}, <Time at={theirs.updatedAt} />. It fits, so{' '}
        {isSaved ? 'what you saved has both.' : 'your text has it now.'}
      </p>
      <span className={styles.ways}>
        <Link to={`${resourcePath('artifact', theirs.id)}?${changes.toString()}`} target="_blank">
          See what changed
        </Link>
        <Button onClick={undo}>Undo</Button>
      </span>
    </Notice>
  );
}
