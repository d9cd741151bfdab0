import type { Filters } from '../../../schemas/queries.ts';
import { functionWords } from '../language/lexicon/grammar.ts';
import { type Amount, amountsIn } from './words/amounts.ts';
import { atomsOf } from './atoms.ts';
import type { Atom } from './atom.ts';
import type { CellsNamed } from './cells-named.ts';
import { type ColumnNamed, columnsNamed } from './columns-named.ts';
import { baseOf, isNumeric, isOrdered, rowNumberOf, type TableField } from './grid.ts';
import type { GridQueries } from './grid-query.ts';
import { type Token, tokensOf } from './words/words.ts';

/** Conditions of a question together, and the rows that meet them. */
interface Selection {
  readonly atoms: readonly Atom[];
  readonly filters: Filters;
  /** Undefined where the table is not read whole. */
  readonly rows?: readonly number[];
}

/** A question beside a table: what its words name there. */
export interface Scene {
  readonly question: string;
  readonly tokens: readonly Token[];
  /** Tokens that name the table itself, and so its rows. */
  readonly namesTable: ReadonlySet<number>;
  readonly fields: readonly TableField[];
  /** Fields that an answer may show: neither the row's number nor what was derived. */
  readonly shown: readonly TableField[];
  readonly numeric: readonly TableField[];
  readonly ordered: readonly TableField[];
  /** The number of each row, where the table has an order of its own. */
  readonly rowNumber: TableField | undefined;
  readonly columns: ReadonlyMap<string, ColumnNamed>;
  readonly amounts: readonly Amount[];
  readonly atoms: readonly Atom[];
  readonly selections: readonly Selection[];
  readonly queries: GridQueries | undefined;
}

const mostSelections = 90;

export function sceneOf(
  question: string,
  table: string,
  fields: readonly TableField[],
  cellsNamed: (tokens: readonly Token[]) => readonly CellsNamed[],
  queries: GridQueries | undefined,
): Scene {
  const tokens = tokensOf(question);
  const rowNumber = rowNumberOf(fields);
  const namesTable = tokensNaming(table, tokens);
  const atoms = atomsOf(question, tokens, cellsNamed(tokens), fields, queries);
  return {
    question,
    tokens,
    namesTable,
    fields,
    shown: fields.filter((field) => field !== rowNumber && baseOf(field, fields) === field),
    numeric: fields.filter((field) => field !== rowNumber && isNumeric(field)),
    ordered: fields.filter((field) => field !== rowNumber && isOrdered(field)),
    rowNumber,
    columns: columnsNamed(tokens, fields, namesTable),
    amounts: amountsIn(tokens),
    atoms,
    selections: selectionsOf(atoms, queries),
    queries,
  };
}

function tokensNaming(table: string, tokens: readonly Token[]): Set<number> {
  const stems = new Set(tokensOf(table).map(({ stem }) => stem));
  return new Set(
    tokens.flatMap(({ text, stem }, index) => (stems.has(stem) && !functionWords.has(text) ? [index] : [])),
  );
}

/** All rows, the rows of each condition, and the rows of two or three conditions on different words. */
function selectionsOf(atoms: readonly Atom[], queries: GridQueries | undefined): Selection[] {
  const selections: Selection[] = [selectionOf([], queries)];
  const singles = atoms.slice(0, 40);
  for (const atom of singles) selections.push(selectionOf([atom], queries));
  const pairs: Atom[][] = [];
  for (const [index, one] of singles.entries()) {
    for (const other of singles.slice(index + 1)) {
      if (isApart(one, other) && agree(one, other)) pairs.push([one, other]);
    }
  }
  for (const pair of pairs) {
    if (selections.length >= mostSelections) break;
    const selection = selectionOf(pair, queries);
    if (selection.rows?.length !== 0) selections.push(selection);
  }
  for (const pair of pairs.slice(0, 30)) {
    for (const third of singles) {
      if (selections.length >= mostSelections) return selections;
      if (
        atoms.indexOf(third) <= atoms.indexOf(pair[1]!) ||
        !pair.every((one) => isApart(one, third) && agree(one, third))
      )
        continue;
      const selection = selectionOf([...pair, third], queries);
      if (selection.rows?.length !== 0) selections.push(selection);
    }
  }
  return selections;
}

function selectionOf(atoms: readonly Atom[], queries: GridQueries | undefined): Selection {
  const filters = atoms.map(({ condition }) => condition);
  return queries ? { atoms, filters, rows: queries.matching(filters) } : { atoms, filters };
}

export const isApart = (one: Atom, other: Atom): boolean => one.to <= other.from || other.to <= one.from;

/** Whether both can hold: a cell does not have two values. */
const agree = (one: Atom, other: Atom): boolean =>
  one.field !== other.field ||
  (one.kind !== 'cell' && one.kind !== 'number') ||
  (other.kind !== 'cell' && other.kind !== 'number');
