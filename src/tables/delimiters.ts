const delimiters = [',', ';', '\t'] as const;

const sampleCharacters = 64 * 1_024;
const sampleRows = 100;

/**
 * The character that separates the cells of a table, told from its first rows. It gives the header the most cells, and
 * no row more cells than the header. Without such a one, the one by which the header has the most cells; first the comma.
 */
export function delimiterOf(text: string): string {
  const counted = delimiters.map((delimiter) => ({ delimiter, counts: cellCounts(text, delimiter) }));
  const fitting = counted.filter(
    ({ counts: [header = 0, ...rows] }) => header > 1 && rows.every((row) => row <= header),
  );
  const candidates = fitting.length > 0 ? fitting : counted;
  const widest = Math.max(...candidates.map(({ counts }) => counts[0] ?? 0));
  return candidates.find(({ counts }) => (counts[0] ?? 0) === widest)!.delimiter;
}

/** How many cells each of the first rows would have. Quotes count where a cell begins with one. */
function cellCounts(text: string, delimiter: string): number[] {
  const end = Math.min(text.length, sampleCharacters);
  const counts: number[] = [];
  let cells = 1;
  let cellStart = 0;
  for (let position = 0; position < end && counts.length < sampleRows; position += 1) {
    const character = text[position]!;
    if (character === '"' && position === cellStart) position = closingQuote(text, position + 1, end);
    else if (character === delimiter) {
      cells += 1;
      cellStart = position + 1;
    } else if (character === '\n') {
      if (position > cellStart || cells > 1) counts.push(cells);
      cells = 1;
      cellStart = position + 1;
    }
  }
  if (counts.length === 0) counts.push(cells);
  return counts;
}

/** Within quotes, two quotes stand for one. */
function closingQuote(text: string, from: number, end: number): number {
  for (let position = from; ; position += 2) {
    position = text.indexOf('"', position);
    if (position < 0 || position >= end) return end;
    if (text[position + 1] !== '"') return position;
  }
}
