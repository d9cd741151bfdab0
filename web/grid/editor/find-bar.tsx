import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { cellsWith, mostFound } from '../model/finding.ts';
import { inSlices } from '../model/slices.ts';
import type { CellPlace } from '../moves.ts';
import styles from './editor.module.css';
import { at } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';

/** Finds cells by their text. Enter goes to the next, Shift Enter to the one before, Escape back to the cells. */
export function FindBar({ desk, close }: { desk: Desk; close: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly CellPlace[]>();
  const [current, setCurrent] = useState(-1);
  const { sheet, shown, select, selection } = desk;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (text === '') return;
    const stopping = new AbortController();
    const rows = Array.from({ length: Math.min(shown.rows, sheet.rows.length) }, (_, row) => shown.rowAt(row));
    inSlices(cellsWith(sheet, rows, text), stopping.signal).then(setFound, () => {});
    return () => stopping.abort();
  }, [text, sheet, shown]);

  const go = (step: 1 | -1) => {
    if (!found || found.length === 0) return;
    const here = selection?.to ?? { row: 0, column: -1 };
    const next = nextOf(found, here, step);
    setCurrent(next);
    select(at(found[next]!), false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <search className={styles.find}>
      <input
        ref={field}
        type="text"
        aria-label="Find in the sheet"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setCurrent(-1);
        }}
        onKeyDown={press}
      />
      <Button onClick={() => go(-1)}>Previous</Button>
      <Button onClick={() => go(1)}>Next</Button>
      <span role="status">{text !== '' && found && wordsOf(found.length, current)}</span>
      <IconButton label="Close" icon="close" onClick={close} />
    </search>
  );
}

/** The next one behind a cell, or before it; round the end. */
function nextOf(found: readonly CellPlace[], here: CellPlace, step: 1 | -1): number {
  const isBehind = (one: CellPlace) => one.row > here.row || (one.row === here.row && one.column > here.column);
  const isHere = (one: CellPlace) => one.row === here.row && one.column === here.column;
  if (step === 1) return Math.max(0, found.findIndex(isBehind));
  const before = found.findLastIndex((one) => !isBehind(one) && !isHere(one));
  return before < 0 ? found.length - 1 : before;
}

const figure = new Intl.NumberFormat();

function wordsOf(count: number, current: number): string {
  const all = `${count === mostFound ? 'the first ' : ''}${figure.format(count)}`;
  if (count === 0) return 'No cell has it';
  return current < 0 ? `In ${all} ${count === 1 ? 'cell' : 'cells'}` : `${figure.format(current + 1)} of ${all}`;
}
