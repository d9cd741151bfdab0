import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

const markedMs = 3_000;

/** The part of the page that the address names. */
export const useHash = (): string => useLocation({ select: ({ hash }) => hash });

/** Scrolls to what the address names within a box, and marks it, as soon as it is there. */
export function useTarget<Box extends HTMLElement>(isThere = true): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const hash = useHash();
  useEffect(() => {
    const target = isThere && hash !== '' ? document.getElementById(hash) : undefined;
    if (!target || !box.current?.contains(target)) return;
    target.scrollIntoView();
    target.animate({ backgroundColor: ['var(--color-marked)', 'transparent'] }, markedMs);
  }, [isThere, hash]);
  return box;
}
