import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wordsOf } from '../../src/answer/language/words.ts';
import { readableBy } from '../../src/answer/readable.ts';
import { sheetSubjects } from '../../src/answer/subjects/sheets.ts';
import { answerFromTables } from '../../src/answer/tables.ts';
import { askTableWith } from '../../src/answer/table/ask.ts';
import { signsOfClearness, type Weights } from '../../src/answer/table/model.ts';
import type { Workspace } from '../../schemas/index.ts';
import { Turn } from '../../src/turns/turn.ts';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import type { CellNamed, TableSubject } from '../../src/answer/table/subject.ts';
import { tokensOf } from '../../src/answer/table/words/words.ts';
import { search } from '../search.ts';
import { openLocalWorkspace } from '../support/core.ts';
import { report } from '../support/figures.ts';
import { answerKey } from './answers.ts';
import { judged, learnedConfidence, leastProbability, type Outcome } from './confidence.ts';
import { type AskedQuestion, foldOf, type QuestionData, readData } from './data.ts';
import { type Example, exampleOf, Names, prepared, signsIn, type Vocabulary } from './examples.ts';
import { best, Learner, shuffled } from './learning.ts';
import { dataSetOf, type Sheet, sheetOf } from './sheets.ts';
import { asDataSet, asSheet, askProduct, type ProductAnswer } from './product.ts';
import { saveWeights, weightsOf } from './weights.ts';

/**
 * `npm run bench:questions -- --data FOLDER` prints how many questions over the tables in FOLDER/wtq are answered, and
 * rightly. Each is read by weights that were learned from other tables (`--folds`, 10). They are asked of sheets in a
 * workspace over its REST interface. `--tables` limits the number of tables, chosen at random but the same each time.
 * `--asked` limits the questions put to the workspace; the others are asked of the same readings in memory. These are
 * `likely`; the rules that give `exact` are counted apart. `--of` chooses whom they are put to, as in `--of data-sets`.
 * `--of product` asks the whole product, in a channel with each table as a Data Set, and then as a sheet.
 * `--train` learns from all of the tables and writes `weights.json`. Then it prints how the passages that answer are
 * ranked, on the judged collection in FOLDER/cacm.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    tables: { type: 'string', default: '10000' },
    folds: { type: 'string', default: '10' },
    asked: { type: 'string', default: '1000' },
    of: { type: 'string', default: 'sheets,exact,data-sets,large,passages' },
    precision: { type: 'string', default: '0.805' },
    train: { type: 'boolean', default: false },
  },
});

const epochs = 6;
const folds = Number(options.folds);
const isPutTo = (whom: string): boolean => options.of.split(',').includes(whom);

function sampled(data: QuestionData): AskedQuestion[] {
  const tables = new Set(shuffled([...data.tables.keys()], 1).slice(0, Number(options.tables)));
  const questions = data.questions.filter(({ table }) => tables.has(table));
  return questions.toSorted((one, other) => (one.table < other.table ? -1 : one.table > other.table ? 1 : 0));
}

function learned(names: Vocabulary, examples: readonly Example[]): Learner {
  const learner = new Learner(names);
  for (let epoch = 1; epoch <= epochs; epoch += 1)
    for (const example of shuffled(examples, epoch)) learner.learn(example);
  return learner.trim();
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const write = (line: string): boolean => process.stdout.write(`${line}\n`);

async function main(workspace: Workspace): Promise<void> {
  const data = readData(options.data!);
  const questions = sampled(data);
  const sheets = new Map<string, Sheet>();
  const names = { clues: new Names(), traits: new Names(), triggers: new Names() };
  const examples: Example[] = [];
  for (const [table, asked] of Map.groupBy(questions, (question) => question.table)) {
    const sheet = await sheetOf(workspace, table, data.tables.get(table)!);
    if (!sheet) continue;
    sheets.set(table, sheet);
    const ready = prepared(sheet.grid);
    for (const question of asked) examples.push(exampleOf(question, ready, names));
  }
  write(
    `${questions.length} questions over ${sheets.size} tables; ${examples.filter(({ right }) => right.includes(1)).length} have a reading that answers rightly`,
  );
  const learners = Array.from({ length: folds }, (_, fold) =>
    learned(
      names,
      examples.filter(({ asked }) => foldOf(asked.table, folds) !== fold),
    ),
  );
  const outcomes = examples.flatMap((example): (Outcome & { isRefused: boolean })[] => {
    const { table } = example.asked;
    const found = best(example, learners[foldOf(table, folds)]!.probabilities(example));
    if (!found) return [];
    const { probability: share, isRight, reading, clearness } = found;
    const signs = [...signsIn(example, reading, names), ...signsOfClearness(clearness)];
    return [{ table, share, signs, isRight, isRefused: example.isRefused[reading] === 1 }];
  });
  const confidences = learners.map((_, fold) =>
    learnedConfidence(outcomes.filter(({ table }) => foldOf(table, folds) !== fold)),
  );
  const all = confidences.flatMap((confidence, fold) =>
    judged(
      outcomes.filter(({ table, isRefused }) => !isRefused && foldOf(table, folds) === fold),
      confidence,
    ),
  );
  write(
    `in memory: the best reading is right ${percent(outcomes.filter(({ isRight }) => isRight).length, questions.length)}`,
  );
  for (const precision of [0.75, 0.78, 0.8, 0.85, 0.9]) {
    const least = leastProbability(all, precision);
    const answered = all.filter(({ probability }) => probability >= least);
    const right = answered.filter(({ isRight }) => isRight).length;
    write(
      `in memory: precision ${percent(right, answered.length)} from probability ${least.toFixed(2)}: answered ${percent(answered.length, questions.length)}, right of all ${percent(right, questions.length)}`,
    );
  }
  const least = Math.round(1_000 * leastProbability(all, Number(options.precision))) / 1_000;
  const weights = learners.map((learner, fold) => weightsOf(learner, names, confidences[fold]!, least));
  if (options.train) saveWeights(weightsOf(learned(names, examples), names, learnedConfidence(outcomes), least));
  const asked = shuffled(questions, 3).slice(0, Number(options.asked));
  const sheetOfTable = (table: string) => sheets.get(table)!.subject;
  if (isPutTo('sheets')) await scoreCard(workspace, 'asked of the workspace', asked, sheetOfTable, weights);
  if (isPutTo('exact')) await exactCard(workspace, asked, sheets);
  if (isPutTo('data-sets')) {
    const dataSets = new Map<string, TableSubject>();
    for (const table of new Set(asked.map((one) => one.table)))
      dataSets.set(table, await dataSetOf(workspace, data.tables.get(table)!));
    await scoreCard(workspace, 'asked of Data Sets', asked, (table) => dataSets.get(table)!, weights);
  }
  if (isPutTo('product')) {
    for (const keep of [asDataSet, asSheet])
      productCard(keep.name, await askProduct(folder, keep, asked, data.tables, weights));
  }
  if (isPutTo('large'))
    await scoreCard(workspace, 'as if tables were large', asked, (table) => asLarge(sheets.get(table)!), weights);
}

/** Asked of the product: what the workspace answers, by weights that know nothing of the table. */
async function scoreCard(
  workspace: Workspace,
  title: string,
  questions: readonly AskedQuestion[],
  subjectOf: (table: string) => TableSubject,
  weights: readonly Weights[],
): Promise<void> {
  const { signal } = new AbortController();
  const times: number[] = [];
  let [answered, right] = [0, 0];
  for (const { table, question, answers } of questions) {
    const subject = subjectOf(table);
    const start = performance.now();
    const answer = await askTableWith(weights[foldOf(table, folds)]!, question, subject, workspace, new Turn(), signal);
    times.push(performance.now() - start);
    if (!answer) continue;
    answered += 1;
    if (answerKey(answer.values.map(({ value }) => value)) === answerKey(answers)) right += 1;
  }
  times.sort((one, other) => one - other);
  const time = (quantile: number) => times[Math.floor((times.length - 1) * quantile)]!.toFixed(1);
  write(`${title}: ${questions.length} questions`);
  write(`  answered            ${percent(answered, questions.length)}`);
  write(`  right when answered ${percent(right, answered)}`);
  write(`  right of all        ${percent(right, questions.length)}`);
  write(`  milliseconds a question: median ${time(0.5)}, 95th percentile ${time(0.95)}`);
}

/** Prints how the product as a whole answers, by confidence. */
function productCard(title: string, answers: readonly ProductAnswer[]): void {
  const right = answers.filter(({ isRight }) => isRight).length;
  write(`the product, ${title}: ${answers.length} questions, right of all ${percent(right, answers.length)}`);
  for (const [confidence, some] of Map.groupBy(answers, (answer) => answer.confidence)) {
    const ofThese = some.filter(({ isRight }) => isRight).length;
    write(`  ${confidence}: ${percent(some.length, answers.length)}, right ${percent(ofThese, some.length)}`);
  }
}

/** Questions answered by the rules that account for every word. These rules learn from no table. */
async function exactCard(
  workspace: Workspace,
  questions: readonly AskedQuestion[],
  sheets: ReadonlyMap<string, Sheet>,
): Promise<void> {
  const { signal } = new AbortController();
  const readable = await readableBy(workspace, signal);
  const channelId = readable.channels[0]!.id;
  let [exact, right] = [0, 0];
  for (const { table, question, answers } of questions) {
    const { artifactId: id } = sheets.get(table)!.subject.of as { artifactId: string };
    const words = wordsOf(question);
    const turn = new Turn();
    const subjects = await sheetSubjects([{ id, title: 'Sheet', url: '', channelId }], words, workspace, turn);
    const asked = { text: question, words, channelId, view: undefined };
    const { answer } = await answerFromTables(asked, subjects, workspace, readable, turn, signal);
    if (answer?.confidence !== 'exact') continue;
    exact += 1;
    if (answerKey(answer.values!.map(({ value }) => value)) === answerKey(answers)) right += 1;
  }
  write(`exact, of ${questions.length} questions: ${exact}, right when exact ${percent(right, exact)}`);
}

/** The same table as if it were too large to be read whole. */
function asLarge({ subject, grid }: Sheet): TableSubject {
  const index = new CellIndex(grid);
  const cellsNamed = async (question: string): Promise<CellNamed[]> => {
    const tokens = tokensOf(question);
    return index.named(tokens).flatMap(({ field, from, to, holding }) =>
      holding.map((value) => ({
        fieldKey: field.key,
        value,
        start: tokens[from]!.start,
        end: tokens[to - 1]!.end,
      })),
    );
  };
  return { ...subject, rows: Infinity, cellsNamed };
}

if (options.data === undefined) throw new Error('Say where the questions are: --data FOLDER');
const folder = mkdtempSync(join(tmpdir(), 'workspace-questions-'));
const { workspace, close } = await openLocalWorkspace(join(folder, 'data'));
try {
  await main(workspace);
  if (isPutTo('passages') && !report(await search(join(folder, 'search'), options.data))) process.exitCode = 1;
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
