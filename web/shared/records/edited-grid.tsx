import { useCallback, useMemo, useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field } from '../../../schemas/fields.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { alsoNaming, named, namingField, withoutNaming } from '../../views/naming.ts';
import type { TableActions, TableRows } from '../../views/table/actions.ts';
import type { TableGroup } from '../../views/table/groups.ts';
import { RecordGrid, type RecordGridProps } from '../../views/table/record-grid.tsx';
import { canEditIn } from './can-edit.ts';
import { EditedBar } from './edited-bar.tsx';
import { HeldEdits } from './held-edits.tsx';
import { useColumnLook } from './use-column-look.ts';
import { NewRecordDialog } from './new-record-dialog.tsx';
import { type Grouped, useGrouping } from './use-grouping.ts';
import { type Held, type RecordEdits, useRecordEdits } from './use-record-edits.ts';

interface EditedGridProps extends Pick<RecordGridProps, 'caption' | 'columns' | 'renderHead' | 'sorted'> {
  readonly channel: { readonly id: string; readonly role?: string | undefined };
  readonly dataSet: DataSet;
  /** The name under which this browser keeps how its columns look. */
  readonly table: string;
  readonly rows: TableRows;
  /** Its records are in the order of these groups. */
  readonly grouped?: Grouped | undefined;
}

/** Records in a table, which is edited in place where the person may. Edits show at once, and say where they are. */
export function EditedGrid({
  channel,
  dataSet,
  table,
  rows: all,
  grouped,
  columns: given,
  ...others
}: EditedGridProps) {
  const naming = useMemo(() => namingField(given, all), [given, all]);
  const columns = useMemo(() => (naming ? withoutNaming(given, naming) : given), [given, naming]);
  const edits = useRecordEdits({ channelId: channel.id, objectTypeId: dataSet.objectTypeId });
  const [look, setLook] = useColumnLook(table);
  const { rows, groups } = useGrouping({ grouped, rows: all, look, setLook });
  const [begunIn, beginIn] = useState<TableGroup>();
  const shown = useShownRows(rows, edits.overlay);
  const mistakeAt = useMistakes(edits.held);
  const mayWrite = channel.role !== undefined && channel.role !== 'reader';
  const canEdit = (field: Field) => mayWrite && canEditIn(dataSet, field);
  const mayMake = mayWrite && !dataSet.readOnly;
  const actions: TableActions | undefined = mayWrite
    ? {
        canEdit,
        change: (changes, words) => edits.change(naming ? alsoNaming(changes, naming.key, shown) : changes, words),
        create: mayMake
          ? (records, words) => edits.create(naming ? records.map((one) => named(one, naming.key)) : records, words)
          : undefined,
        remove: mayMake
          ? (records) => {
              const [first] = records;
              const words = records.length === 1 ? `“${first!.title}”` : `${records.length.toLocaleString()} records`;
              edits.remove(
                records.map(({ id }) => id),
                words,
                () => tell(`${words} in the trash.`, { label: 'Undo', run: edits.undoLast }),
              );
            }
          : undefined,
        undo: edits.undo,
        redo: edits.redo,
        mistakeAt,
      }
    : undefined;
  return (
    <>
      <HeldEdits edits={edits} fields={dataSet.fields} titleOf={(id) => titleIn(shown, id)} />
      <RecordGrid
        {...others}
        columns={columns}
        rows={shown}
        look={look}
        setLook={setLook}
        actions={actions}
        grouping={groups && { ...groups, add: mayMake ? beginIn : undefined, canMove: canEdit(groups.field) }}
        renderBar={(commands, selected, drawnWidths) => (
          <EditedBar {...{ edits, actions, groups, commands, selected, columns, look, setLook, drawnWidths }} />
        )}
      />
      {begunIn && groups && (
        <NewRecordDialog
          {...{ channel, dataSet }}
          preset={begunIn.key === undefined ? undefined : { [groups.field.key]: begunIn.key }}
          close={() => beginIn(undefined)}
        />
      )}
    </>
  );
}

/** The rows with the values that the person gave, also where they are not stored yet. */
const useShownRows = (rows: TableRows, overlay: RecordEdits['overlay']): TableRows =>
  useMemo(() => {
    if (overlay.size === 0) return rows;
    return {
      ...rows,
      at: (row) => {
        const record = rows.at(row);
        const changed = record && overlay.get(record.id);
        if (!record || !changed) return record;
        const { title = record.title, ...values } = changed;
        return { ...record, title: String(title), values: { ...record.values, ...values } };
      },
    };
  }, [rows, overlay]);

/** Says why the value of a cell is not stored. Rows are drawn anew if it changes. */
function useMistakes(held: readonly Held[]) {
  const mistakes = useMemo(
    () =>
      new Map(
        held.flatMap((one) => [
          ...one.mistakes.map(({ id, fieldKey, message }) => [`${id} ${fieldKey}`, message] as const),
          ...one.clashes.map(({ id, fieldKey }) => [`${id} ${fieldKey}`, 'Somebody else changed it too'] as const),
        ]),
      ),
    [held],
  );
  return useCallback((id: string, key: string) => mistakes.get(`${id} ${key}`), [mistakes]);
}

/** The title of a record among the rows that were read. */
function titleIn({ count, at }: TableRows, id: string): string {
  for (let row = 0; row < count; row += 1) {
    const record = at(row);
    if (record?.id === id) return record.title;
  }
  return 'a record';
}
