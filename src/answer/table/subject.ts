import { type Field, reservedKeys } from '../../../schemas/fields.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { stemOf } from '../language/stems.ts';
import type { Body } from './body.ts';
import type { Cell, Grid, Single, TableField } from './grid.ts';
import type { Rows } from './take.ts';
import type { Token } from './words/words.ts';

/** A Data Set or a sheet that a question may be about. */
export interface TableSubject {
  readonly name: string;
  readonly of:
    | { readonly channelId: string; readonly objectTypeId: string }
    | { readonly artifactId: string; readonly versionId?: string | undefined };
  /** As its inspection shows them. */
  readonly fields: readonly (Field & Pick<TableField, 'derived' | 'derivedFrom'>)[];
  /** How many rows it has, where that is known. */
  readonly rows?: number | undefined;
  /** Cell values that the words of a question name, which whoever asks about a large table has to look up. */
  readonly cellsNamed?: ((question: string) => Promise<readonly CellNamed[]>) | undefined;
}

/** Characters `start` to `end` of a question name this value of this field. */
export interface CellNamed {
  readonly fieldKey: string;
  readonly value: Single;
  readonly start: number;
  readonly end: number;
  /** Whether they are all of the value; without it the words are counted. */
  readonly isWhole?: boolean | undefined;
}

/** A larger table is not read whole. Only the readings that its fields and the named cells suggest are tried. */
const mostRowsRead = 500;
const rowsOfSample = 20;

export function typedQuery({ of }: TableSubject, body: Body): TypedQuery {
  return { mode: 'deterministic', ...of, ...body };
}

export interface Answered extends Rows {
  readonly isComplete: boolean;
}

export async function asked(workspace: Workspace, subject: TableSubject, body: Body): Promise<Answered> {
  const { data } = await workspace.queries.run(typedQuery(subject, body));
  const rows = data.rows as Record<string, Cell>[];
  return { length: rows.length, value: (row, key) => rows[row]![key], isComplete: data.completeness!.complete };
}

/** The rows read before the readings are tried: the whole table, or its first rows. */
export interface Read {
  readonly grid: Grid;
  readonly isWhole: boolean;
}

export async function read(workspace: Workspace, subject: TableSubject, tokens: readonly Token[]): Promise<Read> {
  const fields = subject.fields.filter((field) => field.queryable && isAskedFor(field, tokens));
  const isLarge = (subject.rows ?? 0) > mostRowsRead;
  const limit = isLarge ? rowsOfSample : mostRowsRead;
  const rows = await asked(workspace, subject, {
    operation: 'records',
    filters: [],
    fields: fields.map(({ key }) => key),
    limit,
  });
  const columnOf = (key: string) => Array.from({ length: rows.length }, (_, row) => rows.value(row, key));
  const columns = new Map(fields.map(({ key }) => [key, columnOf(key)]));
  return {
    grid: { fields: withoutRepeatedTitle(fields, columns), rows: rows.length, columns },
    isWhole: rows.isComplete,
  };
}

/** When a record was made, and by whom, matters to few questions: they say so. */
function isAskedFor({ key }: TableField, tokens: readonly Token[]): boolean {
  if (!reservedKeys.has(key) || key === 'title') return true;
  const [verb] = key.split('_');
  return tokens.some(({ stem }) => stem === stemOf(verb!));
}

/** A title that repeats a column says nothing of its own; another is the first thing that a record shows. */
function withoutRepeatedTitle(
  fields: readonly TableField[],
  columns: ReadonlyMap<string, readonly Cell[]>,
): TableField[] {
  const title = fields.find(({ key }) => key === 'title');
  const others = fields.filter((field) => field !== title);
  const titles = columns.get('title');
  if (!title || !titles) return others;
  const isRepeated = others.some(({ key, derived }) => {
    const values = columns.get(key)!;
    return !derived && titles.every((text, row) => values[row] === undefined || String(values[row]).trim() === text);
  });
  const isSheet = others.some(({ derived }) => derived);
  return isRepeated || isSheet ? others : [title, ...others];
}
