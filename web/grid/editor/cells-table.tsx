import { useRef } from 'react';
import gridStyles from '../grid.module.css';
import { rowHeight, viewOf } from '../metrics.ts';
import { lineAt } from '../model/sheet.ts';
import { Room } from '../room.tsx';
import { useScrolled } from '../use-scrolled.ts';
import type { Commands } from './commands.ts';
import { EditedRow } from './edited-row.tsx';
import styles from './editor.module.css';
import { useKeys } from './use-keys.ts';
import { TypedCell } from './typed-cell.tsx';
import { useActiveCell } from './use-active-cell.ts';
import type { Desk } from './use-desk.ts';
import { usePointer } from './use-pointer.ts';

interface CellsTableProps {
  readonly desk: Desk;
  readonly commands: Commands;
  readonly label: string;
  readonly find: () => void;
}

/** The cells of a sheet, of which only the rows in sight are drawn. */
export function CellsTable({ desk, commands, label, find }: CellsTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { editing, shown, columns } = desk;
  const rows = shown.rows - 1;
  const { from, to, before, after } = useScrolled(box, { rows, rowHeight });
  const isDrawn = useActiveCell(desk, { box, table, from, to });
  const page = () => Math.floor(viewOf(box.current!, rows).height / rowHeight);
  const keys = useKeys(desk, commands, { find, page, first: from + 1 });
  const pointer = usePointer(desk, commands);
  return (
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
        {...keys}
        {...pointer}
      >
        <colgroup>
          <col style={{ width: `${String(rows).length + 3}ch` }} />
          {columns.map((column, index) => (
            <col key={index} style={{ width: `${column.width}ch` }} />
          ))}
        </colgroup>
        <thead>{rowOf(desk, 0, !isDrawn)}</thead>
        <tbody>
          <Room height={before} />
          {Array.from({ length: to - from }, (_, index) => rowOf(desk, from + index + 1, false))}
          <Room height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** A row where it is shown. The first one is reached by Tab while no cell is active in sight. */
function rowOf(desk: Desk, row: number, isEntry: boolean) {
  const { editing, sheet, shown, selection, range, columns, look } = desk;
  const number = shown.rowAt(row);
  const active = selection?.to;
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
      isEntry={isEntry}
      hasHandle={isIn && row === range.bottom}
      sort={row === 0 ? look.sort : undefined}
      typed={typed?.column ?? -1}
      input={typed && <TypedCell desk={desk} typed={typed} />}
    />
  );
}
