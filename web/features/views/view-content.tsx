import type { ViewDefinition } from '../../../schemas/views.ts';
import { Empty } from '../../ui/states.tsx';
import { later } from '../../ui/later.tsx';
import { Board } from './board.tsx';
import { Calendar } from './calendar.tsx';
import { Dashboard } from './dashboard.tsx';
import { PivotTable } from './pivot-table.tsx';
import { Timeline } from './timeline.tsx';
import type { Seen } from './viewing.ts';

const Table = later(async () => (await import('./table.tsx')).Table);

/** A View by its renderer. */
export function ViewContent({ viewing }: { viewing: Seen }) {
  // The service answers definitions as they were saved, and saves none that is not one of these.
  const definition = viewing.view.definition as ViewDefinition;
  switch (definition.renderer) {
    case 'table':
      return <Table {...viewing} definition={definition} filters={viewing.temporary} />;
    case 'board':
      return <Board viewing={viewing} definition={definition} />;
    case 'calendar':
      return <Calendar viewing={viewing} definition={definition} />;
    case 'timeline':
      return <Timeline viewing={viewing} definition={definition} />;
    case 'dashboard':
      return <Dashboard viewing={viewing} definition={definition} />;
    case 'pivot_table':
      return <PivotTable viewing={viewing} definition={definition} />;
    default:
      return <Empty title="This View is of a kind that this page does not know. Reload the page." />;
  }
}
