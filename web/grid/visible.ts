/** Browsers draw nothing beyond some 17 million pixels. A taller table is scrolled in larger steps. */
const mostPixels = 12_000_000;
/** Rows above and below, so that a quick scroll shows no gap. */
const beyond = 12;

interface Scrolled {
  readonly rows: number;
  readonly rowHeight: number;
  readonly top: number;
  readonly height: number;
}

/** Which rows to draw, and the room that the others take above and below. */
export function visibleRows({ rows, rowHeight, top, height }: Scrolled) {
  const total = Math.min(rows * rowHeight, mostPixels);
  const shown = Math.ceil(height / rowHeight);
  const furthest = Math.max(1, total - height);
  const first = Math.floor((Math.min(top, furthest) / furthest) * Math.max(0, rows - shown));
  const from = Math.max(0, first - beyond);
  const to = Math.min(rows, first + shown + beyond);
  const above = Math.max(0, Math.min(top, furthest) - (first - from) * rowHeight);
  const exact = rows * rowHeight <= mostPixels;
  const before = exact ? from * rowHeight : above;
  return { from, to, before, after: Math.max(0, total - before - (to - from) * rowHeight) };
}

/** How far to scroll so that a row is the first one. */
export function scrollTo(row: number, { rows, rowHeight, height }: Omit<Scrolled, 'top'>): number {
  const total = Math.min(rows * rowHeight, mostPixels);
  const last = Math.max(1, rows - Math.ceil(height / rowHeight));
  return (Math.min(row, last) / last) * Math.max(0, total - height);
}
