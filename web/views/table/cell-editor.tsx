import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { kindOf } from '../../fields/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/form.tsx';
import styles from './record-grid.module.css';

export type Way = 'down' | 'up' | 'right' | 'left' | 'stay';

interface CellEditorProps {
  readonly field: Field;
  readonly value: unknown;
  /** The first character, where typing began. */
  readonly typed: string | undefined;
  /** The name of the cell. */
  readonly label: string;
  readonly settle: (value: unknown, way: Way) => void;
  readonly leave: () => void;
}

/** Edits a cell where it stands, or in a dialog where it needs more room. */
export const CellEditor = (props: CellEditorProps) =>
  kindOf(props.field).inTable === 'dialog' ? <InDialog {...props} /> : <InPlace {...props} />;

const same = Symbol('not typed');

/** Enter and Tab take the value over and move on, Escape leaves the cell as it was. */
function InPlace({ field, value, typed, label, settle, leave }: CellEditorProps) {
  const { Editor, Typing, inTable, read } = kindOf(field);
  /** A list opens by Enter or a tap. Letters seek in it. */
  const isList = inTable === 'chosen' && typed === undefined;
  const box = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const draft = useRef<unknown>(typed === undefined ? same : read(typed, field));
  useEffect(() => {
    const control = box.current!.querySelector('input');
    if (control?.type === 'text') control.setSelectionRange(control.value.length, control.value.length);
    if (isList) showOptions(box.current!.querySelector('select')!);
  }, [isList]);
  const end = (way: Way) => {
    if (isOver.current) return;
    isOver.current = true;
    if (draft.current === same) leaveTo(way);
    else settle(draft.current, way);
  };
  const leaveTo = (way: Way) => (way === 'stay' ? leave() : settle(value ?? null, way));
  const write = (next: unknown) => void (draft.current = next);
  const done = (next: unknown) => {
    write(next);
    end('stay');
  };
  const common = { field, value: typed ?? value, control: { 'aria-label': label, autoFocus: true } };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    const { key, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') {
      isOver.current = true;
      leave();
    } else if (key === 'Tab') end(shiftKey ? 'left' : 'right');
    else if (key === 'Enter') end(shiftKey ? 'up' : 'down');
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="presentation"
      className={styles.inPlace}
      onKeyDown={press}
      onBlur={({ relatedTarget }: FocusEvent) => !box.current?.contains(relatedTarget) && end('stay')}
      onCopy={stopped}
      onCut={stopped}
      onPaste={stopped}
      onPointerDown={stopped}
      onDoubleClick={stopped}
    >
      {Typing && !isList ? (
        <Typing {...common} set={write} done={done} />
      ) : (
        <Editor {...common} set={isList ? done : write} />
      )}
    </div>
  );
}

const stopped = (event: { readonly stopPropagation: () => void }) => event.stopPropagation();

/** Browsers open a list only for an act of the person. */
function showOptions(select: HTMLSelectElement): void {
  try {
    select.showPicker();
  } catch {
    // Arrow keys choose all the same.
  }
}

/** Escape and Cancel leave the cell as it was. */
function InDialog({ field, value, label, settle, leave }: CellEditorProps) {
  const { Editor, Large } = kindOf(field);
  const [draft, setDraft] = useState<unknown>(value ?? null);
  const common = { field, value, set: setDraft, control: { 'aria-label': label } };
  return (
    // The dialog is outside the table on the page, and inside it for events.
    <div
      role="presentation"
      onKeyDown={stopped}
      onCopy={stopped}
      onCut={stopped}
      onPaste={stopped}
      onFocus={stopped}
      onPointerDown={stopped}
      onClick={stopped}
      onDoubleClick={stopped}
    >
      <Dialog title={label} open onOpenChange={leave}>
        {Large ? (
          <Large {...common} done={(next) => settle(next, 'stay')} />
        ) : (
          <>
            <Editor {...common} />
            <Buttons>
              <Button onClick={leave}>Cancel</Button>
              <Button look="primary" onClick={() => settle(draft, 'stay')}>
                Done
              </Button>
            </Buttons>
          </>
        )}
      </Dialog>
    </div>
  );
}
