import { fieldNamed } from '../../fields/words.ts';
import { newCard } from '../../shared/records/new-card.ts';
import { useChanges } from '../../shared/records/use-changes.ts';
import type { BoardActions } from '../../views/board/board-view.tsx';
import { withChanges } from '../../views/changed.ts';
import { Clashes } from './clashes.tsx';
import { Records } from './records.tsx';
import type { Viewing } from './viewing.ts';
import { BoardView } from '../../views/board/board-view.tsx';

/** A board whose cards people move, and to whose columns they add. */
export function Board({ viewing, definition }: Viewing<'board'>) {
  const { view, channelId, fields, mayWrite, Drill } = viewing;
  const { changes, change, clashes, settle } = useChanges(viewing);
  const actions: BoardActions = {
    move: (record, values, to) => change(record, values, `“${record.title}” is in ${to.label} now.`),
    add: (title, values) => newCard({ channelId, objectTypeId: view.objectTypeId, title, values }),
  };
  return (
    <>
      <Records viewing={viewing} isShownEmpty>
        {(data) => (
          <BoardView
            definition={definition}
            data={withChanges(data, changes, fieldNamed(fields, definition.groupByFieldKey)?.key)}
            fields={fields}
            actions={mayWrite ? actions : undefined}
            Drill={Drill}
          />
        )}
      </Records>
      <Clashes {...{ channelId, fields, clashes, settle }} />
    </>
  );
}
