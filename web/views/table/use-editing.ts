import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { kindOf } from '../../fields/kinds.ts';
import { at } from '../../grid/model/selection.ts';
import type { CellPlace } from '../../grid/moves.ts';
import type { TableActions, TableRows } from './actions.ts';
import type { Way } from './cell-editor.tsx';
import { valueIn } from './cells.ts';
import type { ViewedRecord } from '../props.ts';
import type { Commands } from './commands.ts';
import type { Selected } from './use-selection.ts';

interface Editing extends CellPlace {
  /** The record as the person saw it when they began. Others may change it, or the order of the rows, meanwhile. */
  readonly record: ViewedRecord;
  readonly typed?: string | undefined;
}

interface Desk {
  readonly rows: TableRows;
  readonly columns: readonly Field[];
  readonly actions: TableActions | undefined;
  readonly commands: Commands;
  readonly selected: Selected;
  /** Is edited while no cell is active. */
  readonly firstRow: number;
  readonly say: (sentence: string) => void;
}

const ways = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

/** The cell that is edited in its place, if any. */
export function useEditing({ rows, columns, actions, commands, selected, firstRow, say }: Desk) {
  const [editing, setEditing] = useState<Editing>();
  const { active, select } = selected;
  return {
    editing,
    /** Edits the active cell, beginning with what was typed. Answers whether an editor opened or the value turned. */
    edit: (typed?: string): boolean => {
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
        setEditing({ ...place, record, typed: inTable === 'dialog' ? undefined : typed });
      }
      return true;
    },
    /** Takes over a value, and goes on to the next cell. */
    settle: (value: unknown, way: Way): void => {
      const { record, ...place } = editing!;
      const field = columns[place.column]!;
      setEditing(undefined);
      const isSame = JSON.stringify(value ?? null) === JSON.stringify(valueIn(record, field.key) ?? null);
      if (!isSame) commands.set(record, field, value);
      const [down, right] = ways[way];
      const row = Math.max(0, Math.min(place.row + down, rows.count - 1));
      // Leaving by a click goes where the click goes.
      const isFollowed = way !== 'stay' || kindOf(field).inTable !== 'typed';
      select(at({ row, column: Math.max(0, Math.min(place.column + right, columns.length - 1)) }), isFollowed);
    },
    leave: (): void => {
      setEditing(undefined);
      select(at(editing!));
    },
  };
}
