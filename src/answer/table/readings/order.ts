import type { Filters } from '../../../../schemas/queries.ts';
import type { Body, Take } from '../body.ts';
import type { TableField } from '../grid.ts';
import type { Scene } from '../scene.ts';

interface Place {
  readonly filters: Filters;
  /** The rows that meet the filters, where they are known. */
  readonly rows: readonly number[] | undefined;
  readonly target: TableField;
  readonly rule: 'first' | 'last';
  /** The place from that end, where it is not the first. */
  readonly number?: number;
}

/**
 * The row at a place from the top or the bottom. A sheet numbers its rows. The records of a Data Set come in the order
 * in which they were made.
 */
export function rowAt(
  { rowNumber }: Scene,
  { filters, rows, target, rule, number }: Place,
): { readonly body: Body; readonly take: Take } | undefined {
  const { key } = target;
  const body = { operation: 'records' as const, filters, fields: [key] };
  if (rowNumber) {
    const orderBy = [{ field: rowNumber.key, direction: rule === 'first' ? ('asc' as const) : ('desc' as const) }];
    const take = number === undefined ? { key } : { key, nth: number };
    return { body: { ...body, orderBy, limit: number ?? 1 }, take };
  }
  const nth = rule === 'first' ? (number ?? 1) : (rows?.length ?? 0) + 1 - (number ?? 1);
  return rows && nth > 0 && nth <= rows.length ? { body: { ...body, limit: nth }, take: { key, nth } } : undefined;
}

/** The row with a number, from 0. */
export function rowNumbered(
  { rowNumber }: Scene,
  row: number,
  { key }: TableField,
): { readonly body: Body; readonly take: Take } {
  const body = { operation: 'records' as const, fields: [key] };
  return rowNumber
    ? {
        body: { ...body, filters: [{ field: rowNumber.key, operator: 'eq', value: row + 1 }], limit: 1 },
        take: { key },
      }
    : { body: { ...body, filters: [], limit: row + 1 }, take: { key, nth: row + 1 } };
}
