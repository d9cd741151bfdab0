import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { typedBy } from '../../grid/editor/pressed.ts';
import { at } from '../../grid/model/selection.ts';
import { moveOf } from '../../grid/moves.ts';
import { ownType } from './cells.ts';
import type { Commands } from './commands.ts';
import { commandOf } from './pressed.ts';
import type { Selected } from './use-selection.ts';

interface Pressing {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly selected: Selected;
  readonly commands: Commands;
  readonly canWrite: boolean;
  readonly edit: (typed?: string) => boolean;
  readonly firstRow: number;
  readonly size: { readonly rows: number; readonly columns: number };
  /** How many rows are in sight. */
  readonly page: () => number;
}

/** Walks the cells, edits them, copies and pastes. */
export function useKeys({ table, selected, commands, canWrite, edit, firstRow, size, page }: Pressing) {
  const { active, selection, select } = selected;
  const follow = () => table.current?.querySelector<HTMLElement>('[data-active] a')?.click();
  const move = (event: KeyboardEvent): boolean => {
    const here = active ?? { row: firstRow, column: 0 };
    const next = moveOf(event, here, { ...size, page: page() });
    if (!next || event.altKey) return false;
    select(event.shiftKey ? { from: selection?.from ?? here, to: next } : at(next));
    return true;
  };
  const begin = (event: KeyboardEvent): boolean => {
    const text = typedBy(event, event.getModifierState('AltGraph'));
    if (text === undefined || !canWrite) return false;
    return edit(text === ' ' ? undefined : text) && text !== '';
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (size.rows === 0 || event.target instanceof HTMLButtonElement) return;
    const command = commandOf(event, commands);
    if (command) command();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !canWrite)) follow();
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Escape' && active) select(at(active));
    else if (!move(event) && !begin(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent): void => {
    const copied = commands.copied();
    event.preventDefault();
    if (!copied) return;
    event.clipboardData.setData('text/plain', copied.text);
    event.clipboardData.setData(ownType, JSON.stringify(copied.own));
    if (event.type === 'cut') commands.clear();
  };
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    if (canWrite) commands.paste(event.clipboardData.getData('text/plain'), event.clipboardData.getData(ownType));
  };
  return { onKeyDown, onCopy, onCut: onCopy, onPaste };
}
