import { type CsvText, lineOf, rowCount } from '../csv.ts';
import { aligned } from './alignment.ts';
import { cellsIn, withCells } from './row.ts';
import { setCells } from './edits.ts';
import { lineAt, patched, type Row, type RowOf, type Sheet } from './sheet.ts';
import { atOnce } from './slices.ts';

/** A cell that both changed, or a row that one changed and the other removed. */
export interface Clash {
  /** Where it is in the merged sheet. A row that they removed would stand before this one. */
  readonly row: number;
  /** Without one, it is a whole row. */
  readonly column?: number;
  readonly base: string;
  /** Nothing where it was removed. */
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** Both changes in one. Clashes stand as they have it. */
export interface Merged {
  readonly sheet: Sheet;
  readonly clashes: readonly Clash[];
  /** Where a row of mine stands in it. */
  readonly rowOf: RowOf;
}

/** My changes on top of their version. Nothing if columns moved, or if rows cannot be matched. */
export function merged(mine: Sheet, theirs: CsvText): Merged | undefined {
  const { base } = mine;
  const lines = {
    base: Array.from({ length: rowCount(base) }, (_, row) => lineOf(base, row)),
    mine: mine.rows.map((_, row) => lineAt(mine, row)),
    theirs: Array.from({ length: rowCount(theirs) }, (_, row) => lineOf(theirs, row)),
  };
  const { delimiter } = base;
  if (theirs.delimiter !== delimiter || lines.base.length === 0) return undefined;
  const heads = [lines.base, lines.mine, lines.theirs].map(([head = '']) => cellsIn(head, delimiter));
  if (movesColumns(heads[0]!, heads[1]!) || movesColumns(heads[0]!, heads[2]!)) return undefined;
  const myRows = aligned(lines.base, lines.mine, delimiter);
  const theirRows = aligned(lines.base, lines.theirs, delimiter);
  if (!myRows || !theirRows) return undefined;

  const rows: Row[] = [];
  const places: number[] = [];
  const clashes: Clash[] = [];
  let [my, their] = [0, 0];
  const addNew = (myEnd: number, theirEnd: number) => {
    const added = lines.mine.slice(my, Math.max(my, myEnd));
    const isSame = added.join('\n') === lines.theirs.slice(their, theirEnd).join('\n');
    const start = rows.length;
    for (; their < theirEnd; their += 1) rows.push(their);
    const first = isSame ? start : rows.length;
    places.push(...added.map((_, index) => first + index));
    if (!isSame) rows.push(...added);
    my = Math.max(my, myEnd);
  };
  for (const [row, line] of lines.base.entries()) {
    const [myRow, theirRow] = [myRows[row]!, theirRows[row]!];
    addNew(myRow, theirRow);
    if (myRow >= 0) places.push(rows.length);
    const myLine = lines.mine[myRow];
    const theirLine = lines.theirs[theirRow];
    my = Math.max(my, myRow + 1);
    their = Math.max(their, theirRow + 1);
    if (myLine === undefined && theirLine === undefined) continue;
    if (theirLine === undefined) {
      if (myLine !== line) clashes.push({ row: rows.length, base: line, mine: myLine, theirs: undefined });
    } else if (myLine === undefined) {
      if (theirLine === line) continue;
      clashes.push({ row: rows.length, base: line, mine: undefined, theirs: theirLine });
      rows.push(theirRow);
    } else {
      const found = mergedLine({ base: line, mine: myLine, theirs: theirLine }, delimiter, row === 0);
      clashes.push(...found.clashes.map((clash) => ({ ...clash, row: rows.length })));
      rows.push(found.line === theirLine ? theirRow : found.line);
    }
  }
  addNew(lines.mine.length, lines.theirs.length);
  const sheet = { base: theirs, rows, columns: Math.max(mine.columns, heads[2]!.length) };
  return { sheet, clashes, rowOf: (row) => places[row] ?? row - places.length + rows.length };
}

interface Lines {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

function mergedLine(lines: Lines, delimiter: string, isHeader: boolean) {
  const [base, mine, theirs] = [lines.base, lines.mine, lines.theirs].map((line) => cellsIn(line, delimiter));
  const clashes: Omit<Clash, 'row'>[] = [];
  let line = lines.theirs;
  for (let column = 0; column < Math.max(base!.length, mine!.length); column += 1) {
    const [before = '', my = '', their = ''] = [base![column], mine![column], theirs![column]];
    if (my === before || my === their) continue;
    if (their === before) line = withCells(line, delimiter, [{ column, value: my }], isHeader);
    else clashes.push({ column, base: before, mine: my, theirs: their });
  }
  return { line, clashes };
}

/** Whether cells of a row cannot be matched by their numbers. */
const movesColumns = (base: readonly string[], other: readonly string[]): boolean =>
  base.length !== other.length ||
  other.some((name, column) => name !== '' && name !== base[column] && base.includes(name));

/** The merged sheet with some of its clashes as I have them. */
export function settled({ sheet, clashes }: Merged, isMine: (clash: Clash) => boolean): Sheet {
  const chosen = clashes.filter(isMine);
  const values = chosen.flatMap(({ row, column, mine }) =>
    column === undefined ? [] : [{ row, column, value: mine! }],
  );
  const withCells = patched(sheet, atOnce(setCells(sheet, values)));
  const rows = chosen
    .filter(({ column }) => column === undefined)
    .toReversed()
    .map(({ row, mine, theirs }) => ({
      at: row,
      removed: theirs === undefined ? [] : [withCells.rows[row]!],
      inserted: mine === undefined ? [] : [mine],
    }));
  return patched(withCells, rows);
}
