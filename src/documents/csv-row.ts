/** Whatever a reader might take for a delimiter is quoted, so that it finds the comma. */
const unclear = /[",;\t\n\r\uFEFF]/;

/** A line of CSV (RFC 4180). A row of one empty cell is quoted, because a blank line would be no row. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',') || '""'}\n`;

const csvCell = (cell: string): string => (unclear.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
