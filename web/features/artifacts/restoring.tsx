import { createContext, type ReactNode, use, useMemo } from 'react';
import { Diff } from '../../read/diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './artifact.module.css';
import { useMayEdit } from '../../shared/artifacts/may-edit.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';
import { type Conflict, useRestore } from './use-restore.ts';

interface Restore {
  readonly restore: (version: Version) => void;
  readonly isBusy: boolean;
}

/** Nothing where the person may not restore. */
const RestoreContext = createContext<Restore | undefined>(undefined);

/** A page whose parts offer to restore versions. When somebody changed the text meanwhile, it says what and asks. */
export function Restoring({ artifact, children }: { artifact: Artifact; children: ReactNode }) {
  const mayEdit = useMayEdit(artifact);
  const { restore, isBusy, conflict, leave } = useRestore(artifact);
  const offered = useMemo(() => (mayEdit ? { restore, isBusy } : undefined), [mayEdit, restore, isBusy]);
  return (
    <RestoreContext value={offered}>
      {children}
      {conflict && <Competing conflict={conflict} leave={leave} />}
    </RestoreContext>
  );
}

interface RestoreButtonProps {
  readonly version: Version;
  readonly look?: 'plain' | 'quiet';
  /** Words in place of "Restore version 3". */
  readonly children?: ReactNode;
}

/** Restores a version, if the person may. */
export function RestoreButton({ version, look = 'plain', children }: RestoreButtonProps) {
  const offered = use(RestoreContext);
  if (!offered) return null;
  return (
    <Button look={look} icon="history" disabled={offered.isBusy} onClick={() => offered.restore(version)}>
      {children ?? `Restore version ${version.versionNumber}`}
    </Button>
  );
}

function Competing({ conflict, leave }: { conflict: Conflict; leave: () => void }) {
  const { version, current, changes, restoreAnyway } = conflict;
  return (
    <Dialog title="It changed meanwhile" open onOpenChange={(open) => !open && leave()}>
      <p className={styles.told}>
        <Person person={current.updatedBy} via={current.via} /> made version {current.versionNumber},{' '}
        <Time at={current.updatedAt} />. Nothing was restored.
      </p>
      {changes && (
        <div className={styles.competing}>
          <Diff diff={changes} />
        </div>
      )}
      <Buttons>
        <Button onClick={leave}>Leave version {current.versionNumber}</Button>
        <Button look="primary" onClick={restoreAnyway}>
          Restore version {version.versionNumber} all the same
        </Button>
      </Buttons>
    </Dialog>
  );
}
