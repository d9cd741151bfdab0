import { fieldNamed } from '../../fields/words.ts';
import { newCard } from '../../shared/records/new-card.ts';
import { BoardView } from '../../views/board/board-view.tsx';
import { withChanges } from '../../views/changed.ts';
import type { DefinitionOf, DrillLink } from '../../views/props.ts';
import { Foot } from './foot.tsx';
import { useData } from './use-data.ts';
import { useEdits } from './use-edits.tsx';
import type { ContentProps } from './view-answer.ts';

interface BoardProps extends ContentProps {
  readonly definition: DefinitionOf<'board'>;
  readonly Drill: DrillLink;
}

/** Cards in their columns. They are moved and added as on the page of the View. */
export function Board({ first, filters, isWhole, definition, Drill }: BoardProps) {
  const reading = useData({ first, filters, isRead: isWhole });
  const edits = useEdits(first);
  const { channel, view, dataSet } = first;
  const { fields } = dataSet;
  return (
    <>
      <BoardView
        {...{ definition, fields, Drill }}
        data={withChanges(reading.data, edits.changes, fieldNamed(fields, definition.groupByFieldKey)?.key)}
        actions={
          edits.canMove
            ? {
                move: (record, values, to) => edits.change(record, values, `“${record.title}” is in ${to.label} now.`),
                add: (title, values) =>
                  newCard({ channelId: channel.id, objectTypeId: view.objectTypeId, title, values }),
              }
            : undefined
        }
      />
      <Foot reading={reading} />
      {edits.clash}
    </>
  );
}
