import { keyWithEnding } from '../../../schemas/field-keys.ts';
import { reservedKeys } from '../../../schemas/fields.ts';
import { DecoratedInference } from '../../text/decorated-values.ts';
import type { Work } from '../../turns/turn.ts';
import type { Cell, Grid, TableField } from './grid.ts';

/** A cell of blanks or brackets takes a tenth of a millisecond. */
const cellsBetweenTurns = 10;

/** The grid with the numbers and dates in a Data Set's texts, such as `5,000 ft`. A sheet has them as fields of its own. */
export function* withDecorated(grid: Grid): Work<Grid> {
  const taken = new Set([...reservedKeys, ...grid.fields.map(({ key }) => key)]);
  const fields: TableField[] = [...grid.fields];
  const columns = new Map(grid.columns);
  for (const field of grid.fields) {
    if (field.type !== 'text' || field.key === 'title') continue;
    const cells = grid.columns.get(field.key)!.map((cell) => String(cell ?? ''));
    const inference = new DecoratedInference();
    for (const [row, cell] of cells.entries()) {
      inference.add(cell);
      if (row % cellsBetweenTurns === 0) yield;
    }
    const kind = inference.kind();
    if (!kind) continue;
    const key = keyWithEnding(field.key, `_${kind.type}`, taken);
    taken.add(key);
    fields.push({
      key,
      label: `${field.label} (${kind.unit})`,
      type: kind.type,
      derived: true,
      derivedFrom: field.key,
    });
    const values: Cell[] = [];
    for (const cell of cells) {
      values.push(kind.valueOf(cell) ?? undefined);
      if (values.length % cellsBetweenTurns === 0) yield;
    }
    columns.set(key, values);
  }
  return { ...grid, fields, columns };
}
