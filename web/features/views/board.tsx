import { lazy } from 'react';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';
import { sentenceOf } from '../../data/problems.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { BoardActions } from '../../views/board/board-view.tsx';
import { withChanges } from '../../views/changed.ts';
import { ClashDialog } from './clash-dialog.tsx';
import { Records } from './records.tsx';
import type { Viewing } from './viewing.ts';
import { useChanges } from './use-changes.ts';

const BoardView = lazy(async () => ({ default: (await import('../../views/board/board-view.tsx')).BoardView }));

/** A board whose cards people move, and to whose columns they add. */
export function Board({ viewing, definition }: Viewing<'board'>) {
  const { view, channelId, fields, mayWrite, Drill } = viewing;
  const { changes, change, clashes, settle } = useChanges(viewing);
  const actions: BoardActions = {
    move: (record, values, to) => change(record, values, `“${record.title}” is in ${to.label} now.`),
    add: (title, values) => addRecord(channelId, view.objectTypeId, title, values),
  };
  return (
    <>
      <Records viewing={viewing}>
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
      <ClashDialog {...{ channelId, fields, clashes, settle }} />
    </>
  );
}

async function addRecord(
  channelId: string,
  objectTypeId: string,
  title: string,
  values: Record<string, unknown>,
): Promise<string | undefined> {
  try {
    await underKey(workspace.records.create, { channelId, objectTypeId, title, values });
  } catch (error) {
    const mistakes = error instanceof WorkspaceError ? (error.extras.errors ?? []) : [];
    return mistakes.length > 0
      ? mistakes.map(({ path, message }) => `${path.split('/').at(-1)} ${message}`).join('; ')
      : sentenceOf(error);
  }
  await cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] });
  return undefined;
}
