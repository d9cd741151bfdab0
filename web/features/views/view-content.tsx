import type { ViewDefinition } from '../../../schemas/views.ts';
import { Empty } from '../../ui/states.tsx';
import { later } from '../../ui/later.tsx';
import type { Seen } from './viewing.ts';

const Board = later(async () => (await import('./board.tsx')).Board, 'the View');
const Calendar = later(async () => (await import('./calendar.tsx')).Calendar, 'the View');
const Dashboard = later(async () => (await import('./dashboard.tsx')).Dashboard, 'the View');
const PivotTable = later(async () => (await import('./pivot-table.tsx')).PivotTable, 'the View');
const Table = later(async () => (await import('./table.tsx')).Table, 'the View');
const Timeline = later(async () => (await import('./timeline.tsx')).Timeline, 'the View');

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
