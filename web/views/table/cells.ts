import type { Field } from '../../../schemas/fields.ts';
import type { Range } from '../../grid/model/selection.ts';
import { kindOf } from '../../fields/kinds.ts';
import type { Around, PickedType } from '../../fields/around.ts';
import { idTypes, isMultiple } from '../../../schemas/field-types.ts';
import type { ViewedRecord } from '../props.ts';

export const valueIn = (record: ViewedRecord, key: string): unknown =>
  key === 'title' ? record.title : record.values[key];

/** A value as a spreadsheet has it. People and things have their names, as far as they are known. */
export function textOfCell(value: unknown, field: Field, nameOf: Around['nameOf']): string {
  if (value === undefined || value === null) return '';
  const write = (one: unknown): string =>
    (idTypes.has(field.type) ? nameOf(field.type as PickedType, String(one)) : undefined) ??
    kindOf(field).write(one, field);
  return Array.isArray(value) ? value.map(write).join(', ') : write(value);
}

/** A cell of a spreadsheet as a value of a field. Text that cannot be read stays text, and is refused. */
export function valueOfCell(text: string, field: Field): unknown {
  if (text.trim() === '') return null;
  const read = (one: string) => kindOf(field).read(one, field);
  if (!isMultiple(field)) return read(text);
  return text
    .split(/[,;\n]/)
    .filter((one) => one.trim() !== '')
    .map((one) => read(one.trim()));
}

/** Our own cells keep their values. Other programs read the text beside them. */
export const ownType = 'application/x-workspace-cells';

/** Cells as they are copied, row by row. */
export interface Copied {
  readonly types: readonly string[];
  readonly values: readonly (readonly unknown[])[];
}

/** The cells of our own that were copied, unless it is something else. */
export function copiedIn(text: string): Copied | undefined {
  try {
    const { types, values } = JSON.parse(text) as Copied;
    return Array.isArray(types) && Array.isArray(values) ? { types, values } : undefined;
  } catch {
    return undefined;
  }
}

/** A range as large as what is pasted. One value fills all of the selection. */
export function rangeFor(range: Range, height: number, width: number, columns: number): Range {
  if (height === 1 && width === 1) return range;
  return {
    ...range,
    bottom: range.top + height - 1,
    right: Math.min(range.left + width, columns) - 1,
  };
}
