import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { loadTyping } from '../../fields/typing/typing.tsx';
import { printedRows } from '../../grid/printing.ts';
import { useScrolled } from '../../grid/use-scrolled.ts';
import paper from '../../ui/paper.module.css';
import type { TableActions, TableRows } from './actions.ts';
import { CellEditor } from './cell-editor.tsx';
import { valueIn } from './cells.ts';
import { type ColumnLook, shownColumns, widthOf } from './columns.ts';
import { type Commands, commandsOf } from './commands.ts';
import { GridHead } from './grid-head.tsx';
import { type Grouping, GroupRow } from './group-row.tsx';
import { keyOf, type Line, linesOf } from './groups.ts';
import { useKeys } from './use-keys.ts';
import { rowHeight, viewOf } from './metrics.ts';
import styles from './record-grid.module.css';
import { RecordRow } from './record-row.tsx';
import { useEditing } from './use-editing.ts';
import { useGroupDrop } from './use-group-drop.ts';
import { usePointer } from './use-pointer.ts';
import { useSelection } from './use-selection.ts';

export interface RecordGridProps {
  /** Tells screen readers which records these are. */
  readonly caption: string;
  /** The title is one of them. */
  readonly columns: readonly Field[];
  readonly rows: TableRows;
  readonly look: ColumnLook;
  readonly setLook: (look: ColumnLook) => void;
  readonly actions?: TableActions | undefined;
  /** Its rows are those of open groups. */
  readonly grouping?: Grouping | undefined;
  /** The head of a column, where it is more than its label. */
  readonly renderHead?: ((field: Field) => ReactNode) | undefined;
  readonly sorted?: { readonly key: string; readonly direction: 'asc' | 'desc' } | undefined;
  /** Stands above the cells: what can be done to the selected records. */
  readonly renderBar?:
    | ((commands: Commands, selected: number, drawnWidths: () => Record<string, number>) => ReactNode)
    | undefined;
}

/** Records as a table that is read and edited by keys, mouse and clipboard. Only the rows in sight are drawn. */
export function RecordGrid(props: RecordGridProps) {
  const { caption, rows, look, setLook, actions, grouping, renderHead, sorted, renderBar } = props;
  const columns = useMemo(() => shownColumns(props.columns, look), [props.columns, look]);
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [said, say] = useState('');
  const { nameOf } = useAround();
  const heads = grouping?.heads;
  const lines = useMemo(() => linesOf(heads, rows.count), [heads, rows.count]);
  const { from, to, before, after, isPrinting } = useScrolled(box, { rows: lines.count, rowHeight });
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, index) => lines.at(from + index)).filter(
    (line) => !isPrinting || line.head || rows.at(line.row),
  );
  const inSight = drawn.flatMap((line) => (line.head ? [] : [line.row]));
  const [firstRow, lastRow] = [inSight[0] ?? 0, inSight.at(-1) ?? -1];
  const selected = useSelection({
    box,
    table,
    lines,
    rows: rows.count,
    columns: columns.length,
    drawn: [firstRow, lastRow],
  });
  const { selection, select, range, active, isDrawn, takeFocus } = selected;
  const numbers = rows.count.toLocaleString().length * 8 + 24;
  const addWidth = (sum: number, field: Field) => sum + widthOf(field, look);
  const drawnWidths = () => {
    const [, ...cells] = table.current!.tHead!.rows[0]!.cells;
    return Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]!.offsetWidth]));
  };
  const commands = commandsOf({ rows, columns, range, selection, select, say, actions, nameOf });

  const { editing, edit, settle, leave } = useEditing({ rows, columns, actions, commands, selected, firstRow, say });
  const canWrite = actions !== undefined;
  const keys = useKeys({
    table,
    selected,
    commands,
    canWrite,
    edit,
    firstRow,
    size: { rows: rows.count, columns: columns.length },
    page: () => Math.floor(viewOf(box.current!, lines.count).height / rowHeight),
  });

  useEffect(() => {
    if (canWrite) void loadTyping();
  }, [canWrite]);
  const { want } = rows;
  useEffect(() => want([firstRow, lastRow + 1]), [want, firstRow, lastRow]);
  useEffect(() => {
    const isLost = active && !isDrawn && document.activeElement === document.body;
    if ((editing || !takeFocus()) && isLost) table.current?.focus({ preventScroll: true });
    // Tab passes the table in one step. Ctrl Enter follows the link of a cell.
    for (const link of table.current?.querySelectorAll<HTMLElement>('tbody a:not([tabindex])') ?? [])
      link.tabIndex = -1;
  });

  const pointer = usePointer({ selection, select, edit: () => void edit(), columns: columns.length });

  const canMove = grouping?.canMove === true && canWrite;
  const { over, handlers } = useGroupDrop({
    heads,
    lines,
    drop: canMove
      ? ({ group }) => commands.setAll(grouping.field, group.key ?? null, `Moved to ${group.label}`)
      : undefined,
  });

  const lineOf = (line: Line, place: number) => {
    const { head } = line;
    if (!head) return rowOf(line, place);
    const key = keyOf(head.group);
    return <GroupRow key={key} head={head} grouping={grouping!} columns={columns.length} isOver={key === over} />;
  };
  const rowOf = ({ row, number }: RowLine, place: number) => {
    const record = rows.at(row);
    const isIn = selection !== undefined && row >= range.top && row <= range.bottom;
    const column = editing?.row === row ? editing.column : -1;
    const field = columns[column];
    return (
      <RecordRow
        key={row}
        row={row}
        line={place}
        number={number}
        isDraggable={canMove}
        record={record}
        columns={columns}
        left={isIn ? range.left : -1}
        right={isIn ? range.right : -1}
        active={active?.row === row ? active.column : -1}
        isEntry={!isDrawn && row === firstRow}
        edited={column}
        mistakeAt={actions?.mistakeAt}
        editor={
          editing &&
          field && (
            <CellEditor
              field={field}
              value={valueIn(editing.record, field.key)}
              typed={editing.typed}
              label={`${field.label} of ${editing.record.title}`}
              settle={settle}
              leave={leave}
            />
          )
        }
      />
    );
  };

  return (
    <div className={styles.frame}>
      {renderBar?.(commands, selection ? range.bottom - range.top + 1 : 0, drawnWidths)}
      <div className={styles.box} ref={box} tabIndex={-1}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- Keys walk its cells.
          role="grid"
          ref={table}
          tabIndex={-1}
          className={`${styles.table} ${paper.paper}`}
          data-chosen={look.widths ? '' : undefined}
          style={{ '--numbers': `${numbers}px`, width: columns.reduce(addWidth, numbers) } as CSSProperties}
          aria-label={caption}
          aria-rowcount={rows.isWhole ? lines.count + 1 : -1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-readonly={!actions}
          {...keys}
          {...pointer}
          {...handlers}
        >
          <colgroup>
            <col style={{ width: numbers }} />
            {columns.map((field) => (
              <col key={field.key} style={{ width: widthOf(field, look) }} />
            ))}
          </colgroup>
          <GridHead {...{ columns, look, setLook, drawnWidths, renderHead, sorted }} />
          <tbody>
            <Room height={before} />
            {drawn.map((line, index) => lineOf(line, from + index))}
            <Room height={after} />
          </tbody>
        </table>
      </div>
      {isPrinting && <p>{printedRows(inSight.length, rows.isWhole ? rows.count : undefined)}</p>}
      <p className={styles.hidden} role="status">
        {said}
      </p>
    </div>
  );
}

type RowLine = Extract<Line, { readonly row: number }>;

/** Rows that are not drawn. */
const Room = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />;
