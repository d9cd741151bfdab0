import { useState } from 'react';
import type { Artifact } from '../../../schemas/artifacts.ts';
import { limits } from '../../../schemas/limits.ts';
import { workspace } from '../../data/client.ts';
import { newKey } from '../../data/keys.ts';
import { mistakeOf, sentenceOf } from '../../data/problems.ts';
import { cache } from '../../data/cache.ts';
import { TextField } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { FormDialog } from '../acts/form-dialog.tsx';
import { useAct } from '../acts/use-act.ts';

interface RenameArtifactProps {
  readonly artifact: Pick<Artifact, 'id' | 'kind' | 'title' | 'versionId'>;
  readonly close: () => void;
}

/** Gives a document or sheet another title, which makes a version. */
export function RenameArtifact({
  artifact: { id: artifactId, kind, title: before, versionId },
  close,
}: RenameArtifactProps) {
  const [title, setTitle] = useState(before);
  const retitle = (expectedVersionId: string, to: string) =>
    workspace.artifacts.update({ artifactId, expectedVersionId, title: to, idempotencyKey: newKey() });
  const undo = async (renamed: string) => {
    try {
      await retitle(renamed, before);
    } catch (error) {
      tell(sentenceOf(error));
    }
    void cache.invalidateQueries({ queryKey: ['artifact', artifactId] });
    void cache.invalidateQueries({ queryKey: ['artifacts'] });
  };
  const rename = useAct({
    act: () => retitle(versionId, title),
    stale: [['artifact', artifactId], ['artifacts']],
    isForm: true,
    done: ({ artifact }) => {
      close();
      tell(`It is called “${artifact.title}” now.`, { label: 'Undo', run: () => void undo(artifact.versionId) });
    },
  });
  return (
    <FormDialog
      title={kind === 'csv' ? 'Rename the sheet' : 'Rename the document'}
      description="A new title is a new version, with the same content."
      verb="Rename"
      of={rename}
      submit={() => rename.mutate(undefined)}
      close={close}
    >
      <TextField
        label="Title"
        value={title}
        required
        maxLength={limits.title}
        onChange={({ target }) => setTitle(target.value)}
        mistake={mistakeOf(rename.error, 'title')}
      />
    </FormDialog>
  );
}
