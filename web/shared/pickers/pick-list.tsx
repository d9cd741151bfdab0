import { lazy, Suspense } from 'react';
import type { PickListProps } from '../../fields/around.ts';
import { Waiting } from '../../ui/states.tsx';

const PickIn = lazy(async () => ({ default: (await import('./pick-in.tsx')).PickIn }));

/** The list to pick from, with new content placed in a channel. Its code comes when somebody picks. */
export const pickListIn = (channel: string) =>
  function PickList(props: PickListProps) {
    return (
      <Suspense fallback={<Waiting what="the list" />}>
        <PickIn {...props} channelId={channel} />
      </Suspense>
    );
  };
