import type { Workspace } from '../../../schemas/index.ts';
import { textTypes } from '../../../schemas/fields.ts';
import { changesMeaning } from '../language/accounting.ts';
import type { Row } from '../../../schemas/queries.ts';
import { contentOf, isSameWord, type Word, wordsOf } from '../language/words.ts';
import type { Turn } from '../../turns/turn.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Subject } from './subjects.ts';

/** A value of a field that the question names. */
export interface CellNamed {
  readonly fieldKey: string;
  /** The value in a filter's form. */
  readonly value: string;
  /** The position of the words in the question. */
  readonly start: number;
  readonly end: number;
  /** Whether the words are the whole value and not only its beginning. */
  readonly isWhole: boolean;
  /** Whether the words match exactly. A beginning must also be written as a name. */
  readonly isExact: boolean;
  /** The examined rows that have it. */
  readonly rows?: readonly number[];
}

type Found = Awaited<ReturnType<Workspace['records']['get']>>['record'];

/**
 * Records that contain words of the question, by full-text search: of one channel if it is given. The likeliest come
 * first, up to a limit.
 */
export async function recordsNamed(
  words: readonly Word[],
  workspace: Workspace,
  isKnown: (word: Word) => boolean,
  isCalled: (word: Word) => boolean,
  channelId: string | undefined,
): Promise<Found[]> {
  const names = runsOf(words, isKnown, isCalled);
  const searches = names.slice(0, mostSearches).map((name) => recordsHolding(name, workspace, channelId));
  const found = (await Promise.all(searches)).flat();
  return [...new Map(found.map((record) => [record.id, record])).values()];
}

const mostSearches = 4;
const recordsRead = 8;

/**
 * Runs of neighbouring words that the catalogue does not know. Each may be a name. A number after the name of the
 * records may be one too, as in "sale 12".
 */
function runsOf(
  words: readonly Word[],
  isKnown: (word: Word) => boolean,
  isCalled: (word: Word) => boolean = () => false,
): string[] {
  const runs: Word[][] = [];
  let open: Word[] | undefined;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const isNumber = word.kind === 'number' && before !== undefined && (open !== undefined || isCalled(before));
    if (word.kind === 'stop' || (isKnown(word) && !isNumber)) open = undefined;
    else if (open) open.push(word);
    else runs.push((open = [word]));
  }
  return runs.map((run) => run.map(({ text }) => text).join(' '));
}

async function recordsHolding(name: string, workspace: Workspace, channelId: string | undefined): Promise<Found[]> {
  const { results } = await workspace.search.run({
    q: name.slice(0, limits.searchQuery),
    types: ['record'],
    limit: recordsRead,
    ...(channelId !== undefined && { channelId }),
  });
  const found = await Promise.all(
    results.map(({ id, channelId }) =>
      workspace.records.get({ channelId: channelId!, recordId: id }).then(
        ({ record }) => record,
        () => undefined,
      ),
    ),
  );
  return found.filter((one) => one !== undefined);
}

/**
 * The cells that the question names, among rows that were found for its words. Where more rows may have these words, other
 * columns are looked through for the same names. A club is at home in some games and away in others.
 */
export async function cellsNamed(
  words: readonly Word[],
  subject: Subject,
  rows: readonly Row[],
  workspace: Workspace,
  turn: Turn,
): Promise<CellNamed[]> {
  const cells = await cellsIn(words, subject, rows, turn);
  const others = rows.length < recordsRead ? [] : await rowsOfNamesakes(cells, subject, workspace);
  return others.length === 0 ? cells : cellsIn(words, subject, [...rows, ...others], turn);
}

/** A row in which another column holds a name in full. One row is enough to know the column. */
async function rowsOfNamesakes(
  cells: readonly CellNamed[],
  { of, fields }: Subject,
  workspace: Workspace,
): Promise<Row[]> {
  const places = Map.groupBy(
    cells.filter(({ isWhole, fieldKey }) => isWhole && fieldKey !== 'title'),
    ({ value }) => value,
  );
  const columns = fields.filter(({ key, type }) => type === 'text' && key !== 'title').slice(0, limits.conditions / 2);
  const found = await Promise.all(
    [...places].slice(0, mostSearches).map(async ([value, known]) => {
      const others = columns.filter(({ key }) => !known.some(({ fieldKey }) => fieldKey === key));
      if (others.length === 0) return [];
      const filters = [{ or: others.map(({ key: field }) => ({ field, operator: 'eq' as const, value })) }];
      const asked = { mode: 'deterministic' as const, operation: 'records' as const, ...of, filters, limit: 1 };
      return (await workspace.queries.run(asked)).data.rows ?? [];
    }),
  );
  return found.flat();
}

/** The cells that the question names, in its longest stretches. The name of the table does not name a row. */
async function cellsIn(
  words: readonly Word[],
  { fields, called }: Subject,
  rows: readonly Row[],
  turn: Turn,
): Promise<CellNamed[]> {
  const named = new Map<string, CellNamed>();
  for (const [index, row] of rows.entries()) {
    for (const { key, type } of fields) {
      const value = row[key];
      if (typeof value !== 'string' || !textTypes.has(type)) continue;
      const cell = cellNamed(words, key, value);
      const known = cell && named.get(`${key}\n${value}`);
      if (cell) named.set(`${key}\n${value}`, { ...cell, rows: [...(known?.rows ?? []), index] });
      await turn.yield();
    }
  }
  const isName = ({ start, end }: CellNamed) =>
    words.some((word) => word.start >= start && word.end <= end && word.kind !== 'stop' && !called.has(word.root));
  return longest([...named.values()].filter(isName));
}

export const rowOf = ({ title, values }: Found): Row => ({ ...values, title });

const sheetRows = 20;

/** Rows of a sheet in which some text holds a word of the question. */
export async function rowsNamed(
  words: readonly Word[],
  { of, fields }: Subject,
  workspace: Workspace,
  isKnown: (word: Word) => boolean,
): Promise<readonly Row[]> {
  const texts = fields.filter(({ type }) => textTypes.has(type)).slice(0, limits.conditions / 2);
  const isSought = (name: string) => name.length <= limits.soughtText;
  const names = [...new Set(runsOf(words, isKnown))].filter(isSought).slice(0, mostSearches);
  if (texts.length === 0) return [];
  const found = await Promise.all(
    names.map((name) =>
      workspace.queries.run({
        mode: 'deterministic',
        operation: 'records',
        ...of,
        filters: [{ or: texts.map(({ key: field }) => ({ field, operator: 'contains' as const, value: name })) }],
        limit: sheetRows,
      }),
    ),
  );
  return found.flatMap(({ data }) => data.rows ?? []);
}

/** Whether a value is a code in capitals, as `MOT`. It has no plural: "mots" does not name it. */
export const isCode = (value: string): boolean => value.length <= mostOfCode && value === value.toUpperCase();
const mostOfCode = 4;

/** The most characters of a value that a question can name. A question has at most this many itself. */
const mostNamed = limits.question;

export function cellNamed(words: readonly Word[], fieldKey: string, value: string): CellNamed | undefined {
  const held = wordsOf(value.slice(0, mostNamed));
  if (held.length === 0) return undefined;
  let beginning: CellNamed | undefined;
  for (const [index, first] of words.entries()) {
    if (first.root !== held[0]!.root || (first.kind === 'stop' && held.length > 1 && held[1]!.kind === 'stop'))
      continue;
    const cell = cellAt(words, index, held, fieldKey, value);
    if (cell?.isWhole) return cell;
    beginning ??= cell;
  }
  return beginning;
}

/** The value at a word, or as much of it as the question says there. */
function cellAt(
  words: readonly Word[],
  index: number,
  held: readonly Word[],
  fieldKey: string,
  value: string,
): CellNamed | undefined {
  let length = 1;
  while (length < held.length && words[index + length]?.root === held[length]!.root) length += 1;
  const run = words.slice(index, index + length);
  if (isCode(value) && run.some((word, at) => word.folded !== held[at]!.folded)) return undefined;
  if (contentOf(run).length === 0) return undefined;
  const isWhole = length === held.length && value.length <= mostNamed;
  if (!isWhole && run.some(({ kind, folded }) => kind !== 'name' && kind !== 'stop' && changesMeaning(folded)))
    return undefined;
  const isExact = run.every(
    (word, at) => isSameWord(word, held[at]!) && (isWhole || word.kind === 'name' || word.kind === 'stop'),
  );
  return { fieldKey, value, start: words[index]!.start, end: run.at(-1)!.end, isWhole, isExact };
}

/** Removes cells whose words are part of another's. A whole value wins over a beginning. */
function longest(cells: readonly CellNamed[]): CellNamed[] {
  const placeOf = ({ start, end }: CellNamed) => `${start} ${end}`;
  const places = new Map(cells.map((cell) => [placeOf(cell), cell])).values().toArray();
  const parts = new Set(places.filter((one) => places.some((other) => isPartOf(one, other))).map(placeOf));
  const nameOf = (cell: CellNamed) => `${placeOf(cell)} ${cell.fieldKey}`;
  const whole = new Set(cells.filter(({ isWhole }) => isWhole).map(nameOf));
  return cells.filter((cell) => !parts.has(placeOf(cell)) && (cell.isWhole || !whole.has(nameOf(cell))));
}

const isPartOf = (one: CellNamed, other: CellNamed): boolean =>
  other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start;
