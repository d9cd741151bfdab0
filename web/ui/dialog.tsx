import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { later } from './later.tsx';

export interface DialogContent {
  readonly title: string;
  readonly description?: string | undefined;
  readonly children: ReactNode;
}

interface DialogProps extends DialogContent {
  /** The control that opens it; without one, `open` says so. */
  readonly trigger?: ReactElement<Record<string, unknown>> | undefined;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

const DialogPopup = later(async () => (await import('./overlays/dialog-popup.tsx')).default);

/** A dialog. Focus goes in, Escape closes it, and focus returns to where it was. Its code comes when it is needed. */
export function Dialog({ trigger, open, onOpenChange, ...content }: DialogProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const opening = {
    'aria-haspopup': 'dialog',
    onPointerEnter: () => void DialogPopup.preload(),
    onFocus: () => void DialogPopup.preload(),
    onClick: () => change(true),
  };
  return (
    <>
      {trigger && cloneElement(trigger, opening)}
      {(open ?? isOpen) && <DialogPopup {...content} close={() => change(false)} />}
    </>
  );
}
