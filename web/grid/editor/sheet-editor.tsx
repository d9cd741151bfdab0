import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import gridStyles from '../grid.module.css';
import { lineAt } from '../model/sheet.ts';
import { moveOf } from '../moves.ts';
import { Reader } from '../reader.tsx';
import { useScrolled } from '../use-scrolled.ts';
import { scrollTo } from '../visible.ts';
import { CellInput } from './cell-input.tsx';
import { commandsOf } from './commands.ts';
import { EditedRow } from './edited-row.tsx';
import styles from './editor.module.css';
import { FindBar } from './find-bar.tsx';
import { HeadingBar } from './heading-bar.tsx';
import { LookBar } from './look-bar.tsx';
import { commandOf, typedBy } from './pressed.ts';
import { at, isOneCell } from './selection.ts';
import { Toolbar } from './toolbar.tsx';
import { Totals } from './totals.tsx';
import { type Least, useDesk } from './use-desk.ts';
import type { Editing } from './use-editing.ts';
import { usePointer } from './use-pointer.ts';
import { sizeOf } from './words.ts';

interface SheetEditorProps {
  readonly editing: Editing;
  readonly label: string;
  /** How much is drawn of a sheet that is smaller. */
  readonly least: Least;
}

const rowHeight = 28;
const ways = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

/** A sheet to write into, by keys, mouse and clipboard. Only the rows in sight are drawn. */
export function SheetEditor({ editing, label, least }: SheetEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [isFinding, setFinding] = useState(false);
  const desk = useDesk(editing, least);
  const { sheet, shown, columns, selection, range, select, follows, look, isBegun } = desk;
  const commands = commandsOf(desk);
  const pointer = usePointer(desk, commands);
  const rows = shown.rows - 1;
  const { from, to, before, after } = useScrolled(box, { rows, rowHeight });
  const active = selection?.to;
  const isDrawn = active !== undefined && (active.row === 0 || (active.row - 1 >= from && active.row - 1 < to));

  useEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>('[data-active]');
    if (follows.current && cell) {
      follows.current = false;
      cell.focus();
    } else if (active && !isDrawn && document.activeElement === document.body) {
      // The active cell scrolled out of sight. Keys still reach the table.
      table.current?.focus({ preventScroll: true });
    }
  });

  useEffect(() => {
    if (!isBegun) return;
    // The frame focuses the page when somebody arrives, and the cell comes after it.
    const later = requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[data-active]')?.focus());
    return () => cancelAnimationFrame(later);
  }, [isBegun]);
  /** A cell far away is scrolled to, and drawn then. */
  useEffect(() => {
    if (!active) return;
    if (!isDrawn) box.current!.scrollTop = scrollTo(active.row - 1, viewOf(box.current!, rows));
    else table.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- Only another selection scrolls.
  }, [selection]);

  const press = (event: KeyboardEvent) => {
    const command = commandOf(event, commands, () => setFinding(true));
    if (command) void command();
    else if (event.key === 'Escape' && active) select(at(active));
    else if (!move(event) && !begin(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const move = (event: KeyboardEvent): boolean => {
    const page = Math.floor(viewOf(box.current!, rows).height / rowHeight);
    const here = active ?? { row: from + 1, column: 0 };
    const next = moveOf(event, here, { rows: shown.rows, columns: columns.length, page, last: desk.last });
    if (!next || event.altKey) return false;
    select(event.shiftKey ? { from: selection?.from ?? here, to: next } : at(next));
    return true;
  };
  const begin = (event: KeyboardEvent): boolean => {
    const text = typedBy(event, event.getModifierState('AltGraph'));
    if (text === undefined) return false;
    commands.type(text === '' ? '' : text);
    // An input method goes on in the cell, so its key is not taken.
    return text !== '';
  };
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', commands.copied());
    event.preventDefault();
    if (event.type === 'cut') void commands.clear();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    void commands.paste(event.clipboardData.getData('text/plain'));
  };
  const settle = (way: keyof typeof ways) => {
    const [down, right] = ways[way];
    const place = active ?? { row: 1, column: 0 };
    void editing.settle();
    if (way === 'stay') return;
    const row = Math.max(0, Math.min(place.row + down, shown.rows - 1));
    select(at({ row, column: Math.max(0, Math.min(place.column + right, columns.length - 1)) }));
  };
  const closeFind = () => {
    setFinding(false);
    select(selection ?? at({ row: 0, column: 0 }));
  };

  const rowOf = (row: number) => {
    const number = shown.rowAt(row);
    const isIn = selection !== undefined && row >= range.top && row <= range.bottom;
    const typed = editing.typed?.row === number && active?.row === row ? editing.typed : undefined;
    return (
      <EditedRow
        key={row}
        row={row}
        number={number}
        line={number < sheet.rows.length ? lineAt(sheet, number) : undefined}
        delimiter={sheet.base.delimiter}
        columns={columns}
        left={isIn ? range.left : -1}
        right={isIn ? range.right : -1}
        active={active?.row === row ? active.column : -1}
        isEntry={!isDrawn && row === 0}
        hasHandle={isIn && row === range.bottom}
        sort={row === 0 ? look.sort : undefined}
        typed={typed?.column ?? -1}
        input={
          typed && (
            <CellInput
              label={`${desk.nameOf(typed.column)}, ${number === 0 ? 'header' : `row ${number}`}`}
              text={typed.text}
              type={(text) => editing.type({ ...typed, text })}
              settle={settle}
              leave={() => {
                editing.type(undefined);
                select(at(active!));
              }}
            />
          )
        }
      />
    );
  };

  return (
    <div className={styles.editor}>
      <Toolbar desk={desk} commands={commands} find={() => setFinding(true)} />
      {isFinding && <FindBar desk={desk} close={closeFind} />}
      <LookBar desk={desk} />
      <HeadingBar sheet={sheet} take={() => void commands.takeHeading()} />
      <div className={`${gridStyles.grid} ${styles.frame}`}>
        <Reader
          rows={Math.max(0, sheet.rows.length - 1)}
          columns={Math.min(columns.length, sheet.columns)}
          allColumns={sheet.columns}
          selected={isOneCell(range) ? undefined : sizeOf(range)}
          cell={active && { row: shown.rowAt(active.row), name: desk.nameOf(active.column), text: desk.textAt(active) }}
        />
        <div className={`${gridStyles.box} ${styles.box}`} ref={box} tabIndex={-1}>
          <table
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- Keys walk its cells.
            role="grid"
            ref={table}
            tabIndex={-1}
            className={`${gridStyles.table} ${styles.table}`}
            aria-label={label}
            aria-rowcount={shown.rows}
            aria-colcount={desk.allColumns + 1}
            aria-multiselectable
            aria-readonly={false}
            aria-busy={editing.isBusy}
            onKeyDown={press}
            onCopy={copy}
            onCut={copy}
            onPaste={paste}
            {...pointer}
          >
            <colgroup>
              <col style={{ width: `${String(rows).length + 3}ch` }} />
              {columns.map((column, index) => (
                <col key={index} style={{ width: `${column.width}ch` }} />
              ))}
            </colgroup>
            <thead>{rowOf(0)}</thead>
            <tbody>
              <Room height={before} />
              {Array.from({ length: to - from }, (_, index) => rowOf(from + index + 1))}
              <Room height={after} />
            </tbody>
          </table>
        </div>
        <Totals desk={desk} />
      </div>
      <p className={gridStyles.hidden} role="status">
        {editing.isBusy ? 'This takes a moment.' : desk.said}
      </p>
    </div>
  );
}

const viewOf = (box: HTMLElement, rows: number) => ({ rows, rowHeight, height: box.clientHeight - rowHeight });

/** Rows that are not drawn. */
const Room = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />;
