import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Workspace } from '../schemas/index.ts';
import { openLocalWorkspace } from './support/core.ts';
import { type Figure, median, once, timed } from './support/figures.ts';

const judgedAmong = 10;
const recalledAmong = 100;

/**
 * Ranking over a judged collection in `dataFolder`/cacm, beside plain FTS5 with its own ranking. The collection has
 * documents, questions and the documents that answer them. Every document is an artifact. The two halves of the
 * questions are reported apart, because a ranking fitted to some questions does worse on others.
 */
export async function search(folder: string, dataFolder: string): Promise<Figure[]> {
  const collection = readCollection(join(dataFolder, 'cacm'));
  const { workspace, indexed, close } = await openLocalWorkspace(folder);
  const ids = await fill(workspace, collection.documents);
  await indexed();
  const ours = await judged(collection, async (question) => {
    const { results } = await workspace.search.run({ q: question, types: ['artifact'], limit: recalledAmong });
    return results.flatMap(({ id }) => ids.get(id) ?? []);
  });
  await close();
  const plain = plainSearch(collection.documents);
  const baseline = await judged(collection, async (question) => plain(question));
  console.table({ ours: summary(ours), 'plain FTS5': summary(baseline) });
  const gain = (of: (judged: Judged) => number) => once(mean(ours.map(of)), mean(baseline.map(of)));
  return [
    { name: 'search: nDCG@10', ...gain(({ gain }) => gain), unit: '', bound: { atLeast: 0.45 / 0.368 } },
    { name: 'search: R@100', ...gain(({ recall }) => recall), unit: '', bound: { atLeast: 1 } },
    { name: 'search: MRR@10', ...gain(({ reciprocalRank }) => reciprocalRank), unit: '', bound: { atLeast: 1 } },
  ];
}

interface Document {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

interface Collection {
  readonly documents: readonly Document[];
  readonly questions: readonly { readonly id: number; readonly text: string }[];
  /** The documents that answer each question. */
  readonly answers: ReadonlyMap<number, ReadonlySet<number>>;
}

function readCollection(folder: string): Collection {
  const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const pairs = linesOf('qrels.tsv').map((line) => line.split('\t').map(Number) as [number, number]);
  const answers = Map.groupBy(pairs, ([question]) => question);
  return {
    documents: linesOf('docs.jsonl').map((line) => JSON.parse(line) as Document),
    questions: linesOf('queries.jsonl').map((line) => JSON.parse(line) as Collection['questions'][number]),
    answers: new Map(Array.from(answers, ([question, judged]) => [question, new Set(judged.map(([, id]) => id))])),
  };
}

/** Which document each artifact is. */
async function fill(workspace: Workspace, documents: readonly Document[]): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { id, title, text } of documents) {
    const { artifact } = await workspace.artifacts.create({
      kind: 'markdown',
      title: title || '-',
      content: text,
      idempotencyKey: String(id),
    });
    ids.set(artifact.id, id);
  }
  return ids;
}

/** Any word may match, as the tokenizer splits them by default; ranked by bm25(). */
function plainSearch(documents: readonly Document[]): (question: string) => number[] {
  const database = new SQLite(':memory:');
  database.exec('create virtual table documents using fts5(title, text)');
  const insert = database.prepare('insert into documents(rowid, title, text) values (?, ?, ?)');
  for (const { id, title, text } of documents) insert.run(id, title, text);
  const ranked = database
    .prepare(`select rowid from documents where documents match ? order by rank limit ${recalledAmong}`)
    .pluck();
  return (question) => {
    const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    return ranked.all(Array.from(words, (word) => `"${word}"`).join(' OR ')) as number[];
  };
}

interface Judged {
  /** nDCG@10: how early the answers come, of 1 where no order is better. */
  readonly gain: number;
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly milliseconds: number;
}

async function judged(
  { questions, answers }: Collection,
  find: (question: string) => Promise<number[]>,
): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const { id, text } of questions) {
    const right = answers.get(id)!;
    let found: number[] = [];
    const milliseconds = await timed(async () => {
      found = await find(text);
    });
    const isRight = found.map((document) => right.has(document));
    const best = Array.from({ length: Math.min(judgedAmong, right.size) }, () => true);
    const first = isRight.slice(0, judgedAmong).indexOf(true);
    all.push({
      gain: discounted(isRight.slice(0, judgedAmong)) / discounted(best),
      recall: isRight.slice(0, recalledAmong).filter(Boolean).length / right.size,
      reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
      milliseconds,
    });
  }
  return all;
}

const discounted = (right: readonly boolean[]): number =>
  right.reduce((sum, isRight, place) => sum + (isRight ? 1 / Math.log2(place + 2) : 0), 0);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function summary(all: readonly Judged[]) {
  const rounded = (values: readonly number[]) => Number(mean(values).toFixed(3));
  const half = (odd: number) => all.filter((_judged, index) => index % 2 === odd);
  return {
    'nDCG@10': rounded(all.map(({ gain }) => gain)),
    'R@100': rounded(all.map(({ recall }) => recall)),
    'MRR@10': rounded(all.map(({ reciprocalRank }) => reciprocalRank)),
    'nDCG@10 of every other question': rounded(half(0).map(({ gain }) => gain)),
    'of the rest': rounded(half(1).map(({ gain }) => gain)),
    'median ms': Number(median(all.map(({ milliseconds }) => milliseconds)).toFixed(1)),
  };
}
