import type { Commands } from './commands.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The keys of a sheet, as its menus name them. */
export const keyNames = {
  insertRows: 'Ctrl Alt =',
  deleteRows: 'Ctrl Alt -',
  insertColumns: 'Ctrl Alt Shift =',
  deleteColumns: 'Ctrl Alt Shift -',
  fillDown: 'Ctrl D',
  fillRight: 'Ctrl R',
} as const;

/** The command of a key for the selected cells; nothing if it has none. Moving is not among it. */
export function commandOf(pressed: Pressed, commands: Commands, find: () => void): (() => unknown) | undefined {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = pressed;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && altKey) {
    if (code === 'Equal') return () => (shiftKey ? commands.insertColumns('before') : commands.insertRows('above'));
    if (code === 'Minus') return () => (shiftKey ? commands.deleteColumns() : commands.deleteRows());
    return undefined;
  }
  if (isCommand) return withControl(key.toLowerCase(), shiftKey, commands, find);
  if (key === ' ' && shiftKey) return commands.selectRows;
  if (key === 'Delete' || key === 'Backspace') return commands.clear;
  if (key === 'F2' || key === 'Enter') return () => commands.type();
  return undefined;
}

function withControl(key: string, isShift: boolean, commands: Commands, find: () => void): (() => unknown) | undefined {
  switch (key) {
    case 'z':
      return isShift ? commands.redo : commands.undo;
    case 'y':
      return commands.redo;
    case 'a':
      return commands.selectAll;
    case 'd':
      return () => commands.fill('down');
    case 'r':
      return isShift ? undefined : () => commands.fill('right');
    case 'f':
      return find;
    case ' ':
      return commands.selectColumns;
    default:
      return undefined;
  }
}

/** The first character that a key types. A dead key or an input method types into the cell itself. */
export function typedBy({ key, ctrlKey, metaKey, altKey }: Pressed, isAltGraph: boolean): string | undefined {
  if (metaKey || ((ctrlKey || altKey) && !isAltGraph)) return undefined;
  if (key === 'Process' || key === 'Dead') return '';
  return Array.from(key).length === 1 ? key : undefined;
}
