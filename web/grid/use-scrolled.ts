import { type RefObject, useEffect, useState } from 'react';

/** How far a box is scrolled, and how high it is. */
export function useScrolled(box: RefObject<HTMLElement | null>): { readonly top: number; readonly height: number } {
  const [scrolled, setScrolled] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = box.current!;
    const read = () => setScrolled({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box]);
  return scrolled;
}
