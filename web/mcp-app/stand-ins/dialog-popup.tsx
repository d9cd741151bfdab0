import { useEffect, useId, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';
import type { DialogContent } from '../../ui/dialog.tsx';
import { useReturnFocus } from '../../ui/overlays/use-return-focus.ts';
import styles from './overlays.module.css';

/** A dialog that is open as long as it is there, with the browser's own element. */
export default function DialogPopup({ title, description, children, close }: DialogContent & { close: () => void }) {
  useReturnFocus();
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    box.current!.showModal();
    box.current!.querySelector<HTMLElement>('input, textarea, select, header ~ * button:last-child')?.focus();
  }, []);
  return (
    <dialog
      ref={box}
      className={styles.dialog}
      aria-labelledby={titleId}
      data-floats
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon="close" onClick={close} />
      </header>
      {description && <p>{description}</p>}
      {children}
    </dialog>
  );
}
