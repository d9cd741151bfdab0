import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus near where it was when a button gives way to another, or goes with its row. Blur is not told of what is
 * removed, so an area that lost the focus by it still holds it.
 */
export function useHeldFocus() {
  const area = useRef<HTMLDivElement>(null);
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const near = held.current.isConnected ? held.current : area.current;
    (near?.querySelector('button') ?? area.current)?.focus({ preventScroll: true });
  });
  return {
    ref: area,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => (held.current = target.closest('li') ?? area.current),
    onBlur: () => (held.current = null),
  };
}
