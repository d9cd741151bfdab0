import { useMemo } from 'react';
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
import { type ContentProps, definitionOf } from './view-answer.ts';

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
