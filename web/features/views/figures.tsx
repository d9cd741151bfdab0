import { lazy } from 'react';
import { Answer } from '../../shared/answer.tsx';
import { PivotFoot } from '../../views/pivot-table/pivot-foot.tsx';
import { NoRecords } from './records.tsx';
import { useFiguresOf, useWidgetsOf } from './view-data.ts';
import type { Viewing } from './viewing.ts';

const DashboardView = lazy(async () => ({
  default: (await import('../../views/dashboard/dashboard-view.tsx')).DashboardView,
}));
const PivotTableView = lazy(async () => ({
  default: (await import('../../views/pivot-table/pivot-table-view.tsx')).PivotTableView,
}));

/** The widgets of a dashboard, which appear one after the other. They are computed anew each time. */
export function Dashboard({ viewing, definition }: Viewing<'dashboard'>) {
  const figures = useWidgetsOf(viewing, definition);
  const { fields, Drill } = viewing;
  return (
    <Answer of={figures} what="the figures">
      {(data) => <DashboardView {...{ definition, data, fields, Drill }} />}
    </Answer>
  );
}

/** A pivot table, computed anew each time. */
export function PivotTable({ viewing, definition }: Viewing<'pivot_table'>) {
  const figures = useFiguresOf(viewing);
  const { fields, Drill, temporary } = viewing;
  return (
    <Answer of={figures} what="the figures">
      {(data) => (
        <>
          {data.rows?.length === 0 ? (
            <NoRecords isFiltered={temporary.length > 0} />
          ) : (
            <PivotTableView {...{ definition, data, fields, Drill }} />
          )}
          <PivotFoot data={data} />
        </>
      )}
    </Answer>
  );
}
