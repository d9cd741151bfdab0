import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { IconButton } from '../button.tsx';
import type { DialogContent } from '../dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import styles from './dialog-popup.module.css';

/** A dialog that is open as long as it is there. */
export default function DialogPopup({ title, description, children, close }: DialogContent & { close: () => void }) {
  useReturnFocus();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          ref={popup}
          finalFocus={false}
          initialFocus={() => firstControl(popup.current)}
        >
          <header className={styles.header}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" icon="close" />} />
          </header>
          {description && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field, else the first button below the header. */
const firstControl = (popup: HTMLElement | null): HTMLElement | true =>
  popup?.querySelector<HTMLElement>('input, textarea, select') ??
  popup?.querySelector<HTMLElement>('header ~ * button, header ~ button') ??
  true;
