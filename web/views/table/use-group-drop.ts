import { type DragEvent, useState } from 'react';
import { type GroupHead, headOfRow, keyOf, type Lines } from './groups.ts';

interface Dropping {
  readonly heads: readonly GroupHead[] | undefined;
  readonly lines: Lines;
  /** Gives the selected records the value of a group. Without it nothing is dragged. */
  readonly drop: ((head: GroupHead) => void) | undefined;
}

/** Records are dragged by their numbers, and dropped anywhere in another group. */
export function useGroupDrop({ heads = [], lines, drop }: Dropping) {
  const [isDragging, setDragging] = useState(false);
  const [over, setOver] = useState<string>();
  if (!drop) return { over: undefined, handlers: {} };
  const headAt = (target: EventTarget): GroupHead | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
    if (!row) return undefined;
    const line = lines.at(Number(row.dataset['line']));
    return line.head ?? headOfRow(heads, line.row);
  };
  const end = () => {
    setDragging(false);
    setOver(undefined);
  };
  return {
    /** The key of the group above which the records are. */
    over,
    handlers: {
      onDragStart: ({ target, dataTransfer }: DragEvent) => {
        if (!(target instanceof HTMLTableCellElement)) return;
        dataTransfer.effectAllowed = 'move';
        // Some browsers drag nothing without data.
        dataTransfer.setData('text/plain', '');
        setDragging(true);
      },
      onDragOver: (event: DragEvent) => {
        const head = isDragging ? headAt(event.target) : undefined;
        if (!head) return;
        event.preventDefault();
        setOver(keyOf(head.group));
      },
      onDrop: (event: DragEvent) => {
        const head = isDragging ? headAt(event.target) : undefined;
        end();
        if (!head) return;
        event.preventDefault();
        drop(head);
      },
      onDragEnd: end,
    },
  };
}
