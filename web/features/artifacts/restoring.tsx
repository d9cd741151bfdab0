import type { ReactNode } from 'react';
import { Diff } from '../../read/diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './artifact.module.css';
import type { Artifact, Version } from './queries.ts';
import { useRestore } from './use-restore.ts';

interface RestoringProps {
  readonly artifact: Pick<Artifact, 'id' | 'versionId' | 'versionNumber'>;
  readonly children: (restore: (version: Version) => void, isBusy: boolean) => ReactNode;
}

/** A control that restores a version. When somebody changed the text meanwhile, it says what and asks. */
export function Restoring({ artifact, children }: RestoringProps) {
  const { restore, isBusy, conflict, leave } = useRestore(artifact);
  return (
    <>
      {children(restore, isBusy)}
      {conflict && (
        <Dialog title="It changed meanwhile" open onOpenChange={(open) => !open && leave()}>
          <p className={styles.told}>
            <Person person={conflict.current.updatedBy} via={conflict.current.via} /> made version{' '}
            {conflict.current.versionNumber}, <Time at={conflict.current.updatedAt} />. Nothing was restored.
          </p>
          {conflict.changes && (
            <div className={styles.competing}>
              <Diff diff={conflict.changes} />
            </div>
          )}
          <Buttons>
            <Button onClick={leave}>Leave version {conflict.current.versionNumber}</Button>
            <Button look="primary" onClick={conflict.restoreAnyway}>
              Restore version {conflict.version.versionNumber} all the same
            </Button>
          </Buttons>
        </Dialog>
      )}
    </>
  );
}
