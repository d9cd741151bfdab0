import type { Column, Completeness, Row, WidgetResult } from '../../../schemas/queries.ts';
import { headed, type Line, styled, textOf } from './output.ts';

/** Rows as a table, and a note if more exist. Missing values are dashes, as in prose answers. */
export function rowsOf(columns: readonly Pick<Column, 'key'>[], rows: readonly Row[], complete?: Completeness): Line[] {
  const keys = columns.map(({ key }) => key);
  const cells = rows.map((row) => keys.map((key) => textOf(row[key] ?? '–')));
  const lines = rows.length > 0 ? headed(keys, cells) : ['There are no rows.'];
  return [...lines, ...noteOn(complete)];
}

/** Says if there are more rows. */
export const noteOn = (completeness: Completeness | undefined): Line[] =>
  completeness && !completeness.complete ? [`Only the first ${completeness.returned} are shown.`] : [];

export const widgetsOf = (widgets: readonly WidgetResult[]): Line[] =>
  widgets.flatMap(({ title, columns = [], rows = [], completeness, error }) => [
    styled('underline', title),
    ...(error ? [error.detail] : rowsOf(columns, rows, completeness)),
    '',
  ]);

/** The keys of all rows, in order of first appearance. */
export const columnsIn = (rows: readonly Row[]): { key: string }[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key }));
