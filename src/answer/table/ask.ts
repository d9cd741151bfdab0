import { hash } from 'node:crypto';
import type { Workspace } from '../../../schemas/index.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import type { Turn } from '../../turns/turn.ts';
import { wordsOf } from '../language/words.ts';
import { changeMeaning, unreadBy } from './account.ts';
import type { Take } from './body.ts';
import { CellIndex, type CellsNamed, isNamed } from './cells-named.ts';
import { Describer, triggersOf } from './features.ts';
import { baseOf, type Grid, type Single, type TableField } from './grid.ts';
import { withDecorated } from './decorated.ts';
import { expressed } from './expressed.ts';
import { GridQueries } from './grid-query.ts';
import { probabilityOf, Scoring, shares, signsOf, signsOfClearness, type Weights } from './model.ts';
import type { Reading } from './reading.ts';
import { readingsOf } from './readings/index.ts';
import { type Scene, sceneOf } from './scene.ts';
import { sentenceOf } from './sentence.ts';
import { asked, type CellNamed, type Read, read, type TableSubject, typedQuery } from './subject.ts';
import { type Rows, taken } from './take.ts';
import { type Token, tokensOf } from './words/words.ts';

export interface TableAnswer {
  readonly values: readonly { readonly value: Single; readonly type: string; readonly fieldKey?: string | undefined }[];
  /** The query that gives the figures. */
  readonly typedQuery: TypedQuery;
  /** How the question was read, in a sentence without its full stop. */
  readonly reading: string;
  /** Words of the question that the reading ignores. */
  readonly unread: readonly string[];
  /** The probability that the answer is right. */
  readonly probability: number;
  /** The fields of its conditions. Some readings only start from the rows that meet them, as “after Smith” does. */
  readonly conditions: readonly { readonly key: string; readonly isComparison: boolean }[];
}

/** The figures for a question about one table. Undefined where no reading is probable enough. */
export async function askTable(
  question: string,
  subject: TableSubject,
  workspace: Workspace,
  turn: Turn,
  signal: AbortSignal,
): Promise<TableAnswer | undefined> {
  const { default: weights } = await import('./weights.json', { with: { type: 'json' } });
  return askTableWith(weights, question, subject, workspace, turn, signal);
}

/** The same with other learned weights. */
export async function askTableWith(
  weights: Weights,
  question: string,
  subject: TableSubject,
  workspace: Workspace,
  turn: Turn,
  signal: AbortSignal,
): Promise<TableAnswer | undefined> {
  const tokens = tokensOf(question);
  const [table, cells] = await Promise.all([read(workspace, subject, tokens), subject.cellsNamed?.(question) ?? []]);
  signal.throwIfAborted();
  const { isWhole } = table;
  if (isBlank(table.grid)) return undefined;
  const isDecorated = isWhole && 'objectTypeId' in subject.of;
  const grid = isDecorated ? await turn.finish(withDecorated(table.grid)) : table.grid;
  const given = cellsGiven(cells, tokens, grid);
  const named = isWhole
    ? [...(await turn.finish(new CellIndex(grid).naming(tokens))), ...given.filter(({ field }) => !isNamed(field))]
    : given;
  const queries = isWhole ? new GridQueries(grid) : undefined;
  const scene = sceneOf(question, subject.name, grid.fields, () => named, queries);
  const candidates = queries
    ? await triedHere(scene, queries, turn)
    : await triedThere(weights, scene, table, workspace, subject, turn, signal);
  const best = await mostProbable(weights, scene, candidates, turn);
  if (!best || best.probability < weights.leastProbability) return undefined;
  const words = wordsOf(question);
  const unread = unreadBy(best.reading, scene, words);
  if (changeMeaning(unread, words)) return undefined;
  signal.throwIfAborted();
  const { reading, probability } = best;
  const said = isDecorated ? expressed(reading, queries!) : reading;
  if (!said) return undefined;
  const values = await figuresOf(best, said, !isWhole, workspace, subject);
  if (values.length === 0) return undefined;
  const { key, type } = shownAs({ ...reading, ...said }, grid.fields);
  return {
    values: values.map((value) => ({ value, type, ...(key !== undefined && { fieldKey: key }) })),
    typedQuery: typedQuery(subject, said.body),
    conditions: reading.atoms.map(({ field, kind }) => ({
      key: baseOf(field, grid.fields).key,
      isComparison: kind === 'compare',
    })),
    reading: sentenceOf(reading, subject.name, grid.fields),
    unread: unread.map(({ text }) => text),
    probability,
  };
}

/** Whether the grid is empty apart from its row numbers. */
const isBlank = ({ fields, columns }: Grid): boolean =>
  fields.every(({ key, derived }) => derived || columns.get(key)!.every((cell) => cell === undefined));

interface Candidate {
  readonly reading: Reading;
  readonly values: readonly Single[];
  /** The share of this reading among all readings before it was tried. */
  readonly weight: number;
}

interface Probable extends Candidate {
  readonly probability: number;
}

/** Every reading with an answer, tried on the table that was read. */
async function triedHere(scene: Scene, queries: GridQueries, turn: Turn): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const reading of readingsOf(scene)) {
    const values = taken(queries.run(reading.body), reading.take);
    if (values.length > 0) candidates.push({ reading, values, weight: 1 });
    if (turn.isOver()) await turn.pass();
  }
  return candidates;
}

const mostTriedThere = 3;
/** A reading far less likely than the best is not tried. If even the best have a small share, none is tried. */
const leastBesideBest = 0.4;
const leastOfAll = 0.3;

/** Tries the few most likely readings of a large table. Their answers are not known beforehand. */
async function triedThere(
  weights: Weights,
  scene: Scene,
  { grid }: Read,
  workspace: Workspace,
  subject: TableSubject,
  turn: Turn,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const describer = new Describer(scene);
  const scoring = new Scoring(weights, triggersOf(scene));
  const readings: Reading[] = [];
  const scores: number[] = [];
  for (const reading of readingsOf(scene)) {
    readings.push(reading);
    scores.push(scoring.score(describer.describe(reading, likelyOf(reading, grid))));
    if (turn.isOver()) await turn.pass();
  }
  const share = shares(scores);
  const best = readings
    .map((reading, index) => ({ reading, weight: share[index]! }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostTriedThere);
  if (best.reduce((sum, { weight }) => sum + weight, 0) < leastOfAll) return [];
  const tried: Candidate[] = [];
  for (const { reading, weight } of best.filter((one) => one.weight >= leastBesideBest * best[0]!.weight)) {
    signal.throwIfAborted();
    const rows = await asked(workspace, subject, reading.body);
    const values = isEnough(rows, reading) ? taken(rows, reading.take) : [];
    if (values.length > 0) tried.push({ reading, values, weight });
  }
  return tried;
}

/** A typical value of a reading's answer: a cell of its field, or some number. */
function likelyOf({ target }: Reading, { columns }: Grid): readonly Single[] {
  const cell = target && [columns.get(target.key)!.find((value) => value !== undefined)].flat()[0];
  return target ? (cell === undefined ? [] : [cell]) : [someNumber];
}

const someNumber = 7;

/** Readings with the same answer add up. The best of them says how the question was read. */
async function mostProbable(
  weights: Weights,
  scene: Scene,
  candidates: readonly Candidate[],
  turn: Turn,
): Promise<Probable | undefined> {
  if (candidates.length === 0) return undefined;
  const describer = new Describer(scene);
  const triggers = triggersOf(scene);
  const scoring = new Scoring(weights, triggers);
  const scores: number[] = [];
  for (const { reading, values } of candidates) {
    scores.push(scoring.score(describer.describe(reading, values)));
    if (turn.isOver()) await turn.pass();
  }
  const tried = Math.min(
    1,
    candidates.reduce((sum, { weight }) => sum + weight, 0),
  );
  const share = shares(scores).map((one) => one * tried);
  const answers = new Map<string, { share: number; best: number }>();
  for (const [index, { values }] of candidates.entries()) {
    // An answer may be 500 long texts, and there are hundreds of candidates.
    const key = hash('sha256', JSON.stringify(values.map(String).sort()));
    if (turn.isOver()) await turn.pass();
    const known = answers.get(key);
    const best = known && share[known.best]! >= share[index]! ? known.best : index;
    answers.set(key, { share: (known?.share ?? 0) + share[index]!, best });
  }
  const [top, second] = [...answers.values()].toSorted((one, other) => other.share - one.share);
  const best = candidates[top!.best]!;
  const clearness = {
    next: second?.share ?? 0,
    best: share[top!.best]! / top!.share,
  };
  const signs = [...signsOf(describer.describe(best.reading, best.values), triggers), ...signsOfClearness(clearness)];
  return { ...best, probability: probabilityOf(top!.share, signs, weights.confidence) };
}

/** Runs the query in the workspace, whose rows are the final figures. */
async function figuresOf(
  { values }: Probable,
  said: Pick<Reading, 'body' | 'take'>,
  isFromWorkspace: boolean,
  workspace: Workspace,
  subject: TableSubject,
): Promise<readonly Single[]> {
  if (isFromWorkspace) return values;
  const rows = await asked(workspace, subject, said.body);
  return isEnough(rows, said) ? taken(rows, said.take) : [];
}

/** A figure that needs every row is dropped while rows remain unread. */
const isEnough = (
  { isComplete }: { isComplete: boolean } & Rows,
  { body, take }: Pick<Reading, 'body' | 'take'>,
): boolean => isComplete || isPrefix(take) || body.orderBy !== undefined;

const isPrefix = ({ nth, ties }: Take): boolean => nth !== undefined || ties !== undefined;

function shownAs({ take, by }: Reading, fields: readonly TableField[]): { key?: string; type: string } {
  const field = take.fold === 'number' ? undefined : fields.find(({ key }) => key === take.key);
  if (field && take.fold === undefined && take.minus === undefined) return { key: field.key, type: field.type };
  return by ? { key: baseOf(by, fields).key, type: by.type } : { type: 'number' };
}

/** The cells that the caller looked up. Cells of one field with the same words belong together. */
function cellsGiven(cells: readonly CellNamed[], tokens: readonly Token[], { fields }: Grid): CellsNamed[] {
  const groups = Map.groupBy(cells, ({ fieldKey, start, end }) => `${fieldKey} ${start} ${end}`);
  return [...groups.values()].flatMap((group): CellsNamed[] => {
    const { fieldKey, start, end } = group[0]!;
    const field = fields.find(({ key }) => key === fieldKey);
    const from = tokens.findIndex((token) => token.end > start);
    const to = tokens.findLastIndex((token) => token.start < end) + 1;
    if (!field || from < 0 || to <= from) return [];
    const isWhole = (cell: CellNamed) =>
      cell.isWhole ?? (!isNamed(field) || tokensOf(String(cell.value)).length === to - from);
    const holding = group.map(({ value }) => value);
    return [{ field, from, to, whole: group.filter(isWhole).map(({ value }) => value), holding, isExact: true }];
  });
}
