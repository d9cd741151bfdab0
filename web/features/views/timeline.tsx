import { useNavigate, useSearch } from '@tanstack/react-router';
import { withChanges } from '../../views/changed.ts';
import { Records } from './records.tsx';
import { useMoving } from './use-moving.tsx';
import type { Viewing } from './viewing.ts';
import { TimelineView } from '../../views/timeline/timeline-view.tsx';

/** Records on a time axis. How close one looks is in the address. */
export function Timeline({ viewing, definition }: Viewing<'timeline'>) {
  const { zoom } = useSearch({ strict: false }) as { zoom?: string };
  const navigate = useNavigate();
  const setZoom = (next: string) =>
    void navigate({
      to: '.',
      search: (present: object) => ({ ...present, zoom: next }),
      replace: true,
      resetScroll: false,
    });
  const { changes, move, clash } = useMoving(viewing);
  return (
    <>
      <Records viewing={viewing}>
        {(data) => (
          <TimelineView
            {...{ definition, zoom, setZoom, move }}
            data={withChanges(data, changes)}
            fields={viewing.fields}
          />
        )}
      </Records>
      {clash}
    </>
  );
}
