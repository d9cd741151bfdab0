const delimiters = [',', ';', '\t'] as const;

const sampleCharacters = 64 * 1_024;
const sampleRows = 100;

/**
 * The character that separates the cells of a table, told from its first rows. It leaves no quote within a cell. It gives
 * the header the most cells, and no row more cells than the header. The comma goes first.
 */
export function delimiterOf(text: string): string {
  const tried = delimiters.map((delimiter) => ({ delimiter, counts: cellCounts(text, delimiter) }));
  const fitting = tried.filter(({ counts: [header = 0, ...rows] }) => header > 1 && rows.every((row) => row <= header));
  const candidates = fitting.length > 0 ? fitting : tried;
  const widest = Math.max(...candidates.map(({ counts }) => counts[0] ?? 0));
  return candidates.find(({ counts }) => (counts[0] ?? 0) === widest)!.delimiter;
}

/** How many cells each of the first rows would have; none where a quote would stand within a cell. */
function cellCounts(text: string, delimiter: string): number[] {
  const end = Math.min(text.length, sampleCharacters);
  const counts: number[] = [];
  let cells = 1;
  let cellStart = 0;
  for (let position = 0; position < end && counts.length < sampleRows; position += 1) {
    const character = text[position]!;
    if (character === '"') {
      if (position !== cellStart) return [];
      position = closingQuote(text, position + 1, end);
      if (position >= end) break;
      if (!isEndOfCell(text, position + 1, delimiter)) return [];
    } else if (character === delimiter) {
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

const isEndOfCell = (text: string, position: number, delimiter: string): boolean =>
  position >= text.length || text[position] === delimiter || text[position] === '\n' || text[position] === '\r';
