import { useMayEdit } from '../../shared/artifacts/may-edit.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { resourcePath } from '../../../schemas/urls.ts';

/** Leads to where the artifact is changed, if the person may. The key `e` follows it. */
export function EditLink({ artifact }: { artifact: Artifact }) {
  const mayEdit = useMayEdit(artifact);
  if (!mayEdit || artifact.kind !== 'markdown') return null;
  return (
    <ButtonLink icon="edit" to={`${resourcePath('artifact', artifact.id)}/edit`} data-edit>
      Edit
    </ButtonLink>
  );
}
