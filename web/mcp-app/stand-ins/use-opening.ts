import { type RefObject, useEffect } from 'react';

/** Scrolls a timeline to today, in few bytes. */
export function useOpening(box: RefObject<HTMLElement | null>, now: number | undefined): void {
  useEffect(() => {
    const scrolled = box.current;
    scrolled?.scrollTo({ left: (now ?? 0) - scrolled.clientWidth / 3 });
  }, [box, now]);
}
