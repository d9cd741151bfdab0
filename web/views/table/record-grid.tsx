import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { loadTyping } from '../../fields/typing/typing.tsx';
import { kindOf } from '../../fields/kinds.ts';
import { typedBy } from '../../grid/editor/pressed.ts';
import { at, rangeOf, type Selection } from '../../grid/editor/selection.ts';
import { moveOf } from '../../grid/moves.ts';
import { printedRows } from '../../grid/printing.ts';
import { useScrolled } from '../../grid/use-scrolled.ts';
import { scrollTo } from '../../grid/visible.ts';
import type { TableActions, TableRows } from './actions.ts';
import { CellEditor, type Way } from './cell-editor.tsx';
import { ownType, valueIn } from './cells.ts';
import { type ColumnLook, shownColumns, widthOf } from './columns.ts';
import { type Commands, commandsOf } from './commands.ts';
import { GridHead } from './grid-head.tsx';
import { type Grouping, GroupRow } from './group-row.tsx';
import { keyOf, type Line, linesOf } from './groups.ts';
import { commandOf } from './pressed.ts';
import styles from './record-grid.module.css';
import { RecordRow } from './record-row.tsx';
import { useGroupDrop } from './use-group-drop.ts';
import { usePointer } from './use-pointer.ts';

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

const rowHeight = 32;
const ways = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

interface Editing {
  readonly row: number;
  readonly column: number;
  readonly typed?: string | undefined;
}

/** Records as a table that is read and edited by keys, mouse and clipboard. Only the rows in sight are drawn. */
export function RecordGrid(props: RecordGridProps) {
  const { caption, rows, look, setLook, actions, grouping, renderHead, sorted, renderBar } = props;
  const columns = useMemo(() => shownColumns(props.columns, look), [props.columns, look]);
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const follows = useRef(false);
  const [selection, setSelection] = useState<Selection>();
  const [editing, setEditing] = useState<Editing>();
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
  const range = bounded(rangeOf(selection ?? at({ row: 0, column: 0 })), rows.count, columns.length);
  const active =
    selection && rows.count > 0
      ? {
          row: Math.min(selection.to.row, rows.count - 1),
          column: Math.min(selection.to.column, columns.length - 1),
        }
      : undefined;
  const isDrawn = active !== undefined && active.row >= firstRow && active.row <= lastRow;
  const select = (next: Selection, isFollowed = true) => {
    follows.current = isFollowed;
    setSelection(next);
  };
  const numbers = rows.count.toLocaleString().length * 8 + 24;
  const addWidth = (sum: number, field: Field) => sum + widthOf(field, look);
  const drawnWidths = () => {
    const [, ...cells] = table.current!.tHead!.rows[0]!.cells;
    return Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]!.offsetWidth]));
  };
  const commands = commandsOf({ rows, columns, range, selection, select, say, actions, nameOf });

  const isEdited = actions !== undefined;
  useEffect(() => {
    if (isEdited) void loadTyping();
  }, [isEdited]);
  const { want } = rows;
  useEffect(() => want([firstRow, lastRow + 1]), [want, firstRow, lastRow]);
  useEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>('[data-active]');
    if (follows.current && cell && !editing) {
      follows.current = false;
      cell.focus();
    } else if (active && !isDrawn && document.activeElement === document.body) {
      table.current?.focus({ preventScroll: true });
    }
    // Tab passes the table in one step. Ctrl Enter follows the link of a cell.
    for (const link of table.current?.querySelectorAll<HTMLElement>('tbody a:not([tabindex])') ?? [])
      link.tabIndex = -1;
  });
  useEffect(() => {
    if (!active) return;
    if (!isDrawn) box.current!.scrollTop = scrollTo(lines.lineOf(active.row), viewOf(box.current!, lines.count));
    else table.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- Only another selection scrolls.
  }, [selection]);

  const edit = (typed?: string): boolean => {
    const place = active ?? { row: firstRow, column: 0 };
    const [record, field] = [rows.at(place.row), columns[place.column]];
    if (!record || !field || !actions?.canEdit(field)) {
      if (actions && field) say(`${field.label} cannot be changed here.`);
      return false;
    }
    const { inTable } = kindOf(field);
    if (inTable === 'turned') commands.set(record, field, valueIn(record, field.key) !== true);
    else {
      select(at(place), false);
      setEditing({ ...place, typed: inTable === 'dialog' ? undefined : typed });
    }
    return true;
  };
  const settle = (value: unknown, way: Way) => {
    const place = editing!;
    const [record, field] = [rows.at(place.row), columns[place.column]!];
    setEditing(undefined);
    const isSame = JSON.stringify(value ?? null) === JSON.stringify((record && valueIn(record, field.key)) ?? null);
    if (record && !isSame) commands.set(record, field, value);
    const [down, right] = ways[way];
    const row = Math.max(0, Math.min(place.row + down, rows.count - 1));
    // Leaving by a click goes where the click goes.
    const isFollowed = way !== 'stay' || kindOf(field).inTable !== 'typed';
    select(at({ row, column: Math.max(0, Math.min(place.column + right, columns.length - 1)) }), isFollowed);
  };
  const leave = () => {
    setEditing(undefined);
    select(at(editing!));
  };
  const press = (event: KeyboardEvent) => {
    if (rows.count === 0 || event.target instanceof HTMLButtonElement) return;
    const command = commandOf(event, commands);
    if (command) command();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !actions)) follow();
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Escape' && active) select(at(active));
    else if (!move(event) && !begin(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = () => table.current?.querySelector<HTMLElement>('[data-active] a')?.click();
  const move = (event: KeyboardEvent): boolean => {
    const page = Math.floor(viewOf(box.current!, lines.count).height / rowHeight);
    const here = active ?? { row: firstRow, column: 0 };
    const next = moveOf(event, here, { rows: rows.count, columns: columns.length, page });
    if (!next || event.altKey) return false;
    select(event.shiftKey ? { from: selection?.from ?? here, to: next } : at(next));
    return true;
  };
  const begin = (event: KeyboardEvent): boolean => {
    const text = typedBy(event, event.getModifierState('AltGraph'));
    if (text === undefined || !actions) return false;
    return edit(text === ' ' ? undefined : text) && text !== '';
  };
  const copy = (event: ClipboardEvent) => {
    const copied = commands.copied();
    event.preventDefault();
    if (!copied) return;
    event.clipboardData.setData('text/plain', copied.text);
    event.clipboardData.setData(ownType, JSON.stringify(copied.own));
    if (event.type === 'cut') commands.clear();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (actions) commands.paste(event.clipboardData.getData('text/plain'), event.clipboardData.getData(ownType));
  };
  const pointer = usePointer({ selection, select, edit: () => void edit(), columns: columns.length });

  const canMove = grouping?.canMove === true && actions !== undefined;
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
          record &&
          field && (
            <CellEditor
              field={field}
              value={valueIn(record, field.key)}
              typed={editing?.typed}
              label={`${field.label} of ${record.title}`}
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
          className={styles.table}
          data-chosen={look.widths ? '' : undefined}
          style={{ '--numbers': `${numbers}px`, width: columns.reduce(addWidth, numbers) } as CSSProperties}
          aria-label={caption}
          aria-rowcount={rows.isWhole ? lines.count + 1 : -1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-readonly={!actions}
          onKeyDown={press}
          onCopy={copy}
          onCut={copy}
          onPaste={paste}
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

const bounded = (range: ReturnType<typeof rangeOf>, rows: number, columns: number) => ({
  top: Math.min(range.top, rows - 1),
  bottom: Math.min(range.bottom, rows - 1),
  left: Math.min(range.left, columns - 1),
  right: Math.min(range.right, columns - 1),
});

const viewOf = (box: HTMLElement, rows: number) => ({ rows, rowHeight, height: box.clientHeight - rowHeight });

/** Rows that are not drawn. */
const Room = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />;
