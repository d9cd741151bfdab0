import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import styles from '../inputs.module.css';
import type { EditorProps } from '../kind.ts';

export interface TypedMomentProps extends EditorProps {
  readonly type: 'date' | 'datetime-local';
  readonly text: string;
  readonly read: (text: string) => string;
  /** A value as the browser's control takes it. */
  readonly native: (value: string) => string;
}

/** A day or a moment as text, so that no key is lost, with the browser's calendar beside it. */
export function TypedMoment({ type, text, read, native, field, set, control }: TypedMomentProps) {
  const [typed, setTyped] = useState(text);
  const calendar = useRef<HTMLInputElement>(null);
  const take = (next: string) => {
    setTyped(next);
    set(next === '' ? null : read(next));
  };
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    calendar.current!.showPicker();
  };
  return (
    <span className={styles.typed}>
      <input
        type="text"
        className={styles.input}
        placeholder={type === 'date' ? '2026-10-05' : '2026-10-05 09:30'}
        value={typed}
        spellCheck={false}
        {...control}
        onChange={({ target }) => take(target.value)}
        onKeyDown={press}
      />
      <input
        ref={calendar}
        type={type}
        className={styles.calendar}
        aria-label={`Calendar of ${field.label}`}
        tabIndex={-1}
        value={native(read(typed))}
        onChange={({ target }) => take(target.value.replace('T', ' '))}
      />
      <IconButton
        label="Choose from a calendar (Alt ↓)"
        icon="calendar"
        tabIndex={-1}
        // The focus stays in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => calendar.current!.showPicker()}
      />
    </span>
  );
}
