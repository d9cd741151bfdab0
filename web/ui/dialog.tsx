import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

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

const load = () => import('./overlays/dialog-popup.tsx');
const DialogPopup = lazy(load);

/** A dialog. Focus goes in, Escape closes it, and focus returns to where it was. Its code comes when it is needed. */
export function Dialog({ trigger, open, onOpenChange, ...content }: DialogProps) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const opening = {
    'aria-haspopup': 'dialog',
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => change(true),
  };
  return (
    <>
      {trigger && cloneElement(trigger, opening)}
      <Suspense>{(open ?? isOpen) && <DialogPopup {...content} close={() => change(false)} />}</Suspense>
    </>
  );
}
