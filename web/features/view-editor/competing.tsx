import { useQuery } from '@tanstack/react-query';
import type { View } from '../../../schemas/views.ts';
import { workspace } from '../../data/client.ts';
import { Diff } from '../../read/diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './view-editor.module.css';

interface CompetingProps {
  readonly base: View;
  readonly current: View;
  readonly takeTheirs: () => void;
}

/** Somebody saved the View meanwhile: who, and what changed. Theirs is never overwritten. */
export function Competing({ base, current, takeTheirs }: CompetingProps) {
  const { channelId, id: viewId, currentVersionId: from } = base;
  const { data } = useQuery({
    queryKey: ['view', viewId, 'diff', from, current.currentVersionId],
    queryFn: ({ signal }) =>
      workspace.views.diff({ channelId, viewId, from, to: current.currentVersionId }, { signal }),
  });
  return (
    <section className={styles.competing} aria-label="A newer version" role="alert">
      <p>
        <Person person={current.updatedBy} via={current.via} /> saved version {current.versionNumber} of this View{' '}
        <Time at={current.updatedAt} />. It stays. Yours below can be saved as a new View.
      </p>
      {data && <Diff diff={data.diff} />}
      <Buttons>
        <Button look="primary" onClick={takeTheirs}>
          Go on from theirs
        </Button>
      </Buttons>
    </section>
  );
}
