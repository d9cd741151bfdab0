import { isSameWord, spelledApart, type Word, wordsOf } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { readAsked } from './asking.ts';
import { type Conditions, takeConditions } from './conditions.ts';
import { Line, type Rule } from './line.ts';
import { isNumber, rootsOfLabel } from './named.ts';
import { Planner } from './planner.ts';
import type { Plan } from './plans.ts';

/** A plan that accounts for every word of a question. */
export interface Planned extends Plan {
  /** Words that are ambiguous. */
  readonly unsure: readonly string[];
}

/**
 * Reads a question whose every word means something in a table: counts, sums, averages, extremes, groups, rankings, lists
 * and look-ups. Undefined as soon as a word is left, or may mean two things.
 */
export function planOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
): Planned | undefined {
  const line = new Line(words);
  if (line.has(/\bin a row\b/u)) return undefined;
  while (line.take(asides, 'list'));
  line.take(listing, 'list');
  const having = line.take(asHaving, 'list');
  if (having) line.doubt(...line.wordsIn(having));
  const isNamed = takeNumberedName(line, subject);
  const conditions = takeConditions(line, subject, cells, today);
  if (!conditions) return undefined;
  // "Still" says nothing more of what is so, and means something of its own elsewhere.
  if (conditions.filters.length > 0) line.take(/\bstill\b/u, 'list');
  takeRestriction(line, conditions);
  takePace(line, subject);
  const asked = readAsked(line, subject, conditions, isNamed);
  if (line.isExclusionOpen || namesRecordsTwice(line, subject)) line.doubtAll('condition');
  const plan = new Planner(line, subject, conditions).plan(asked);
  if (!plan || line.left(new Set([...always, ...(plan.rests ?? [])])).length > 0) return undefined;
  return { ...plan, unsure: line.unsure() };
}

/** "Only" behind all else restricts to the conditions, as they do anyway. Elsewhere it may say more. */
function takeRestriction(line: Line, { filters }: Conditions): void {
  const match = filters.length > 0 ? line.take(/\b(?:only|just|yet|but)\b/u, 'list') : undefined;
  if (!match) return;
  const [from, to] = line.wordsIn(match);
  if (to < line.words.length) line.doubt(from, to);
}

/** Reads "a month" where a number is called monthly. */
function takePace(line: Line, { fields }: Subject): void {
  const match = /\b(?:a|an|per|each|every) (hour|day|week|month|year)\b/u.exec(line.text);
  if (
    !match ||
    !fields.some(
      (field) =>
        isNumber(field) &&
        wordsOf(spelledApart(field.label)).some(({ folded }) => folded.startsWith(match[1]!.slice(0, 3))),
    )
  )
    return;
  line.read(...line.wordsIn(match), 'list');
}

/** Each time the records may have conditions of their own: "customers with disputed invoices have paid invoices". */
const namesRecordsTwice = (line: Line, { heads }: Subject): boolean =>
  line.words.filter((word, at) => line.ruleOf(at) === 'table' && heads.some((head) => isSameWord(word, head))).length >
  1;

/** Phrases that change nothing. */
const asides =
  /\b(?:so far|to date|in the (?:table|list)|right now|at the moment|currently|actually|ever|as well|in (?:my|our) list|(?:just |only )?(?:the )?names(?: only)?(?= $)|(?:which|what) ones?(?: (?:is|are|was|were) (?:it|that|they|those|these))?|what (?:is|are|was|were) (?:it|they|those)|exactly(?! (?:\d|one|two|three)))\b/u;
/** Usually a polite phrase. It may also ask about the asker's own records. */
const asHaving = /\b(?:(?:do|did) i have|have i got)\b/u;
const listing = /^(?:list|show|give|find|display|name(?= (?:the|all|every)\b))(?= )/u;
/** The rules that every plan rests on. */
const always: readonly Rule[] = ['condition', 'amount', 'field', 'table', 'list'];

/** Reads a name with a number as the table. The year of "Sales 2024" is not a condition. */
function takeNumberedName(line: Line, { name }: Subject): boolean {
  const place = /\d/.test(name) ? line.find(rootsOfLabel(name)) : undefined;
  if (!place || place[1] - place[0] !== wordsOf(name).length) return false;
  line.read(...place, 'table');
  return true;
}
