import { lazy, Suspense } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import { Empty, Waiting } from '../../ui/states.tsx';
import { Calendar } from './calendar.tsx';
import { Figures } from './figures.tsx';
import { Records } from './records.tsx';
import { Timeline } from './timeline.tsx';

const Table = lazy(async () => ({ default: (await import('./table.tsx')).Table }));
const BoardView = lazy(async () => ({ default: (await import('../../views/board/board-view.tsx')).BoardView }));

interface ViewContentProps {
  readonly view: View;
  readonly channelId: string;
  readonly fields: readonly Field[];
}

/** A View by its renderer. */
export const ViewContent = (props: ViewContentProps) => (
  <Suspense fallback={<Waiting what="the View" />}>
    <Rendered {...props} />
  </Suspense>
);

function Rendered({ view, channelId, fields }: ViewContentProps) {
  // The service answers definitions as they were saved, and saves none that is not one of these.
  const definition = view.definition as ViewDefinition;
  switch (definition.renderer) {
    case 'table':
      return <Table view={view} definition={definition} channelId={channelId} />;
    case 'board':
      return (
        <Records view={view} channelId={channelId}>
          {(data) => <BoardView definition={definition} data={data} fields={fields} />}
        </Records>
      );
    case 'calendar':
      return <Calendar view={view} definition={definition} channelId={channelId} fields={fields} />;
    case 'timeline':
      return <Timeline view={view} definition={definition} channelId={channelId} fields={fields} />;
    case 'dashboard':
    case 'pivot_table':
      return <Figures view={view} definition={definition} channelId={channelId} fields={fields} />;
    default:
      return <Empty title="This View is of a kind that this page does not know. Reload the page." />;
  }
}
