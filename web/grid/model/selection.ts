import type { RowOf } from './sheet.ts';
import type { CellPlace } from '../moves.ts';

/** The cells between two corners. Keys move the second one. Rows are counted as they are shown, the header as 0. */
export interface Selection {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The same cells, where their rows have other numbers by now. */
export const moved = ({ from, to }: Selection, rowOf: RowOf): Selection => ({
  from: { ...from, row: rowOf(from.row) },
  to: { ...to, row: rowOf(to.row) },
});

export const at = (place: CellPlace): Selection => ({ from: place, to: place });

export const isSameSelection = (one: Selection, other: Selection): boolean =>
  isSamePlace(one.from, other.from) && isSamePlace(one.to, other.to);

const isSamePlace = (one: CellPlace, other: CellPlace): boolean => one.row === other.row && one.column === other.column;

export const rangeOf = ({ from, to }: Selection): Range => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

export const heightOf = ({ top, bottom }: Range): number => bottom - top + 1;
export const widthOf = ({ left, right }: Range): number => right - left + 1;
export const isOneCell = (range: Range): boolean => heightOf(range) === 1 && widthOf(range) === 1;
