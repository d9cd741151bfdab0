import { useEffect, useState } from 'react';
import { Answer } from '../../shared/answer.tsx';
import { useFilterValues } from '../../shared/filter-values.ts';
import { Button } from '../../ui/button.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { later } from '../../ui/later.tsx';
import { useArranging } from './use-arranging.ts';
import { useWidgetsOf } from './view-data.ts';
import styles from './view-page.module.css';
import type { Viewing } from './viewing.ts';
import { DashboardView } from '../../views/dashboard/dashboard-view.tsx';

const ArrangedCell = later(async () => (await import('../../views/dashboard/arranged-cell.tsx')).ArrangedCell);

/** Figures that come within this time are shown together, so that none moves another. */
const togetherMs = 250;

function useIsLate(afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLate;
}

/** The widgets of a dashboard. Those of a large Data Set appear one after the other. They are computed anew each time. */
export function Dashboard({ viewing, definition }: Viewing<'dashboard'>) {
  const { view, fields, Drill, temporary, mayChange } = viewing;
  const { isWhole, data: come, ...figures } = useWidgetsOf(viewing, definition);
  const data = useIsLate(togetherMs) || isWhole || figures.error ? come : undefined;
  const arranging = useArranging(view, definition);
  const widgets = mayChange ? arranging.widgets : undefined;
  const own = definition.widgets.flatMap(({ filters = [], metrics = [] }) => [
    ...filters,
    ...metrics.flatMap((metric) => metric.filters ?? []),
  ]);
  const say = useFilterValues([...(definition.filters ?? []), ...temporary, ...own], fields);
  return (
    <>
      {widgets && <Arranging arranging={arranging} />}
      <Answer of={{ ...figures, data }} what="the figures">
        {(data) => (
          <DashboardView
            {...{ data, fields, Drill, temporary, say }}
            definition={widgets ? { ...definition, widgets } : definition}
            arranging={widgets && { Cell: ArrangedCell, set: arranging.set }}
          />
        )}
      </Answer>
    </>
  );
}

/** Says how widgets are arranged, and saves their arrangement. */
function Arranging({ arranging }: { arranging: ReturnType<typeof useArranging> }) {
  const { theirs, isSaving, save, end } = arranging;
  return (
    <div className={styles.arranging} role="group" aria-label="Arrangement">
      <p>Drag a widget to its place, and its corner to its size. Arrows move it, and Shift with arrows sizes it.</p>
      <Button onClick={end}>Cancel</Button>
      <Button look="primary" disabled={isSaving} onClick={save}>
        Save for everybody
      </Button>
      {theirs && (
        <p role="alert">
          <Person person={theirs.updatedBy} via={theirs.via} /> saved version {theirs.versionNumber} of this dashboard{' '}
          <Time at={theirs.updatedAt} />. Nothing of it is lost. Save again to arrange their version like this.
        </p>
      )}
    </div>
  );
}
