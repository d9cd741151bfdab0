import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { IconName } from './icon.tsx';

export interface MenuItem {
  /** A verb. */
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly isDanger?: boolean | undefined;
  readonly run: () => void;
}

export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  /** Which edge of the trigger it keeps to: `start` where the trigger stands on the left. */
  readonly align?: 'start' | 'end' | undefined;
}

const load = () => import('./overlays/menu-popup.tsx');
const MenuPopup = lazy(load);

/** A menu of actions below its trigger. Its code comes when somebody is about to open it. */
export function Menu({ trigger, items, align }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setAsked(true),
  });
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <MenuPopup trigger={trigger} items={items} align={align} />
    </Suspense>
  );
}
