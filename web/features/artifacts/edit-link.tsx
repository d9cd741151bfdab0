import { useMayEdit } from '../../shared/artifacts/may-edit.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { resourcePath } from '../../../schemas/urls.ts';

/** The pages that edit, by the kind of artifact. */
const parts = { markdown: 'edit', csv: 'cells' } as const;

/** Leads to where the artifact is changed, if the person may. The key `e` follows it. */
export function EditLink({ artifact }: { artifact: Artifact }) {
  const mayEdit = useMayEdit(artifact);
  if (!mayEdit) return null;
  return (
    <ButtonLink icon="edit" to={`${resourcePath('artifact', artifact.id)}/${parts[artifact.kind]}`} data-edit>
      Edit
    </ButtonLink>
  );
}
