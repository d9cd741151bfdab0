/** The height of a row of text cells. */
export const rowHeight = 28;

/** The part of a box below the header, with the number of rows in the table. */
export const viewOf = (box: HTMLElement, rows: number) => ({ rows, rowHeight, height: box.clientHeight - rowHeight });
