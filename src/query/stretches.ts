import type { Dialect } from '../store/dialect.ts';
import { parameterMark, type Statement } from '../store/fragment.ts';
import type { Room } from '../store/room.ts';
import { type CatalogueField, type CatalogueTable, columnOf, shownOf } from './catalogue.ts';
import { conditionSql, type OrderTerm, orderSql } from './compile.ts';
import type { Condition } from './plan.ts';
import type { Stored } from './values.ts';

export interface RecordsStatement {
  readonly table: Pick<CatalogueTable, 'rows' | 'plain'>;
  readonly where: Condition;
  readonly order: readonly OrderTerm[];
  readonly fields: readonly CatalogueField[];
  /** The room for the rows; undefined where they need not be counted. */
  readonly room: Room | undefined;
}

/** Rows of records in their order behind a key: ID, title, and each field. */
export type Stretch = (after: readonly Stored[], take: number) => Statement;

/**
 * The statements of a page, to run one after the other until it is full. A cursor splits the rest of the order into
 * stretches, one for each term that may differ first. Each stretch is a search in an index, so a deep page costs as
 * much as the first. `present` says which values its key has. The texts serve every key that has the same.
 */
export function recordsSql(dialect: Dialect, statement: RecordsStatement, present?: readonly boolean[]): Stretch[] {
  const { table, where, order, fields } = statement;
  const columns = ['id', 'title', ...fields.map(columnIn(order))].join(', ');
  const { sql: matching, parameters } = conditionSql(dialect, where);
  const textOf = (rows: string, behind: string, ordered: readonly OrderTerm[]) =>
    `select ${columns} from ${rows} where ${behind}${matching} order by ${orderSql(ordered).sql} limit ${parameterMark}`;
  const plain = plainly(statement);
  return stretchesOf(order, present).map(({ behind, ordered, end }) => {
    const sql = textOf(table.rows, behind, ordered);
    const sooner = plain && textOf(plain.rows, `${plain.condition} and ${behind}`, ordered);
    return (after, take) => {
      const key = after.slice(0, end).filter((value) => value !== null);
      return { ...dialect.statementOf({ sql, parameters: [...key, ...parameters, take] }), sooner };
    };
  });
}

/**
 * The table itself, with the condition that no row is pending and no text is long. A filter may leave no row, and then
 * the whole statement would run, too.
 */
function plainly({ table: { plain }, where, room }: RecordsStatement): CatalogueTable['plain'] {
  if (where.kind === 'compare' || where.of.length > 0) return undefined;
  if (!plain || !room) return plain;
  const { unlessShort } = room;
  if (!unlessShort || unlessShort.characters < 0) return undefined;
  const isShort = `(${unlessShort.longest}) <= ${Math.floor(unlessShort.characters)}`;
  return { rows: plain.rows, condition: `${plain.condition} and ${isShort}` };
}

/** The key of a record is made of the values that order it. Others are shown as they are stored. */
const columnIn = (order: readonly OrderTerm[]) => {
  const ordering = new Set(order.map(({ field }) => field));
  return (field: CatalogueField): string => (ordering.has(field) ? shownOf(field) : columnOf(field));
};

interface Behind {
  /** SQL that takes the values of a key before `end`, and ends with `and`. */
  readonly behind: string;
  readonly ordered: readonly OrderTerm[];
  readonly end: number;
}

/**
 * The stretches behind a key, from the last term to the first. The rows of each stretch are equal up to its term.
 * Ascending terms that all have a value are compared as one row, which SQLite searches only upwards. A stretch is
 * ordered only by the terms that differ in it, because SQLite also sorts by a constant expression.
 */
function stretchesOf(terms: readonly OrderTerm[], present?: readonly boolean[]): Behind[] {
  if (!present) return [{ behind: '', ordered: terms, end: 0 }];
  const stretches: Behind[] = [];
  for (let end = terms.length; end > 0; ) {
    const start = startOfRow(terms, present, end);
    if (present[end - 1]) {
      const equal = terms.slice(0, start).map(({ expression }, index) => isEqual(expression, present[index]!));
      const conditions = [...equal, isBeyond(terms.slice(start, end))];
      stretches.push({ behind: `${conditions.join(' and ')} and `, ordered: terms.slice(start), end });
    }
    end = start;
  }
  return stretches;
}

/** Where the terms begin that can be passed together with the one before `end`. */
function startOfRow(terms: readonly OrderTerm[], present: readonly boolean[], end: number): number {
  const last = terms[end - 1]!;
  let start = end - 1;
  while (start > 0 && areOneRow(terms[start - 1]!, last) && present[start - 1]) start -= 1;
  return start;
}

/** Whether there is a value is searched alone. */
const areOneRow = (one: OrderTerm, other: OrderTerm): boolean =>
  one.direction === 'asc' && other.direction === 'asc' && !one.isPresence && !other.isPresence;

function isBeyond(terms: readonly OrderTerm[]): string {
  const row = terms.map(({ expression }) => expression).join(', ');
  if (terms.length > 1) return `(${row}) > (${terms.map(() => parameterMark).join(', ')})`;
  return `${row} ${terms[0]!.direction === 'asc' ? '>' : '<'} ${parameterMark}`;
}

const isEqual = (expression: string, isPresent: boolean): string =>
  isPresent ? `${expression} = ${parameterMark}` : `${expression} is null`;
