import { cloneElement, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { MenuProps } from '../../ui/menu.tsx';
import styles from './overlays.module.css';

const itemsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[role=menuitem]')];
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A menu that is open from the start, and later opens and closes by its trigger. */
export default function MenuPopup({ trigger, items }: MenuProps) {
  const [isOpen, setOpen] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) itemsIn(box.current!)[0]?.focus();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const all = itemsIn(box.current!);
    const step = steps[event.key];
    if (event.key === 'Escape') close();
    else if (step !== undefined && all.length > 0)
      all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      className={styles.anchor}
      role="presentation"
      onKeyDown={press}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && setOpen(false)}
    >
      {cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })}
      {isOpen && (
        <div role="menu" className={styles.menu}>
          {items.map(({ label, icon, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                run();
              }}
            >
              {icon && <Icon name={icon} />}
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
