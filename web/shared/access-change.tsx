import { useQuery } from '@tanstack/react-query';
import type { AccessChange } from '../../schemas/access-preview.ts';
import type { Workspace } from '../../src/sdk/index.ts';
import { workspace } from '../data/client.ts';
import { Answer } from './answer.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './access-change.module.css';

type Asked = Parameters<Workspace['accessPreview']['get']>[0];

/** Who would gain or lose access by a change, by name, before it is made. */
export function AccessPreview({ asked }: { asked: Asked }) {
  const preview = useQuery({
    queryKey: ['access', JSON.stringify(asked)],
    queryFn: ({ signal }) => workspace.accessPreview.get(asked, { signal }),
    staleTime: 0,
  });
  return (
    <div className={styles.preview} role="status">
      {preview.isError && <p>Who gains or loses access by this is unknown.</p>}
      <Answer of={preview} what="who gains or loses access">
        {(changes) => <AccessChanges {...changes} />}
      </Answer>
    </div>
  );
}

interface AccessChangesProps {
  readonly gains: AccessChange;
  readonly loses: AccessChange;
}

/** Who gains or loses access, by name. */
export const AccessChanges = ({ gains, loses }: AccessChangesProps) => (
  <>
    {gains.count === 0 && loses.count === 0 && <p>Nobody gains or loses access by this.</p>}
    <Change change={gains} one="person gains access" many="people gain access" />
    <Change change={loses} one="person loses access" many="people lose access" />
  </>
);

function Change({ change: { count, people }, one, many }: { change: AccessChange; one: string; many: string }) {
  if (count === 0) return null;
  const others = count - people.length;
  return (
    <p>
      <strong>
        {count.toLocaleString()} {count === 1 ? one : many}:
      </strong>{' '}
      <Shown text={people.map(({ name }) => name).join(', ')} />
      {others > 0 && ` and ${others.toLocaleString()} more`}
    </p>
  );
}
