import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnsOf } from './columns.ts';
import { cellsOf, type CsvText, rowCount } from './csv.ts';
import styles from './grid.module.css';
import { GridRow } from './grid-row.tsx';
import { rowHeight, viewOf } from './metrics.ts';
import { type CellPlace, moveOf } from './moves.ts';
import { Reader } from './reader.tsx';
import { printedRows } from './printing.ts';
import { Room } from './room.tsx';
import { useScrolled } from './use-scrolled.ts';
import { scrollTo } from './visible.ts';
import paper from '../ui/paper.module.css';
import { Shown } from '../ui/shown.tsx';

/** A table to read. Only the rows in sight are drawn. Arrow keys move, and a line above tells the whole cell. */
export function Grid({ table, label, isWhole }: { table: CsvText; label: string; isWhole?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const { columns, all } = useMemo(() => columnsOf(table), [table]);
  const rows = Math.max(0, rowCount(table) - 1);
  const { from, to, before, after, isPrinting } = useScrolled(box, { rows, rowHeight });
  const [cell, setCell] = useState<CellPlace>();
  const isActiveDrawn = cell !== undefined && cell.row >= from && cell.row < to;
  const follows = useRef(false);
  const textOf = ({ row, column }: CellPlace) => cellsOf(table, row + 1)[column] ?? '';

  // Before the next key, because the row that had the focus may be gone.
  useLayoutEffect(() => {
    if (!follows.current) return;
    const active = box.current?.querySelector<HTMLElement>('td[aria-selected="true"]');
    if (active) follows.current = false;
    active?.focus();
  });

  const move = (event: KeyboardEvent) => {
    const view = viewOf(box.current!, rows);
    const size = { rows, columns: columns.length, page: Math.floor(view.height / rowHeight) };
    const next = moveOf(event, cell ?? { row: from, column: 0 }, size);
    if (!next || rows === 0) return;
    event.preventDefault();
    follows.current = true;
    if (next.row < from || next.row >= to) box.current!.scrollTop = scrollTo(next.row, view);
    setCell(next);
  };
  const copy = (event: ClipboardEvent) => {
    if (!cell || getSelection()?.isCollapsed === false) return;
    event.clipboardData.setData('text/plain', textOf(cell));
    event.preventDefault();
  };

  return (
    <div className={styles.grid}>
      <Reader
        rows={rows}
        columns={columns.length}
        isWhole={isWhole}
        allColumns={all}
        hint="Select a cell to read all of it. Arrow keys move."
        cell={
          cell && {
            row: cell.row + 1,
            name: columns[cell.column]?.name || columns[cell.column]?.placeholder || '',
            text: textOf(cell),
          }
        }
      />
      <div className={styles.box} ref={box} tabIndex={-1}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- Keys walk its cells.
          role="grid"
          className={`${styles.table} ${paper.paper}`}
          aria-label={label}
          aria-rowcount={rows + 1}
          {...(all > columns.length && { 'aria-colcount': all + 1 })}
          onKeyDown={move}
          onCopy={copy}
        >
          <colgroup>
            <col style={{ width: `${String(rows).length + 3}ch` }} />
            {columns.map((column, index) => (
              <col key={index} style={{ width: `${column.width}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles.number}>
                <span className={styles.hidden}>Row</span>
              </th>
              {columns.map(({ name, placeholder, isNumeric }, index) => (
                <th key={index} scope="col" title={name} className={isNumeric ? styles.numeric : undefined}>
                  {name === '' ? <span className={styles.placeholder}>{placeholder}</span> : <Shown text={name} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Room height={before} />
            {Array.from({ length: to - from }, (_, index) => from + index).map((row) => (
              <GridRow
                key={row}
                row={row}
                table={table}
                columns={columns}
                active={cell?.row === row ? cell.column : undefined}
                entry={row === from && !isActiveDrawn}
                select={setCell}
              />
            ))}
            <Room height={after} />
          </tbody>
        </table>
      </div>
      {isPrinting && <p>{printedRows(to, isWhole === false ? undefined : rows)}</p>}
    </div>
  );
}
