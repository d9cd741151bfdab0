import type { Answer } from '../../../schemas/queries.ts';
import { formOf } from '../language/expected.ts';
import type { Turn } from '../../turns/turn.ts';
import { contentOf, type Word } from '../language/words.ts';
import { shownDay } from '../figures/values.ts';
import { escaped, linked, listed, reading } from '../prose.ts';
import type { Evidence } from './evidence.ts';
import { judge, type Judged, leastSupport } from './judge.ts';
import { isQuestion, plainOf, type Statement } from './statements.ts';

interface Wanted {
  /** Whether each statement must have all topics of the question. */
  readonly isWhole?: boolean;
  /** The days in which the texts were written, where the question names them. */
  readonly days?: readonly [first: string, last: string];
  /** Roots of plain words in the question that a follow-up goes on from. */
  readonly saidBefore?: ReadonlySet<string>;
}

/** The statements that answer a question, quoted and cited; undefined when none does. */
export async function answerFrom(
  question: string,
  words: readonly Word[],
  evidence: readonly Evidence[],
  turn: Turn,
  { isWhole = false, days, saidBefore = new Set() }: Wanted = {},
): Promise<Answer | undefined> {
  const form = formOf(question, words);
  const answers = ({ support, hasAllTopics, statement }: Judged) =>
    support >= leastSupport && (hasAllTopics || !isWhole) && !isQuestion(statement);
  const answering: Judged[] = [];
  for (const one of evidence) {
    const before = saidBefore.intersection(rootsIn(one));
    const judged = one.statements.map((statement) => judge(words, form, one, statement, before));
    answering.push(...judged.filter(answers));
    await turn.yield();
  }
  const judged = answering.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  const best = judged[0];
  if (!best) return undefined;
  const close = judged.filter((one) => strengthOf(one) >= strengthOf(best) - tolerance);
  const cited = [...Map.groupBy(close, (one) => one.evidence)].slice(0, mostSources);
  return written(
    words,
    cited.map(([one, statements]) => ({ evidence: one, statements: chosen(one, statements) })),
    days,
  );
}

const rootsIn = ({ statements }: Evidence): ReadonlySet<string> =>
  new Set(statements.flatMap((one) => one.words.map(({ root }) => root)));

/** Text whose title covers the whole question ranks above a mention in passing. */
const strengthOf = ({ support, byPlace, evidence }: Judged): number =>
  support + (byPlace === 1 && evidence.titled.size > 0 ? 0.2 : 0);

const tolerance = 0.1;
const mostSources = 2;
const mostStatements = 4;

/** The statements in their order. Under a title that covers the question, they start at the beginning. */
function chosen({ statements }: Evidence, judged: readonly Judged[]): Statement[] {
  const byPlace = judged.every((one) => one.byPlace === 1);
  const meant = new Set((byPlace ? judged : judged.slice(0, mostStatements - 1)).map(({ statement }) => statement));
  return statements.filter((statement) => meant.has(statement)).slice(0, mostStatements);
}

interface Cited {
  readonly evidence: Evidence;
  readonly statements: readonly Statement[];
}

const shownDays = ([first, last]: readonly [string, string]): string =>
  first === last ? `on ${shownDay(first)}` : `from ${shownDay(first)} to ${shownDay(last)}`;

function written(words: readonly Word[], cited: readonly Cited[], days: Wanted['days']): Answer {
  const quotes = cited.map(({ evidence, statements }, index) => {
    const lines = statements.map(({ text }) => `> ${escaped(plainOf(text))} [${index + 1}]`);
    const written = days ? ` of ${shownDay(evidence.changedOn)}` : '';
    return `${linked(evidence.title, evidence.url)}${written} says:\n\n${lines.join('\n>\n')}`;
  });
  const topics = [...new Set(contentOf(words).map(({ text }) => text))];
  const within = days ? `, in what was written ${shownDays(days)}` : '';
  const read = reading(`Read as a question about ${listed(topics.map(escaped))}${within}; quoted as it stands there.`);
  return {
    answer: [...quotes, read].join('\n\n'),
    confidence: 'supported',
    sources: cited.map(({ evidence: { type, id, title, url, versionId }, statements }) => ({
      type,
      id,
      title,
      url,
      snippet: statements.map(({ text }) => text).join(' … '),
      ...(versionId !== undefined && { versionId }),
    })),
  };
}
