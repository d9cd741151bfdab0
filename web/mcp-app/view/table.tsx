import { useCallback, useMemo, useState } from 'react';
import { withChanges } from '../../views/changed.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { canEditIn } from '../../shared/records/can-edit.ts';
import { picked } from '../../views/table/cells.ts';
import type { TableActions, TableRows } from '../../views/table/actions.ts';
import { type ColumnLook, tableColumns } from '../../views/table/columns.ts';
import { RecordGrid } from '../../views/table/record-grid.tsx';
import { Foot } from './foot.tsx';
import { useData } from './use-data.ts';
import { useEdits } from './use-edits.tsx';
import type { ContentProps } from './view-answer.ts';

const nowhere = () => {};

/** Records in a table. A cell is changed where it stands. */
export function Table({ first, filters, isWhole, definition }: ContentProps & { definition: DefinitionOf<'table'> }) {
  const reading = useData({ first, filters, isRead: isWhole });
  const edits = useEdits(first);
  const [look, setLook] = useState<ColumnLook>({});
  const columns = useMemo(() => tableColumns(first.dataSet.fields, definition.columns), [first, definition]);
  const { records = [], nextCursor } = withChanges(reading.data, edits.changes);
  const rows = useRows(records, nextCursor === undefined);
  const actions: TableActions = {
    // Apps have no picker of people and things.
    canEdit: (field) => canEditIn(first.dataSet, field) && !picked.has(field.type),
    change: (changed, words) => {
      for (const { id, after } of changed) {
        const record = records.find((one) => one.id === id);
        if (record) edits.change(record, after, `${words}.`);
      }
    },
    undo: nowhere,
    redo: nowhere,
    mistakeAt: () => undefined,
  };
  if (records.length === 0) return <Foot reading={reading} />;
  return (
    <>
      <RecordGrid
        caption={definition.name}
        {...{ columns, rows, look, setLook }}
        actions={edits.isOffered ? actions : undefined}
      />
      <Foot reading={reading} />
      {edits.clash}
    </>
  );
}

function useRows(records: NonNullable<ContentProps['first']['data']['records']>, isWhole: boolean): TableRows {
  const at = useCallback((row: number) => records[row], [records]);
  return { count: records.length, isWhole, at, want: nowhere };
}
