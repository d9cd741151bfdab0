import { useMemo } from 'react';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { drillTo } from '../../shared/drill.tsx';
import { asQueryFilters } from '../../shared/filters/names.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { DashboardView } from '../../views/dashboard/dashboard-view.tsx';
import { PivotFoot } from '../../views/pivot-table/pivot-foot.tsx';
import { PivotTableView } from '../../views/pivot-table/pivot-table-view.tsx';
import { Board } from './board.tsx';
import { Calendar } from './calendar.tsx';
import { Table } from './table.tsx';
import { Timeline } from './timeline.tsx';
import { definitionOf, type ViewAnswer } from './view-answer.ts';

export interface ContentProps {
  readonly first: ViewAnswer;
  /** Those of the call, in addition to the View's own. */
  readonly filters: ViewFilters;
  /** Whether the call asked for all fields from the first record on. */
  readonly isWhole: boolean;
}

/** The renderer that the View names. */
export function Content(props: ContentProps) {
  const { first, filters } = props;
  const { data, channel, dataSet } = first;
  const { fields } = dataSet;
  const definition = definitionOf(first);
  const Drill = useMemo(() => {
    const path = `${channelPath(channel.slug)}/data-sets/${dataSet.objectType}`;
    return drillTo(path, asQueryFilters([...(definition.filters ?? []), ...filters]));
  }, [channel, dataSet, definition, filters]);
  switch (definition.renderer) {
    case 'table':
      return <Table {...props} definition={definition} />;
    case 'board':
      return <Board {...props} definition={definition} Drill={Drill} />;
    case 'calendar':
      return <Calendar {...props} definition={definition} />;
    case 'timeline':
      return <Timeline {...props} definition={definition} />;
    case 'dashboard':
      return <DashboardView {...{ definition, data, fields, Drill }} />;
    case 'pivot_table':
      return (
        <div>
          <PivotTableView {...{ definition, data, fields, Drill }} />
          <PivotFoot data={data} />
        </div>
      );
  }
}
