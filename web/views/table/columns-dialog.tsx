import type { Field } from '../../../schemas/fields.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Shown } from '../../ui/shown.tsx';
import { type ColumnLook, moved, orderedColumns, widthOf } from './columns.ts';
import styles from './columns-dialog.module.css';

export interface ColumnsDialogProps {
  readonly columns: readonly Field[];
  readonly look: ColumnLook;
  readonly setLook: (look: ColumnLook) => void;
  /** How wide the shown columns are drawn, by their keys. */
  readonly drawnWidths: () => Record<string, number>;
}

const step = 40;

/** Which columns are shown, in which order and how wide: for one person, in this browser. The title stays first. */
export function ColumnsDialog({ columns, look, setLook, drawnWidths }: ColumnsDialogProps) {
  const ordered = orderedColumns(columns, look);
  const hidden = look.hidden ?? [];
  const show = (key: string, isShown: boolean) =>
    setLook({ ...look, hidden: isShown ? hidden.filter((one) => one !== key) : [...hidden, key] });
  const move = (key: string, by: 1 | -1) => setLook({ ...look, order: moved(ordered, key, by) });
  const widen = (field: Field, by: number) => {
    const widths = { ...look.widths, ...drawnWidths() };
    setLook({ ...look, widths: { ...widths, [field.key]: widthOf(field, { widths }) + by } });
  };
  return (
    <Dialog
      title="Columns"
      description="For your eyes, in this browser. The records stay as they are."
      trigger={<Button icon="view">{hidden.length > 0 ? `Columns (${hidden.length} hidden)` : 'Columns'}</Button>}
    >
      <ul className={styles.columns}>
        {ordered.map((field, index) => (
          <li key={field.key}>
            <label>
              <input
                type="checkbox"
                checked={field.key === 'title' || !hidden.includes(field.key)}
                disabled={field.key === 'title'}
                onChange={({ target }) => show(field.key, target.checked)}
              />
              <Shown text={field.label} />
            </label>
            <Button look="quiet" aria-label={`Make ${field.label} narrower`} onClick={() => widen(field, -step)}>
              −
            </Button>
            <Button look="quiet" aria-label={`Make ${field.label} wider`} onClick={() => widen(field, step)}>
              +
            </Button>
            <IconButton
              label={`Move ${field.label} to the left`}
              icon="left"
              disabled={field.key === 'title' || ordered[index - 1]?.key === 'title'}
              onClick={() => move(field.key, -1)}
            />
            <IconButton
              label={`Move ${field.label} to the right`}
              icon="right"
              disabled={field.key === 'title' || index === ordered.length - 1}
              onClick={() => move(field.key, 1)}
            />
          </li>
        ))}
      </ul>
      <Button onClick={() => setLook({ closed: look.closed ?? [] })}>As they were</Button>
    </Dialog>
  );
}
