import { type Connection, useConnection } from '../../data/connection.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { TableActions } from '../../views/table/actions.ts';
import { ChangeSelected } from '../../views/table/change-selected.tsx';
import { ColumnsDialog, type ColumnsDialogProps } from '../../views/table/columns-dialog.tsx';
import type { Commands } from '../../views/table/commands.ts';
import { keyNames } from '../../views/table/pressed.ts';
import { GroupTools } from './group-tools.tsx';
import styles from './held-edits.module.css';
import type { Grouping } from './use-grouping.ts';
import type { RecordEdits } from './use-record-edits.ts';

interface EditedBarProps extends ColumnsDialogProps {
  readonly edits: RecordEdits;
  readonly actions: TableActions | undefined;
  readonly groups: Grouping | undefined;
  readonly commands: Commands;
  /** How many records are selected. */
  readonly selected: number;
}

/** The bar above a table: acts on its records, and whether all is stored. */
export function EditedBar(props: EditedBarProps) {
  const { edits, actions, groups, commands, selected, ...shown } = props;
  const isSelected = selected > 0;
  const movable = isSelected && groups && actions?.canEdit(groups.field);
  return (
    <div className={styles.bar} role="group" aria-label="Records">
      {actions && (
        <>
          <IconButton label="Undo (Ctrl Z)" icon="undo" disabled={!edits.canUndo} onClick={edits.undo} />
          <IconButton label="Redo (Ctrl Y)" icon="redo" disabled={!edits.canRedo} onClick={edits.redo} />
        </>
      )}
      <ColumnsDialog {...shown} />
      {groups && <GroupTools groups={groups} commands={movable ? commands : undefined} />}
      {actions && isSelected && (
        <ChangeSelected fields={shown.columns.filter(actions.canEdit)} count={selected} change={commands.setAll} />
      )}
      {actions?.remove && isSelected && (
        <Button icon="trash" title={keyNames.remove} onClick={commands.remove}>
          Move to the trash
        </Button>
      )}
      {actions && <State edits={edits} />}
    </div>
  );
}

function State({ edits: { isWaiting, held, canUndo } }: { edits: RecordEdits }) {
  const connection = useConnection();
  const stored = held.length > 0 ? 'Not all is stored' : canUndo && 'Stored';
  return (
    <span className={styles.state} role="status">
      {isWaiting ? waitingWords[connection] : stored}
    </span>
  );
}

const waitingWords: Record<Connection, string> = {
  live: 'Storing …',
  lost: 'Kept in this browser until the workspace answers',
  'signed-out': 'Kept in this browser until you sign in',
};
