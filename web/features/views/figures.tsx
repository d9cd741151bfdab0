import { lazy } from 'react';
import { Answer } from '../../shared/answer.tsx';
import { PivotFoot } from '../../views/pivot-table/pivot-foot.tsx';
import { NoRecords } from './records.tsx';
import { useFiguresOf } from './view-data.ts';
import type { Viewing } from './viewing.ts';

const DashboardView = lazy(async () => ({
  default: (await import('../../views/dashboard/dashboard-view.tsx')).DashboardView,
}));
const PivotTableView = lazy(async () => ({
  default: (await import('../../views/pivot-table/pivot-table-view.tsx')).PivotTableView,
}));

/** A View of figures. They are computed anew each time. */
export function Figures({ viewing, definition }: Viewing<'dashboard' | 'pivot_table'>) {
  const figures = useFiguresOf(viewing);
  const { fields, Drill, temporary } = viewing;
  return (
    <Answer of={figures} what="the figures">
      {(data) =>
        definition.renderer === 'dashboard' ? (
          <DashboardView {...{ definition, data, fields, Drill }} />
        ) : (
          <>
            {data.rows?.length === 0 ? (
              <NoRecords isFiltered={temporary.length > 0} />
            ) : (
              <PivotTableView {...{ definition, data, fields, Drill }} />
            )}
            <PivotFoot data={data} />
          </>
        )
      }
    </Answer>
  );
}
