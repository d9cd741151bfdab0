import { withChanges } from '../../views/changed.ts';
import type { DefinitionOf, ViewedRecord } from '../../views/props.ts';
import { TimelineView } from '../../views/timeline/timeline-view.tsx';
import { Foot } from './foot.tsx';
import { useData } from './use-data.ts';
import { useEdits } from './use-edits.tsx';
import type { ContentProps } from './view-answer.ts';

type TimelineProps = ContentProps & { readonly definition: DefinitionOf<'timeline'> };

/** Records on a time axis. */
export function Timeline({ first, filters, isWhole, definition }: TimelineProps) {
  const reading = useData({ first, filters, isRead: isWhole });
  const edits = useEdits(first);
  const move = (record: ViewedRecord, values: Record<string, unknown>) =>
    edits.change(record, values, `“${record.title}” is moved.`);
  return (
    <>
      <TimelineView
        definition={definition}
        fields={first.dataSet.fields}
        data={withChanges(reading.data, edits.changes)}
        move={edits.canMove ? move : undefined}
      />
      <Foot reading={reading} />
      {edits.clash}
    </>
  );
}
