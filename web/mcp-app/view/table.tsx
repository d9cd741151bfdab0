import { useCallback, useMemo, useState } from 'react';
import { idTypes } from '../../../schemas/field-types.ts';
import { withChanges } from '../../views/changed.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { fieldNamed } from '../../fields/words.ts';
import { canEditIn } from '../../shared/records/can-edit.ts';
import { useGrouping } from '../../shared/records/use-grouping.ts';
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
  const isAll = nextCursor === undefined;
  const field = fieldNamed(first.dataSet.fields, definition.groupByFieldKey ?? '');
  const counted = reading.data.groups;
  const grouped = useMemo(() => field && counted && { field, groups: counted }, [field, counted]);
  const { rows, groups } = useGrouping({ grouped, rows: useRows(records, isAll), look, setLook });
  // A group whose records are not read yet would look empty.
  const heads = groups?.heads.filter(({ first: place }) => isAll || place < records.length);
  const actions: TableActions = {
    // Apps have no picker of people and things.
    canEdit: (field) => canEditIn(first.dataSet, field) && !idTypes.has(field.type),
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
        grouping={groups && { ...groups, heads: heads!, canMove: actions.canEdit(groups.field) }}
      />
      <Foot reading={reading} />
      {edits.clash}
    </>
  );
}

function useRows(records: NonNullable<ContentProps['first']['data']['records']>, isWhole: boolean): TableRows {
  const at = useCallback((row: number) => records[row], [records]);
  return useMemo(() => ({ count: records.length, isWhole, at, want: nowhere }), [records, isWhole, at]);
}
