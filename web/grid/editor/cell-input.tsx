import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './editor.module.css';

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  readonly type: (text: string) => void;
  /** Takes the text over, and moves on. */
  readonly settle: (way: 'down' | 'up' | 'right' | 'left' | 'stay') => void;
  readonly leave: () => void;
}

/** Types into a cell. Enter and Tab take it over, Escape leaves the cell as it was, Alt Enter begins a line. */
export function CellInput({ label, text, type, settle, leave }: CellInputProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    const { key, shiftKey, altKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === 'Escape') leave();
    else if (key === 'Tab') settle(shiftKey ? 'left' : 'right');
    else if (key === 'Enter' && altKey) insertLine(event.currentTarget, type);
    else if (key === 'Enter') settle(shiftKey ? 'up' : 'down');
    else return;
    event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      className={styles.input}
      aria-label={label}
      rows={1}
      value={text}
      spellCheck={false}
      onChange={({ target }) => type(target.value)}
      onKeyDown={press}
      onBlur={() => settle('stay')}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  );
}

function insertLine(field: HTMLTextAreaElement, type: (text: string) => void): void {
  field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
  type(field.value);
}
