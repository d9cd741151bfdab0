import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type ProblemExtras, WorkspaceError } from '../../../src/sdk/index.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';

/** A change that came between reading and restoring. */
export interface Conflict {
  readonly version: Version;
  readonly current: NonNullable<ProblemExtras['current']>;
  readonly changes: string | undefined;
  readonly restoreAnyway: () => void;
}

type Standing = Pick<Artifact, 'id' | 'versionId' | 'versionNumber'>;

/** Makes an older version the current one, as a new version. */
export function useRestore(artifact: Standing) {
  const [conflict, setConflict] = useState<Conflict>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ version, expected }: { version: Version; expected: string }) =>
      workspace.artifacts.restore({
        artifactId: artifact.id,
        versionId: version.versionId,
        expectedVersionId: expected,
      }),
    onSuccess: ({ artifact: restored }, { version, expected }) => {
      setConflict(undefined);
      tell(`Version ${version.versionNumber} stands again, as version ${restored.versionNumber}.`, {
        label: 'Undo',
        run: () => void undo(restored, expected),
      });
    },
    onError: (error, { version }) => {
      const { current, changes } = error instanceof WorkspaceError ? error.extras : {};
      if (current?.versionId === undefined) return tell(sentenceOf(error));
      const expected = current.versionId;
      setConflict({ version, current, changes, restoreAnyway: () => mutate({ version, expected }) });
    },
    onSettled: () => refresh(artifact.id),
  });
  return {
    restore: useCallback(
      (version: Version) => mutate({ version, expected: artifact.versionId }),
      [mutate, artifact.versionId],
    ),
    isBusy: isPending,
    conflict,
    leave: () => setConflict(undefined),
  };
}

/** Brings back what stood before, unless somebody changed it since. */
async function undo(restored: Standing, before: string): Promise<void> {
  try {
    const { artifact } = await workspace.artifacts.restore({
      artifactId: restored.id,
      versionId: before,
      expectedVersionId: restored.versionId,
    });
    tell(`Undone, as version ${artifact.versionNumber}.`);
  } catch (error) {
    tell(sentenceOf(error));
  }
  refresh(restored.id);
}

function refresh(artifactId: string): void {
  void cache.invalidateQueries({ queryKey: ['artifact', artifactId] });
  void cache.invalidateQueries({ queryKey: ['artifacts'] });
}
