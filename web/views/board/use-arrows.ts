import { type RefObject, useEffect } from 'react';

/** Arrows move the focus among the cards of a board, up and down and to the columns beside. */
export function useArrows(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = board.current;
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
      const link = box && isPlain ? cardBeside(box, event)?.querySelector('a') : undefined;
      if (!link) return;
      event.preventDefault();
      link.focus();
    };
    box?.addEventListener('keydown', press);
    return () => box?.removeEventListener('keydown', press);
  }, [board]);
}

function cardBeside(board: HTMLElement, { target, key }: KeyboardEvent): Element | undefined {
  const card = target instanceof HTMLElement ? target.closest('[data-card]') : null;
  if (!card) return undefined;
  const columns = [...board.children].map((column) => [...column.querySelectorAll('[data-card]')]);
  const across = columns.findIndex((cards) => cards.includes(card));
  const down = columns[across]!.indexOf(card);
  const moves: Record<string, () => Element | undefined> = {
    ArrowUp: () => columns[across]![down - 1],
    ArrowDown: () => columns[across]![down + 1],
    ArrowLeft: () => beside(columns.slice(0, across).toReversed(), down),
    ArrowRight: () => beside(columns.slice(across + 1), down),
  };
  return moves[key]?.();
}

/** The card at the same height in the nearest column that has any. */
function beside(columns: readonly Element[][], down: number): Element | undefined {
  const cards = columns.find(({ length }) => length > 0);
  return cards?.[Math.min(down, cards.length - 1)];
}
