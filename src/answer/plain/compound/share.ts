import type { Workspace } from '../../../../schemas/index.ts';
import type { Filters, TypedQuery } from '../../../../schemas/queries.ts';
import { dataOf } from '../../figures/data.ts';
import { shareIn } from '../../figures/derived.ts';
import { labelWords, type Word } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import { moneyRoots } from '../../subjects/fit.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { mistaken, type PlainAnswer } from '../answer.ts';
import { isMoney } from '../measures.ts';
import { countWords, type Figure, figureOf, textOf } from './figure.ts';

const asked =
  /^(?:what |which |how much |how many )?(?:is |was |are |were )?(?:the |our |a )?(?:share|percentage|percent|proportion|fraction) of (?:the |our |all |all the )?/u;
const rated = /^(?:what (?:is |was |are |were )?)?(?:the |our )?(\p{L}+) rate(?: of (?:the |our )?| in )?/u;

const verbs = /^(?:is|are|was|were|have|has|had|do|does|did|come|came|comes|went|go)$/u;

/**
 * The share that some records have of others: "What share of won deals is from Contoso?". The words up to the verb
 * describe the whole, and all words describe the part.
 */
export async function answerShare(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const counts = [countsIn(words, subject), ...amountsIn(words), ...ownedIn(words)].filter((one) => one !== undefined);
  for (const one of counts) {
    const answer = await shareOf(one, subject, cells, workspace);
    if (answer) return answer;
  }
  return undefined;
}

async function shareOf(
  counts: Counts,
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const all = figureOf(counts.asking, counts.all, subject, cells);
  const part = figureOf(counts.asking, counts.part, subject, cells);
  if (!all || !part || !isAlike(all.metric, part.metric)) return undefined;
  if (counts.asking === 'total' && !saysAmount(counts.all, all.metric, subject)) return undefined;
  const conditions = beyond(part.filters, all.filters);
  if (conditions === undefined || conditions.length === 0) return undefined;
  const typedQuery = sharing(all, conditions);
  const data = await dataOf(typedQuery, workspace);
  const share = data && shareIn(typedQuery, data.rows?.[0]);
  if (!share) return undefined;
  const remarks = [
    ...(counts.isRate ? ['Read as a share of all these records.'] : []),
    ...(await mistaken([...(all.plan.assumes ?? []), ...(part.plan.assumes ?? [])], workspace)),
    ...(conditions.length > 1 ? ['All conditions together are read as conditions on the part.'] : []),
  ];
  const unsure = [...new Set([...all.plan.unsure, ...part.plan.unsure])];
  const values = [{ value: share.percentage, type: 'percent' as const }];
  return { values, typedQuery, isExact: unsure.length + remarks.length === 0, unsure, remarks };
}

interface Counts {
  /** The words that begin the questions after the part and after the whole. */
  readonly asking: string;
  readonly part: readonly Word[];
  readonly all: readonly Word[];
  readonly isRate: boolean;
}

/** The words that describe the part, and the words that describe the whole. */
function countsIn(words: readonly Word[], { called, heads }: Subject): Counts | undefined {
  const text = textOf(words);
  const share = asked.exec(text);
  if (share) {
    const part = words.slice(countWords(share[0]));
    const among = part.findIndex(({ folded }) => /^(?:among|amongst)$/u.test(folded));
    if (among > 0) {
      const all = part.slice(among + 1);
      return { asking: 'how many', part: [...all, ...part.slice(0, among)], all, isRate: false };
    }
    const noun = part.findIndex(({ root }) => called.has(root));
    // In "the share of won deals" the words before the records' name describe the part.
    const isBefore = noun === part.length - 1;
    const verb = part.findIndex(
      ({ folded }, at) => at > noun && verbs.test(folded) && !/^(?:that|which|who)$/u.test(part[at - 1]!.folded),
    );
    const all = isBefore ? part.slice(noun) : part.slice(0, verb < 0 ? noun + 1 : verb);
    return noun < 0 ? undefined : { asking: 'how many', part, all, isRate: false };
  }
  const rate = rated.exec(text);
  if (!rate || heads.length === 0) return undefined;
  const at = countWords(rate[0].slice(0, rate[0].indexOf(' rate')));
  const rest = words.slice(countWords(rate[0]));
  const all = rest.some(({ root }) => called.has(root)) ? rest : [...heads, ...rest];
  return { asking: 'how many', part: [words[at - 1]!, ...all], all, isRate: true };
}

/** Like `countsIn`, with amounts: "What share of the won amount comes from Contoso?". */
function amountsIn(words: readonly Word[]): Counts[] {
  const share = asked.exec(textOf(words));
  const part = words.slice(share ? countWords(share[0]) : 0);
  const verb = part.findIndex(({ folded }) => verbs.test(folded));
  if (!share || verb < 1) return [];
  const all = part.slice(0, part[verb - 1]!.folded === 'that' ? verb - 1 : verb);
  const both = { part: [...all, ...part.slice(verb + 1)], all, isRate: false };
  // "percentage of dogs that are insured" counts records, because "insured" is a value.
  return ['total', 'how many'].map((asking) => ({ asking, ...both }));
}

const owned =
  /^(?:what (?:is|was) )?(.+) (?:share|part|percentage) of (?:the |our |all )?(.+?)(?: in percent(?:age)?)? ?$/u;

/** "Contoso's share of the won amount". */
function ownedIn(words: readonly Word[]): Counts[] {
  const text = textOf(words);
  const match = asked.test(text) ? null : owned.exec(text);
  if (!match) return [];
  const [, of, whole] = match;
  const from = countWords(text.slice(0, text.indexOf(of!)));
  const begin = countWords(text.slice(0, text.lastIndexOf(whole!)));
  const all = words.slice(begin, begin + countWords(whole!));
  const part = [...all, ...words.slice(from, from + countWords(of!))];
  return ['', 'how many'].map((asking) => ({ asking, part, all, isRate: false }));
}

/** Whether words name the number that is added up, or speak of money. "The dogs" alone have no amount. */
function saysAmount(words: readonly Word[], { field }: Figure['metric'], { fields }: Subject): boolean {
  const added = fields.find(({ key }) => key === field);
  if (!added) return true;
  const named = new Set(labelWords(added.label).map(({ root }) => root));
  return words.some(({ root }) => named.has(root) || (isMoney(added) && moneyRoots.has(root)));
}

/** Whether both count records, or both sum one number. */
const isAlike = (one: Figure['metric'], other: Figure['metric']): boolean =>
  one.function === other.function &&
  one.field === other.field &&
  (one.function === 'count_rows' || one.function === 'sum');

/**
 * The conditions of the part beyond those of the whole. Undefined where the whole has a condition that the part lacks.
 */
function beyond(part: Filters, all: Filters): Filters | undefined {
  const known = new Set(all.map((filter) => JSON.stringify(filter)));
  const conditions = part.filter((filter) => !known.delete(JSON.stringify(filter)));
  return known.size === 0 ? conditions : undefined;
}

const sharing = ({ plan, metric }: Figure, filters: Filters): TypedQuery => ({
  ...plan.query,
  metrics: [
    { ...metric, alias: 'part', filters },
    { ...metric, alias: metric.function === 'sum' ? 'whole' : 'all_records' },
  ],
});
