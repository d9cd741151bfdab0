import type { Column, Completeness, Row, WidgetResult } from '../../schemas/queries.ts';
import { styled, tableOf, textOf } from './output.ts';
import { shownOnLine } from '../../schemas/shown.ts';

/** Rows as a table, and whether rows remain after them. */
export function rowsOf(
  columns: readonly Pick<Column, 'key'>[],
  rows: readonly Row[],
  complete?: Completeness,
): string[] {
  const cells = Object.fromEntries(columns.map(({ key }) => [key, (row: Row) => textOf(row[key])]));
  const lines = rows.length > 0 ? tableOf(rows, cells) : ['There are no rows.'];
  return complete && !complete.complete ? [...lines, `Only the first ${complete.returned} are shown.`] : lines;
}

export const widgetsOf = (widgets: readonly WidgetResult[]): string[] =>
  widgets.flatMap(({ title, columns = [], rows = [], completeness, error }) => [
    styled('underline', shownOnLine(title)),
    ...(error ? [shownOnLine(error.detail)] : rowsOf(columns, rows, completeness)),
    '',
  ]);

/** The keys of rows whose columns nobody lists, in the order in which they come. */
export const columnsIn = (rows: readonly Row[]): { key: string }[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key }));
