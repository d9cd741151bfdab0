import { Answer } from '../../shared/answer.tsx';
import { PivotFoot } from '../../views/pivot-table/pivot-foot.tsx';
import { NoRecords } from './records.tsx';
import type { ViewData } from '../../views/props.ts';
import { useFiguresOf } from './view-data.ts';
import type { Viewing } from './viewing.ts';
import { PivotTableView } from '../../views/pivot-table/pivot-table-view.tsx';

const isAnyLeftOut = ({ leftOut }: ViewData): boolean => Object.values(leftOut ?? {}).some((count) => count > 0);

/** A pivot table, computed anew each time. */
export function PivotTable({ viewing, definition }: Viewing<'pivot_table'>) {
  const figures = useFiguresOf(viewing);
  const { fields, Drill, temporary } = viewing;
  return (
    <Answer of={figures} what="the figures">
      {(data) => (
        <>
          {data.rows?.length === 0 ? (
            <NoRecords isFiltered={temporary.length > 0} isOutside={isAnyLeftOut(data)} />
          ) : (
            <PivotTableView {...{ definition, data, fields, Drill }} />
          )}
          <PivotFoot data={data} />
        </>
      )}
    </Answer>
  );
}
