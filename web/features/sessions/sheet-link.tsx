import { useQuery } from '@tanstack/react-query';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { readReference } from '../../shared/references.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';

/** Stands in place of a source that cannot be read. */
export const notThere = 'something that is gone, or not shared with you.';

/** The sheet or file whose rows a query counts, if it is none of a Data Set. */
export function SheetLink({ typed: { artifactId, fileId } }: { typed: TypedQuery }) {
  const [type, id] = artifactId === undefined ? (['file', fileId] as const) : (['artifact', artifactId] as const);
  const { data, isError } = useQuery({
    queryKey: [type, id, 'reference'],
    queryFn: ({ signal }) => readReference[type]({ id: id!, signal }),
    enabled: id !== undefined,
  });
  if (!data) return isError ? notThere : null;
  return (
    <>
      <Icon name={data.icon} size={14} />{' '}
      <Link to={data.url}>
        <Shown text={data.title} />
      </Link>
    </>
  );
}
