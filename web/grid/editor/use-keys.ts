import type { ClipboardEvent, KeyboardEvent } from 'react';
import { moveOf } from '../moves.ts';
import type { Commands } from './commands.ts';
import { commandOf, typedBy } from './pressed.ts';
import { at } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';

interface Around {
  readonly find: () => void;
  /** How many rows are in sight. */
  readonly page: () => number;
  /** The first row that is drawn. */
  readonly first: number;
}

/** Keys and the clipboard in the cells: a command, a move, or the first letter of a text. */
export function useKeys(desk: Desk, commands: Commands, { find, page, first }: Around) {
  const { selection, select, shown, columns, last } = desk;
  const active = selection?.to;

  const move = (event: KeyboardEvent): boolean => {
    const here = active ?? { row: first, column: 0 };
    const next = moveOf(event, here, { rows: shown.rows, columns: columns.length, page: page(), last });
    if (!next || event.altKey) return false;
    select(event.shiftKey ? { from: selection?.from ?? here, to: next } : at(next));
    return true;
  };
  const begin = (event: KeyboardEvent): boolean => {
    const text = typedBy(event, event.getModifierState('AltGraph'));
    if (text === undefined) return false;
    commands.type(text);
    // An input method goes on in the cell, so its key is not taken.
    return text !== '';
  };
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', commands.copied());
    event.preventDefault();
    if (event.type === 'cut') void commands.clear();
  };

  return {
    onKeyDown: (event: KeyboardEvent) => {
      const command = commandOf(event, commands, find);
      if (command) void command();
      else if (event.key === 'Escape' && active) select(at(active));
      else if (!move(event) && !begin(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy: copy,
    onCut: copy,
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      void commands.paste(event.clipboardData.getData('text/plain'));
    },
  };
}
