import { useCallback, useMemo, useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field } from '../../../schemas/fields.ts';
import { type Connection, useConnection } from '../../data/connection.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { TableActions, TableRows } from '../../views/table/actions.ts';
import { ChangeSelected } from '../../views/table/change-selected.tsx';
import { ColumnsDialog } from '../../views/table/columns-dialog.tsx';
import type { TableGroup } from '../../views/table/groups.ts';
import { keyNames } from '../../views/table/pressed.ts';
import { RecordGrid, type RecordGridProps } from '../../views/table/record-grid.tsx';
import { canEditIn } from './can-edit.ts';
import { GroupTools } from './group-tools.tsx';
import { HeldEdits } from './held-edits.tsx';
import styles from './held-edits.module.css';
import { useColumnLook } from './use-column-look.ts';
import { NewRecordDialog } from './new-record-dialog.tsx';
import { type Grouped, useGrouping } from './use-grouping.ts';
import { useRecordEdits } from './use-record-edits.ts';

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
export function EditedGrid({ channel, dataSet, table, rows: all, grouped, columns, ...others }: EditedGridProps) {
  const edits = useRecordEdits({ channelId: channel.id, objectTypeId: dataSet.objectTypeId });
  const [look, setLook] = useColumnLook(table);
  const { rows, groups } = useGrouping({ grouped, rows: all, look, setLook });
  const connection = useConnection();
  const [begunIn, beginIn] = useState<TableGroup>();
  const { overlay, held } = edits;
  const shown = useMemo((): TableRows => {
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
  // Rows are drawn anew if it changes.
  const mistakeAt = useCallback((id: string, key: string) => mistakes.get(`${id} ${key}`), [mistakes]);
  const mayWrite = channel.role !== undefined && channel.role !== 'reader';
  const canEdit = (field: Field) => mayWrite && canEditIn(dataSet, field);
  const mayMake = mayWrite && !dataSet.readOnly;
  const actions: TableActions | undefined = mayWrite
    ? {
        canEdit,
        change: edits.change,
        create: mayMake ? edits.create : undefined,
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
  const editable = columns.filter(canEdit);
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
          <div className={styles.bar} role="group" aria-label="Records">
            {actions && (
              <>
                <IconButton label="Undo (Ctrl Z)" icon="undo" disabled={!edits.canUndo} onClick={edits.undo} />
                <IconButton label="Redo (Ctrl Y)" icon="redo" disabled={!edits.canRedo} onClick={edits.redo} />
              </>
            )}
            <ColumnsDialog {...{ columns, look, setLook, drawnWidths }} />
            {groups && (
              <GroupTools groups={groups} commands={selected > 0 && canEdit(groups.field) ? commands : undefined} />
            )}
            {actions && selected > 0 && <ChangeSelected fields={editable} count={selected} change={commands.setAll} />}
            {actions?.remove && selected > 0 && (
              <Button icon="trash" title={keyNames.remove} onClick={commands.remove}>
                Move to the trash
              </Button>
            )}
            {actions && (
              <span className={styles.state} role="status">
                {edits.isWaiting
                  ? waitingWords[connection]
                  : held.length > 0
                    ? 'Not all is stored'
                    : edits.canUndo && 'Stored'}
              </span>
            )}
          </div>
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

const waitingWords: Record<Connection, string> = {
  live: 'Storing …',
  lost: 'Kept in this browser until the workspace answers',
  'signed-out': 'Kept in this browser until you sign in',
};

/** The title of a record among the rows that were read. */
function titleIn({ count, at }: TableRows, id: string): string {
  for (let row = 0; row < count; row += 1) {
    const record = at(row);
    if (record?.id === id) return record.title;
  }
  return 'a record';
}
