import type { Commands } from './commands.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The keys of a table of records, as its menus name them. */
export const keyNames = {
  open: 'Ctrl Enter',
  fillDown: 'Ctrl D',
  selectRows: 'Shift Space',
  remove: 'Ctrl Delete',
} as const;

/** The command of a key for the selected cells; nothing if it has none. Moving and editing are not among it. */
export function commandOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  commands: Commands,
): (() => void) | undefined {
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) {
    if (key === ' ' && shiftKey) return commands.selectRows;
    return key === 'Delete' || key === 'Backspace' ? commands.clear : undefined;
  }
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? commands.redo : commands.undo;
    case 'y':
      return commands.redo;
    case 'a':
      return commands.selectAll;
    case 'd':
      return commands.fillDown;
    case 'delete':
    case 'backspace':
      return commands.remove;
    default:
      return undefined;
  }
}
