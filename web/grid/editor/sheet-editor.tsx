import { useState } from 'react';
import gridStyles from '../grid.module.css';
import { Reader } from '../reader.tsx';
import { CellsTable } from './cells-table.tsx';
import { commandsOf } from './commands.ts';
import styles from './editor.module.css';
import { FindBar } from './find-bar.tsx';
import { HeadingBar } from './heading-bar.tsx';
import { LookBar } from './look-bar.tsx';
import { at, isOneCell } from '../model/selection.ts';
import { Toolbar } from './toolbar.tsx';
import { Totals } from './totals.tsx';
import { type Desk, type Least, useDesk } from './use-desk.ts';
import type { Editing } from './use-editing.ts';
import { sizeOf } from './words.ts';

interface SheetEditorProps {
  readonly editing: Editing;
  readonly label: string;
  /** How much is drawn of a sheet that is smaller. */
  readonly least: Least;
}

/** A sheet to write into, by keys, mouse and clipboard. */
export function SheetEditor({ editing, label, least }: SheetEditorProps) {
  const [isFinding, setFinding] = useState(false);
  const desk = useDesk(editing, least);
  const commands = commandsOf(desk);
  const find = () => setFinding(true);
  const closeFind = () => {
    setFinding(false);
    desk.select(desk.selection ?? at({ row: 0, column: 0 }));
  };
  return (
    <div className={styles.editor}>
      <Toolbar desk={desk} commands={commands} find={find} />
      {isFinding && <FindBar desk={desk} close={closeFind} />}
      <LookBar desk={desk} />
      <HeadingBar sheet={desk.sheet} take={() => void commands.takeHeading()} />
      <div className={`${gridStyles.grid} ${styles.frame}`}>
        <Selected desk={desk} />
        <CellsTable desk={desk} commands={commands} label={label} find={find} />
        <Totals desk={desk} />
      </div>
      <p className={gridStyles.hidden} role="status">
        {editing.isBusy ? 'This takes a moment.' : desk.said}
      </p>
    </div>
  );
}

/** Tells the size of the sheet, and what is selected. */
function Selected({ desk }: { desk: Desk }) {
  const { sheet, shown, columns, selection, range } = desk;
  const active = selection?.to;
  return (
    <Reader
      rows={Math.max(0, sheet.rows.length - 1)}
      columns={Math.min(columns.length, sheet.columns)}
      allColumns={sheet.columns}
      selected={isOneCell(range) ? undefined : sizeOf(range)}
      cell={active && { row: shown.rowAt(active.row), name: desk.nameOf(active.column), text: desk.textAt(active) }}
      hint="Type, or paste a table."
    />
  );
}
