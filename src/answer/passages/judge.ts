import { canAnswer, type QuestionForm } from '../language/expected.ts';
import { rootOf, topicsOf, type Word } from '../language/words.ts';
import type { Evidence } from './evidence.ts';
import type { Statement } from './statements.ts';

export interface Judged {
  readonly evidence: Evidence;
  readonly statement: Statement;
  /** 0 to 1: the share of the question's topics that the statement covers, in its words or by its place. */
  readonly support: number;
  /** Whether each topic stands in its words, or in its title and headings. */
  readonly hasAllTopics: boolean;
  /** The part of the support that comes from its title and headings. */
  readonly byPlace: number;
}

/** Statements with less support are not answers. */
export const leastSupport = 0.72;

const weights = { name: 2, number: 2, plain: 1, stop: 0 };
/** Verbs with many meanings, which say little about the question. */
const light = new Set('come happen stand look want need go take put work mean exist offer'.split(' ').map(rootOf));
const ofLight = 0.3;
const ofTitle = 0.9;
const ofHeadings = 0.9;
const ofNeighbours = 0.6;

/**
 * Scores how well a statement answers a question. The score is 0 when the statement lacks a name, a number or the noun
 * asked for. It is also 0 when the statement cannot be of the kind asked for. An unrecorded fact therefore has no
 * nearest passage. Words that were said before this question may stand anywhere in the same text.
 */
export function judge(
  question: readonly Word[],
  form: QuestionForm,
  evidence: Evidence,
  statement: Statement,
  saidBefore: ReadonlySet<string>,
): Judged {
  const topics = topicsOf(question);
  const known = new Set(question.map(({ root }) => root));
  const own = new Set(statement.words.map(({ root }) => root));
  const placed = (root: string) => evidence.titled.has(root) || statement.headings.has(root);
  const matchOf = (root: string): number => {
    if (own.has(root)) return 1;
    if (evidence.titled.has(root)) return ofTitle;
    if (statement.headings.has(root)) return ofHeadings;
    if (evidence.around.has(root)) return ofTitle;
    return statement.neighbours.has(root) || saidBefore.has(root) ? ofNeighbours : 0;
  };
  let all = 0;
  let matched = 0;
  let byPlace = 0;
  let hasAllTopics = true;
  for (const { root, kind } of new Map(topics.map((word) => [word.root, word])).values()) {
    const match = matchOf(root);
    const weight = kind === 'plain' && light.has(root) ? ofLight : weights[kind];
    all += weight;
    matched += weight * match;
    hasAllTopics &&= match > ofNeighbours;
    if (placed(root)) byPlace += weight;
    if (match === 0 && kind !== 'plain') return none(evidence, statement);
  }
  if (isDenied(question) && !denying.test(statement.text)) return none(evidence, statement);
  const isPlain = form.focus.every((root) => matchOf(root) > 0);
  if (all === 0 || !isPlain || !canAnswer(form.expected, statement.text, statement.words, known)) {
    return none(evidence, statement);
  }
  return { evidence, statement, support: matched / all, byPlace: byPlace / all, hasAllTopics };
}

/** Whether the question asks what is not so. Only a sentence that denies something answers it. */
const isDenied = (question: readonly Word[]): boolean =>
  question.some(({ folded }) => /^(?:not|never|neither|nor)$|n['’]t$/u.test(folded));
const denying = /\b(?:not?|never|nobody|nothing|none|nowhere|neither|nor|without)\b|n['’]t\b/iu;

const none = (evidence: Evidence, statement: Statement): Judged => ({
  evidence,
  statement,
  support: 0,
  byPlace: 0,
  hasAllTopics: false,
});
