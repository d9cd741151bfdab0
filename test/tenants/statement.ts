/**
 * A word, a quoted name, a value or a sign of a statement. A group holds everything between parentheses, or of a
 * `case`.
 */
export type Item = string | Group;
export interface Group {
  readonly items: readonly Item[];
}

/** A group that holds a query. */
export interface Query extends Group {
  readonly isQuery?: never;
}

/** A table, a query or a function that a part of a statement names. */
export interface Source {
  readonly alias: string;
  readonly table?: string;
  readonly queries?: readonly Part[];
  /** The arguments of a function. */
  readonly given?: readonly Item[];
  /** The columns of new rows. */
  readonly inserted?: readonly string[];
}

/** A condition on rows. A condition of an outer join chooses rows of one source only. */
export interface Condition {
  readonly items: readonly Item[];
  readonly of?: Source | undefined;
}

/** One select, insert, update or delete. */
export interface Part {
  readonly above: Part | undefined;
  readonly sources: Source[];
  readonly conditions: Condition[];
  /** Queries within it. */
  readonly within: Part[];
  /** Queries that `with` names. */
  readonly named: ReadonlyMap<string, Source>;
}

/** The parts that a query in parentheses was read as. */
export const partsOfQuery = new WeakMap<Group, readonly Part[]>();

/** All parts of a statement. */
export const partsOf = (sql: string): Part[] => withAllWithin(queriesOf(grouped(sql), undefined));

export const withAllWithin = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => [part, ...withAllWithin(part.within)]);

export const isGroup = (item: Item | undefined): item is Group => typeof item === 'object';

export const isQuery = (item: Item | undefined): item is Query =>
  isGroup(item) && (isOneOf(item.items[0], ['select', 'with', 'values']) || isQuery(item.items[0]));

export const isOneOf = (item: Item | undefined, words: readonly string[]): boolean =>
  typeof item === 'string' && words.includes(item);

export const nameOf = (item: Item | undefined): string => (isGroup(item) ? '' : (item ?? '').replaceAll('"', ''));

export function splitAt(items: readonly Item[], words: readonly string[]): Item[][] {
  const all: Item[][] = [[]];
  for (const item of items) {
    if (isOneOf(item, words)) all.push([]);
    else all.at(-1)!.push(item);
  }
  return all;
}

const tokens = /'(?:[^']|'')*'|"[^"]*"|\$\d+|\+?\?|::|<>|<=|>=|!=|\|\||->>|->|@@|\d+(?:\.\d+)?|\w+|[^\s]/g;

function grouped(sql: string): Item[] {
  const open: Item[][] = [[]];
  for (const [token] of sql.matchAll(tokens)) {
    const word = token.startsWith("'") ? token : token.toLowerCase();
    if (word === '(') open.push([]);
    else if (word === 'case') open.push(['case']);
    else if (word === ')' || (word === 'end' && open.at(-1)![0] === 'case')) {
      const items = open.pop()!;
      open.at(-1)!.push({ items });
    } else open.at(-1)!.push(word);
  }
  return open[0]!;
}

/** The selects of a union, or the one statement. */
function queriesOf(items: readonly Item[], above: Part | undefined): Part[] {
  const { holder, rest } = withNamed(items, above);
  const parts = splitAt(rest, ['union', 'intersect', 'except', 'all'])
    .filter(({ length }) => length > 0)
    .flatMap((select) =>
      isQuery(select[0]) ? queriesOf(select[0].items, holder ?? above) : [partOf(select, holder ?? above)],
    );
  return holder ? [holder, ...parts] : parts;
}

/** Reads `with name as (…), …`. Its queries are within a part that has no other. */
function withNamed(items: readonly Item[], above: Part | undefined): { holder?: Part; rest: readonly Item[] } {
  if (items[0] !== 'with') return { rest: items };
  const named = new Map<string, Source>();
  const holder: Part = { above, sources: [], conditions: [], within: [], named };
  let at = items[1] === 'recursive' ? 2 : 1;
  for (;;) {
    const alias = nameOf(items[at]);
    const body = items.findIndex((item, index) => index > at && isQuery(item));
    const queries: Part[] = [];
    named.set(alias, { alias, queries });
    queries.push(...queriesOf((items[body] as Group).items, holder));
    holder.within.push(...queries);
    if (items[body + 1] !== ',') return { holder, rest: items.slice(body + 1) };
    at = body + 2;
  }
}

const clauses = 'select,from,where,group,having,order,limit,returning,set,values,insert,update,delete,offset,for'.split(
  ',',
);

function partOf(items: readonly Item[], above: Part | undefined): Part {
  const part: Part = { above, sources: [], conditions: [], within: [], named: new Map() };
  for (const [index, [clause, ...rest]] of clausesOf(items).entries()) {
    if (clause === 'from') readSources(rest, part);
    else if (clause === 'update' && index === 0) readSources(rest, part);
    else if (clause === 'insert') readInsertion(rest, part);
    else readQueries(rest, part);
    if (clause === 'where') part.conditions.push({ items: rest });
  }
  return part;
}

/** `is distinct from` begins no clause. */
function clausesOf(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  items.forEach((item, index) => {
    const isConflict = item === 'on' && items[index + 1] === 'conflict';
    const isClause = isOneOf(item, clauses) && items[index - 1] !== 'distinct';
    if (index === 0 || isClause || isConflict) all.push([]);
    all.at(-1)!.push(item);
  });
  return all;
}

function readInsertion(items: readonly Item[], part: Part): void {
  const into = items.indexOf('into');
  const [table, columns] = [nameOf(items[into + 1]), items[into + 2]];
  const inserted = isGroup(columns) ? columns.items.map(nameOf) : [];
  part.sources.push({ alias: table, table, inserted });
}

const joins = ['join', 'left', 'right', 'inner', 'cross', 'outer', ','];

function readSources(items: readonly Item[], part: Part): void {
  for (const joined of splitBeforeJoins(items)) {
    const rest = joined.filter((item) => !isOneOf(item, joins));
    const on = rest.indexOf('on');
    const source = on === 0 || rest.length === 0 ? undefined : readSource(on < 0 ? rest : rest.slice(0, on), part);
    if (source) part.sources.push(source);
    if (on < 0) continue;
    const condition = rest.slice(on + 1);
    readQueries(condition, part);
    part.conditions.push({ items: condition, of: joined[0] === 'left' ? source : undefined });
  }
}

function splitBeforeJoins(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]];
  for (const item of items) {
    const isJoin = isOneOf(item, joins);
    const last = all.at(-1)!;
    if (isJoin && !last.every((word) => isOneOf(word, joins))) all.push([]);
    all.at(-1)!.push(item);
  }
  return all;
}

function readSource(items: readonly Item[], part: Part): Source | undefined {
  const [first, ...more] = items.filter((item) => !isOneOf(item, ['lateral', 'as', 'only', 'materialized']));
  if (isGroup(first)) {
    if (!isQuery(first)) {
      readSources(first.items, part);
      return undefined;
    }
    return { alias: nameOf(more[0]), queries: readQuery(first, part) };
  }
  if (more[0] === '.') return readSource(more.slice(1), part);
  const [given, alias] = isGroup(more[0]) ? [more[0].items, more[1]] : [undefined, more[0]];
  const name = nameOf(first);
  const known = alias === undefined || alias === 'indexed' || isGroup(alias) ? name : nameOf(alias);
  if (given) {
    readQueries(given, part);
    return { alias: known, table: name, given };
  }
  return { ...(namedIn(part, name) ?? { table: name }), alias: known };
}

const namedIn = (part: Part | undefined, name: string): Source | undefined =>
  part && (part.named.get(name) ?? namedIn(part.above, name));

function readQuery(query: Group, part: Part): readonly Part[] {
  const parts = queriesOf(query.items, part);
  partsOfQuery.set(query, parts);
  part.within.push(...parts);
  return parts;
}

/** Reads the queries in what is selected, compared, set or ordered by. */
function readQueries(items: readonly Item[], part: Part): void {
  for (const item of items) {
    if (isQuery(item)) readQuery(item, part);
    else if (isGroup(item)) readQueries(item.items, part);
  }
}
