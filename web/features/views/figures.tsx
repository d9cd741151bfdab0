import { lazy } from 'react';
import { Answer } from '../../shared/answer.tsx';
import { groupsWords } from '../../views/completeness-words.ts';
import type { ViewData } from '../../views/props.ts';
import { NoRecords } from './records.tsx';
import { useFiguresOf } from './view-data.ts';
import type { Viewing } from './viewing.ts';
import styles from './view-page.module.css';

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

/** Whether a pivot table has all rows, and which records its periods do not show. */
function PivotFoot({ data: { completeness, leftOut } }: { data: ViewData }) {
  const { before = 0, after = 0, empty = 0 } = leftOut ?? {};
  const outside = [
    ...(before > 0 ? [`${before} before`] : []),
    ...(after > 0 ? [`${after} after`] : []),
    ...(empty > 0 ? [`${empty} without a date`] : []),
  ];
  return (
    <p className={styles.foot}>
      {completeness && `${groupsWords(completeness)}. `}
      {outside.length > 0 && `Records outside these periods: ${outside.join(', ')}.`}
    </p>
  );
}
