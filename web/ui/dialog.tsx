import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** The control that opens it; without one, `open` says so. */
  readonly trigger?: ReactElement | undefined;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A dialog. Focus goes in, Escape closes it, and focus returns to where it was. */
export function Dialog({ title, description, trigger, open, onOpenChange, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next) => onOpenChange(next) })}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup} ref={popup} initialFocus={() => firstControl(popup.current)}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon="close" />} />
          </header>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The first field, else the first button below the header. */
const firstControl = (popup: HTMLElement | null): HTMLElement | true =>
  popup?.querySelector<HTMLElement>('input, textarea, select') ??
  popup?.querySelector<HTMLElement>('header ~ * button, header ~ button') ??
  true;
