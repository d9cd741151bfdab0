import type { KeyboardEvent } from 'react';
import type { Shift } from './shifting.ts';

/** How Shift and an arrow move a span, and with Alt also how they move its end. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Moves a span by keys: Shift with an arrow by a day or a week. Alt too moves only its end. */
export const pressingOn =
  (move: (shift: Shift) => void, canStretch: boolean) =>
  (event: KeyboardEvent): void => {
    const days = steps[event.key];
    if (days === undefined || !event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (event.altKey && !canStretch) return;
    event.preventDefault();
    move({ start: event.altKey ? 0 : days, end: days });
  };
